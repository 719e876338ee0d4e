// What the pages and their worker both know: where things are kept, and which answers of the hall are.
export const SHELL = 'meadhall-shell-' // then a version: the files of the app
export const DATA = 'meadhall-data' // answers of the hall
/** On every kept answer: what it is about, so that nobody has to read it to know. */
export const ABOUT = 'meadhall-about'

/** What the header of a kept answer says. */
export interface About {
  at: number // milliseconds since 1970
  game?: string
  names?: string[]
}

/** What a page tells its worker. */
export type Word = 'take over' | { keep: string[] }

const STUDY = /^\/api\/tables\/[^/]+\/study$/
const READ_ONLY = [/^\/api\/games$/, /^\/api\/rules\/[^/]+\/[^/]+$/, /^\/api\/lessons(\/[^/]+)*$/, STUDY]

/** Whether an answer never does harm when it is old: such answers are kept for when there is no network. */
export const isReadOnly = (path: string) => READ_ONLY.some((pattern) => pattern.test(path))
export const isMatch = (path: string) => STUDY.test(path)
/** The table of a kept match. */
export const tableOf = (path: string) => decodeURIComponent(path.split('/')[3] ?? '')
