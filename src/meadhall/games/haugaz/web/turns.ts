// What the steps of a match say about the last turn, and what has to move from one view to the next.
import type { Step } from '$web/wire'
import type { HaugazView } from './kinds'

export interface Turn {
  actor: number
  points: string[]
}

const isMove = (action: string) => action.includes('-')

/** The last whole turn up to a step: the stack placed, and where the other one came from and went. */
export function lastTurn(saga: readonly Step[], shown: Step | null): Turn | null {
  if (!shown) return null
  const steps = [shown, ...saga.filter((step) => step.number < shown.number).reverse()] // the newest first
  const at = steps.findIndex((step) => isMove(step.action) || step.action === 'pass')
  const end = steps[at]
  if (!end || !isMove(end.action)) return null
  const placed = steps[at + 1] ? [steps[at + 1]!.action] : []
  return { actor: end.actor, points: [...new Set([...placed, ...end.action.split('-')])] }
}

/** What a step moves: a stack that hops, stacks that rise, a stack that is put down. */
export interface Motion {
  from: string | null
  to: string | null
  risen: string[]
  put: string[]
}

export function motion(before: HaugazView, after: HaugazView, action: string): Motion {
  const [from = null, to = null] = isMove(action) ? action.split('-') : []
  const others = Object.keys(after.stacks).filter((point) => point !== to)
  const changed = others.filter((point) => after.stacks[point] !== before.stacks[point])
  const risen = changed.filter((point) => point in before.stacks)
  return { from, to, risen, put: changed.filter((point) => !risen.includes(point)) }
}
