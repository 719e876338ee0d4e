import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Trouble } from '../api'
import type { Hello, News, TableState } from '../wire'
import { Connection } from './connection'
import { FakeSocket } from './fakesocket'

const news: News = { state: { number: 1 } as TableState, steps: [], talk: [] }
const hello: Hello = { seats: ['mine'], seen: 3, heard: 2, away: false }

let connection: Connection
let told: unknown[]

/** Look elsewhere for some milliseconds, then look again. */
function lookAway(milliseconds: number): void {
  const looks = vi.spyOn(document, 'visibilityState', 'get')
  for (const state of ['hidden', 'visible'] as const) {
    looks.mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange'))
    if (state === 'hidden') vi.advanceTimersByTime(milliseconds)
  }
}

/** How long it takes until the next try, in milliseconds. */
function waited(): number {
  const [tries, from] = [FakeSocket.all.length, Date.now()]
  vi.advanceTimersToNextTimer()
  expect(FakeSocket.all).toHaveLength(tries + 1)
  return Date.now() - from
}

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.install()
  vi.stubGlobal('fetch', () => new Promise(() => {})) // whether the hall can be reached is asked elsewhere
  told = []
  connection = new Connection(
    'öak/1',
    () => hello,
    (said) => told.push(said),
    (connected) => told.push(connected),
    (trouble: Trouble) => told.push(trouble),
  )
})

afterEach(() => {
  connection.close()
  vi.useRealTimers()
})

test('says hello as soon as the socket is open, at the address of the table', () => {
  expect(FakeSocket.last.url).toBe(`ws://${location.host}/api/tables/%C3%B6ak%2F1/socket`)
  expect(FakeSocket.last.sent).toEqual([])
  FakeSocket.last.open()
  expect(FakeSocket.last.sent).toEqual([hello])
})

test('tells that it is connected, then what is new', () => {
  FakeSocket.last.open()
  FakeSocket.last.say(news)
  expect(told).toEqual([true, news])
})

describe('when the rope comes loose', () => {
  test('it tells so, and comes back a little later every time', () => {
    FakeSocket.last.lose()
    expect(told).toEqual([false])
    const waits = [waited()]
    for (let i = 0; i < 6; i++) {
      FakeSocket.last.lose()
      waits.push(waited())
    }
    expect(waits).toEqual([300, 800, 1500, 3000, 5000, 10_000, 10_000])
  })

  test('it is patient no longer once there was news', () => {
    FakeSocket.last.lose()
    waited()
    FakeSocket.last.lose()
    waited()
    FakeSocket.last.say(news)
    FakeSocket.last.lose()
    expect(waited()).toBe(300)
  })

  test('it says hello anew on the next socket', () => {
    FakeSocket.last.lose()
    waited()
    FakeSocket.last.open()
    expect(FakeSocket.last.sent).toEqual([hello])
  })

  test('the end of an older socket means nothing', () => {
    const older = FakeSocket.last
    connection.open()
    older.lose()
    expect(told).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a refusal', () => {
  const problem = { code: 'foreign-seat', message: { en: 'Not yours.', de: 'Nicht deiner.' } }

  test('ends it for good: the same would only be refused again', () => {
    FakeSocket.last.open()
    FakeSocket.last.say(problem)
    FakeSocket.last.lose()
    expect(told).toMatchObject([{ code: 'foreign-seat', said: problem.message }])
    expect(vi.getTimerCount()).toBe(0)
    dispatchEvent(new Event('online'))
    expect(FakeSocket.all).toHaveLength(1)
  })

  test('can be followed by a new beginning', () => {
    FakeSocket.last.say(problem)
    connection = connection.anew()
    FakeSocket.last.say(news)
    expect(FakeSocket.all).toHaveLength(2)
    expect(told.slice(1)).toEqual([true, news])
  })

  test('because there are too many is none: it comes back after the longest wait', () => {
    FakeSocket.last.say({ code: 'too-many', message: { en: 'Full.', de: 'Voll.' } })
    FakeSocket.last.lose()
    expect(told).toEqual([false])
    expect(waited()).toBe(10_000)
  })
})

describe('it does not wait for the next try', () => {
  test('when the network is back', () => {
    FakeSocket.last.lose()
    dispatchEvent(new Event('online'))
    expect(FakeSocket.all).toHaveLength(2)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('when the network is back and the socket believes that it lives', () => {
    FakeSocket.last.open()
    dispatchEvent(new Event('online'))
    expect(FakeSocket.all).toHaveLength(2)
  })

  test('when somebody looks again and the socket is gone', () => {
    FakeSocket.last.lose()
    lookAway(10)
    expect(FakeSocket.all).toHaveLength(2)
  })

  test('when somebody looks again after long: the socket may be dead without knowing it', () => {
    FakeSocket.last.open()
    lookAway(30_001)
    expect(FakeSocket.all).toHaveLength(2)
  })
})

test('it leaves a living socket alone when somebody looks again at once', () => {
  FakeSocket.last.open()
  lookAway(30_000)
  expect(FakeSocket.all).toHaveLength(1)
})

test('it tells that the network is gone before the socket knows', () => {
  FakeSocket.last.open()
  dispatchEvent(new Event('offline'))
  expect(told).toEqual([false])
  expect(connection.alive).toBe(true)
})

test('once closed it stays closed', () => {
  FakeSocket.last.open()
  connection.close()
  expect(FakeSocket.last.readyState).toBe(WebSocket.CLOSED)
  FakeSocket.last.lose()
  dispatchEvent(new Event('online'))
  dispatchEvent(new Event('offline'))
  lookAway(60_000)
  expect(told).toEqual([])
  expect(FakeSocket.all).toHaveLength(1)
})
