import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Trouble } from '../api'
import { keep, keepSeated, kept } from '../kept'
import { toast } from '../toast.svelte'
import type { Line, News, Seat, Step, TableState } from '../wire'
import { FakeSocket } from './fakesocket'
import { ServedTable } from './served.svelte'
import { PAUSE } from './showing.svelte'

const seat = (name: string, yours: boolean): Seat => ({
  ...{ name, kind: 'person', level: null, yours, online: true, absent: false },
})
const said = { en: '', de: '' }

const step = (number: number, action = `move ${number}`): Step => ({
  ...{ number, actor: number % 2, action, said, view: { after: action }, scores: [number, 0] },
})
const steps = (many: number) => Array.from({ length: many }, (_, i) => step(i + 1))

/** The table after so many steps. */
const state = (entries: number, change: Partial<TableState> = {}): TableState => ({
  ...{ table: 'oak', game: 'haugaz', options: {}, number: entries, entries, turn: entries, stage: 'playing' },
  ...{ seats: [seat('Runa', true), seat('Egil', false)], actor: 0, seat: null, ask: said },
  ...{
    view: { now: entries },
    standing: { scores: [entries, 0] },
    choices: [{ action: 'd4', path: ['d4'], label: said }],
  },
  ...{ can_undo: false, aids: null, thinking: false, warming: false, listed: false, result: null, rematch: null },
  ...{ coach: false, rated: false, help: 'board', events: 0, daily: '', goes_on: null },
  ...change,
})

const line = (number: number): Line => ({ number, seat: 0, text: `line ${number}`, at: 0 })
const news = (entries: number, fresh: Step[] = [], talk: Line[] = []): News => ({
  ...{ state: state(entries), steps: fresh, talk },
})

/** What the hall answers to whom, by method and the end of the path. */
let answers: Record<string, unknown>
let asked: string[]
let table: ServedTable | null

async function open(first: News): Promise<ServedTable> {
  const opening = ServedTable.open('oak')
  await settle()
  FakeSocket.last.open()
  FakeSocket.last.say(first)
  return (table = await opening)
}

/** The socket goes, and the next one says hello. */
function reconnect(): void {
  FakeSocket.last.lose()
  vi.advanceTimersByTime(300)
  FakeSocket.last.open()
}

/** Let answers arrive that are on their way, but no time go by. */
const settle = () => vi.advanceTimersByTimeAsync(0)
const shown = () => table!.saga.map(({ action }) => action)
const known = () => table!.saga.length

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  FakeSocket.install()
  keepSeated({ table: 'oak', seats: { 0: 'mine' }, invitations: {} })
  answers = { 'GET steps?from=0': [] }
  asked = []
  table = null
  vi.stubGlobal('fetch', (url: string, { method }: RequestInit) => {
    const wish = `${method} ${url
      .split('/')
      .at(-1)!
      .replace(/[?&](number|events)=\d+/g, '')}`
    asked.push(wish)
    const answer = answers[wish]
    return Promise.resolve(
      answer instanceof Response ? answer : new Response(JSON.stringify(answer), { status: answer ? 200 : 404 }),
    )
  })
})

afterEach(() => {
  table?.close()
  toast.close()
  vi.useRealTimers()
})

describe('opening a table', () => {
  test('goes on where this browser had stopped watching, one step after the other', async () => {
    answers['GET steps?from=0'] = steps(5)
    keep('oak', { seen: 2 })
    await open(news(5))
    expect(known()).toBe(3)
    vi.advanceTimersByTime(PAUSE)
    expect(known()).toBe(4)
    expect(kept('oak').seen).toBe(4)
    vi.advanceTimersByTime(PAUSE)
    expect(table!.replaying).toBe(false)
  })

  test('shows the last twelve steps to somebody who was away for long', async () => {
    answers['GET steps?from=0'] = steps(40)
    keep('oak', { seen: 3 })
    await open(news(40))
    expect(known()).toBe(40 - 12 + 1)
  })

  test('shows somebody who was never here the table as it is', async () => {
    answers['GET steps?from=0'] = steps(9)
    localStorage.clear()
    await open(news(9))
    expect(known()).toBe(9)
    expect(kept('oak').seen).toBeUndefined()
  })

  test('takes steps that were made between the two answers from the socket', async () => {
    answers['GET steps?from=0'] = steps(2)
    keep('oak', { seen: 9 })
    await open(news(4, [step(2), step(3), step(4)]))
    expect(shown()).toEqual(['move 1', 'move 2', 'move 3', 'move 4'])
  })

  test('lets go of steps that were taken back between the two answers', async () => {
    answers['GET steps?from=0'] = steps(4)
    keep('oak', { seen: 4 })
    await open(news(3))
    expect(shown()).toEqual(['move 1', 'move 2', 'move 3'])
    reconnect()
    expect(FakeSocket.last.sent).toMatchObject([{ seen: 3 }])
  })

  test('that there is not fails with what the hall says', async () => {
    const problem = { code: 'no-table', message: { en: 'There is no such table.', de: 'Den Tisch gibt es nicht.' } }
    answers['GET steps?from=0'] = new Response(JSON.stringify(problem), { status: 404 })
    await expect(ServedTable.open('oak')).rejects.toThrow('There is no such table.')
    expect(FakeSocket.all).toEqual([])
  })

  test('with a secret that opens nothing forgets it', async () => {
    const opening = ServedTable.open('oak')
    const failed = expect(opening).rejects.toBeInstanceOf(Trouble)
    await settle()
    FakeSocket.last.say({ code: 'foreign-seat', message: said })
    await failed
    expect(kept('oak').seats).toEqual({})
  })
})

