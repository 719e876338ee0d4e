// Records in links: packed small enough for an address, and unpacked with care, for anybody can write a link.
import { Trouble } from '../api'
import type { Sentence } from '../wire'

const LONGEST_LINK = 6000 // characters of the fragment that mail and messengers carry without harm
const LONGEST_BODY = 64_000 // bytes that the server takes, all around the record included

const TOO_BIG: Sentence = {
  en: 'That is too big for a record: the hall takes up to 64 kB.',
  de: 'Das ist zu groß für eine Aufzeichnung: Die Halle nimmt bis zu 64 kB.',
}
const NO_TEXT: Sentence = {
  en: 'That is no text, so it cannot be a record.',
  de: 'Das ist kein Text, also auch keine Aufzeichnung.',
}
const TORN: Sentence = {
  en: 'This link is damaged: a piece of it got lost on the way. Ask for it once more, or for the record as a file.',
  de: 'Dieser Link ist beschädigt: Unterwegs ging ein Stück verloren. Lass ihn dir noch einmal schicken, oder die Aufzeichnung als Datei.',
}
export const wrong = (said: Sentence) => new Trouble(422, 'bad-record', said)

/** A record as somebody brings it along. */
export interface Brought {
  record: string
  names: string[]
}

/** The fragment that opens a record, without its move; null where it is too long for a link. */
export async function packed({ record, names }: Brought): Promise<string | null> {
  const text = await pressed(record)
  if (text === null) return null
  const query = new URLSearchParams([['record', text], ...names.map((name) => ['name', name])])
  return `${query}`.length <= LONGEST_LINK ? `${query}` : null
}

/** A text small enough to stand in an address; null where it is too long even so. */
export async function pressed(text: string): Promise<string | null> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'), Infinity)
  const letters = btoa(String.fromCharCode(...bytes.subarray(0, LONGEST_LINK)))
  if (bytes.length >= LONGEST_LINK || letters.length > LONGEST_LINK) return null
  return letters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The text that was pressed into an address. */
export async function unpressed(letters: string): Promise<string> {
  try {
    const text = atob(letters.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
    return read(await through(bytes, new DecompressionStream('deflate-raw'), LONGEST_BODY))
  } catch (error) {
    throw error instanceof Trouble ? error : wrong(TORN)
  }
}

/** What a fragment brings along; null where it has no record. */
export async function unpacked(fragment: string): Promise<Brought | null> {
  const query = new URLSearchParams(fragment)
  const text = query.get('record')
  if (text === null) return null
  return { record: await unpressed(text), names: query.getAll('name') }
}

/** The text of a file; refused before it is sent where the server could not take it. */
export async function textOf(file: File): Promise<string> {
  if (file.size > LONGEST_BODY) throw wrong(TOO_BIG)
  return read(new Uint8Array(await file.arrayBuffer()))
}

/** Refuse what the server would not take. */
export function weigh(brought: Brought): void {
  if (new Blob([JSON.stringify(brought)]).size > LONGEST_BODY) throw wrong(TOO_BIG)
}

function read(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {
    // bytes that are no letters
  }
  throw wrong(NO_TEXT)
}

/** Send bytes through a stream, and stop where more come out than anybody wants. */
async function through(
  bytes: Uint8Array,
  stream: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array> {
  const source = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream()
  const reader = source.pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>>).getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  for (let size = 0; ;) {
    const { done, value } = await reader.read()
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer())
    size += value.length
    if (size > most) {
      void reader.cancel()
      throw wrong(TOO_BIG)
    }
    parts.push(value as Uint8Array<ArrayBuffer>)
  }
}
