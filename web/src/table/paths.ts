// Legal actions as paths of tokens: what can be pointed at next, and what is complete.
import type { Choice } from '../wire'

const starts = (path: string[], walked: string[]) => walked.every((token, i) => path[i] === token)

/** The tokens that can follow those already chosen. */
export function next(choices: Choice[], walked: string[]): string[] {
  const tokens = choices
    .filter((c) => c.path.length > walked.length && starts(c.path, walked))
    .map((c) => c.path[walked.length]!)
  return [...new Set(tokens)]
}

/** The action whose path has been walked to its end. */
export function complete(choices: Choice[], walked: string[]): Choice | undefined {
  return choices.find((c) => c.path.length === walked.length && starts(c.path, walked))
}
