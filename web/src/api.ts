// Talk to the server. What goes wrong comes as a Trouble, with a message for people.
import { net } from './net.svelte'
import { ABOUT } from './sw/names'
import type { Problem, Sentence } from './wire'

export class Trouble extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly said: Sentence,
  ) {
    super(said.en)
  }
}

const UNREACHED: Sentence = {
  en: 'The hall does not answer. Is it still open?',
  de: 'Die Halle antwortet nicht. Ist sie noch offen?',
}
const ODD: Sentence = {
  en: 'Something went wrong in the kitchen. Try again.',
  de: 'In der Küche ging etwas schief. Versuch es noch einmal.',
}

async function ask(method: string, path: string, body: unknown, secrets: string[], person: string): Promise<Response> {
  const headers: Record<string, string> = {}
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (secrets.length) headers['Authorization'] = `Bearer ${secrets.join(',')}`
  if (person) headers['Meadhall-Person'] = person
  let answer: Response
  try {
    answer = await fetch(`/api/${path}`, { method, headers, body: body === undefined ? null : JSON.stringify(body) })
  } catch {
    net.lost()
    throw new Trouble(0, 'unreached', UNREACHED)
  }
  if (answer.headers.has(ABOUT))
    net.lost() // our own worker has said what it knew
  else net.back()
  if (answer.ok) return answer
  const problem = (await answer.json().catch(() => null)) as Problem | null
  if (problem?.message?.en) throw new Trouble(answer.status, problem.code, problem.message)
  throw new Trouble(answer.status, 'odd', ODD)
}

/** Ask something; `person` is a phrase, see person.svelte.ts. */
export async function get<Answer>(path: string, secrets: string[] = [], person = ''): Promise<Answer> {
  return (await ask('GET', path, undefined, secrets, person)).json() as Promise<Answer>
}

export async function getText(path: string, secrets: string[] = []): Promise<string> {
  return (await ask('GET', path, undefined, secrets, '')).text()
}

/** Send what has no answer. */
export async function send(path: string, body: unknown, secrets: string[] = []): Promise<void> {
  await ask('POST', path, body, secrets, '')
}

export async function post<Answer>(path: string, body: unknown, secrets: string[] = [], person = ''): Promise<Answer> {
  return (await ask('POST', path, body, secrets, person)).json() as Promise<Answer>
}

export async function postText(path: string, body: unknown): Promise<string> {
  return (await ask('POST', path, body, [], '')).text()
}

export async function postBlob(path: string, body: unknown): Promise<Blob> {
  return (await ask('POST', path, body, [], '')).blob()
}