describe('while steps are being shown', () => {
  beforeEach(async () => {
    answers['GET steps?from=0'] = steps(3)
    keep('oak', { seen: 1 })
    await open(news(3))
  })

  test('the board sees the step, and nobody can choose', () => {
    expect(table!.view).toEqual({ after: 'move 2' })
    expect(table!.scores).toEqual([2, 0])
    expect(table!.choices).toEqual([])
  })

  test('skipping them shows the table as it is, and counts as seen', () => {
    table!.skip()
    expect(table!.view).toEqual({ now: 3 })
    expect(table!.choices).toHaveLength(1)
    expect(kept('oak').seen).toBe(3)
  })

  test('more that comes waits for its turn', () => {
    FakeSocket.last.say(news(4, [step(4)]))
    expect(known()).toBe(2)
    vi.advanceTimersByTime(2 * PAUSE)
    expect(shown()).toEqual(['move 1', 'move 2', 'move 3', 'move 4'])
  })
})

describe('catching up', () => {
  const fetches = () => asked.filter((wish) => wish === 'GET steps?from=0').length - 1

  beforeEach(async () => {
    answers['GET steps?from=0'] = steps(4)
    keep('oak', { seen: 4 })
    await open(news(4, [], [line(1), line(3)]))
  })

  test('asks for what came after the steps and lines that are here', () => {
    reconnect()
    expect(FakeSocket.last.sent).toEqual([{ seats: ['mine'], seen: 4, heard: 3, away: false, number: 4, events: 0 }])
  })

  test('adds what is told to what is known, without asking', async () => {
    FakeSocket.last.say(news(5, [step(5)]))
    await settle()
    expect(shown().at(-1)).toBe('move 5')
    expect(fetches()).toBe(0)
  })

  test('fetches all steps where some in between are missing', async () => {
    answers['GET steps?from=0'] = steps(7)
    FakeSocket.last.say(news(7, [step(7)]))
    await settle()
    vi.advanceTimersByTime(3 * PAUSE)
    expect(fetches()).toBe(1)
    expect(shown()).toEqual(steps(7).map(({ action }) => action))
  })

  test('asks for nothing when the table stood still while the rope was loose', async () => {
    reconnect()
    FakeSocket.last.say(news(4))
    await settle()
    expect(table!.connected).toBe(true)
    expect(fetches()).toBe(0)
  })

  test('fetches all steps after the rope was loose: moves may have been taken back and made again', async () => {
    const other = [...steps(3), step(4, 'another'), step(5)]
    answers['GET steps?from=0'] = other
    reconnect()
    expect(table!.connected).toBe(false)
    FakeSocket.last.say({ ...news(5, [step(5)]), state: state(5, { number: 7 }) })
    await settle()
    vi.advanceTimersByTime(PAUSE)
    expect(shown()).toEqual(['move 1', 'move 2', 'move 3', 'another', 'move 5'])
  })

  test('lets go of steps that are taken back, and of a past moment among them', () => {
    table!.show(4)
    FakeSocket.last.say({ ...news(3), state: state(3, { number: 5 }) })
    expect(table!.moment).toBeNull()
    expect(table!.step).toEqual(step(3))
    expect(shown()).toEqual(['move 1', 'move 2', 'move 3'])
    expect(table!.view).toEqual({ now: 3 })
  })

  test('keeps a past moment that is still there', () => {
    table!.show(2)
    FakeSocket.last.say(news(5, [step(5)]))
    expect(table!.moment).toBe(2)
    expect(table!.view).toEqual({ after: 'move 2' })
  })

  test('does not repeat lines of talk that are here already', () => {
    FakeSocket.last.say(news(4, [], [line(1), line(3), line(4)]))
    expect(table!.talk.map(({ number }) => number)).toEqual([1, 3, 4])
  })

  test('stays and watches when the seat was given to somebody else', () => {
    FakeSocket.last.say({ code: 'foreign-seat', message: { en: 'Not yours.', de: 'Nicht deiner.' } })
    expect(toast.said?.en).toBe('Not yours.')
    FakeSocket.last.open()
    expect(FakeSocket.last.sent).toEqual([{ seats: [], seen: 4, heard: 3, away: false, number: 4, events: 0 }])
  })
})

describe('a move', () => {
  beforeEach(async () => {
    answers['GET steps?from=0'] = steps(4)
    keep('oak', { seen: 4 })
    await open(news(4))
  })

  test('keeps the table busy until its news has come', async () => {
    answers['POST move'] = state(5)
    table!.play('d4')
    expect(table!.busy).toBe(true)
    await settle()
    expect(table!.busy).toBe(true)
    FakeSocket.last.say(news(5, [step(5)]))
    expect(table!.busy).toBe(false)
  })

  test('whose news does not come has the socket opened anew', async () => {
    answers['POST move'] = state(5)
    table!.play('d4')
    await vi.advanceTimersByTimeAsync(1499)
    expect(FakeSocket.all).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(FakeSocket.all).toHaveLength(2)
  })

  test('that is refused is told, and the table asks how it stands', async () => {
    const problem = { code: 'moved-on', message: { en: 'The table has moved on.', de: 'Der Tisch ist weiter.' } }
    answers['POST move'] = new Response(JSON.stringify(problem), { status: 409 })
    table!.play('d4')
    await settle()
    expect(toast.said).toEqual(problem.message)
    expect(table!.busy).toBe(false)
    expect(FakeSocket.all).toHaveLength(2)
  })

  test('that is made while another is on its way is not sent', async () => {
    answers['POST move'] = state(5)
    table!.play('d4')
    table!.play('d5')
    await settle()
    expect(asked.filter((wish) => wish === 'POST move')).toHaveLength(1)
  })
})
