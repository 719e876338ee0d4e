// What will count and what will help at a table that is not set up yet; the server decides it, in hall/fairness.py.
import type { SeatWish, TableState } from '../wire'

export type Terms = Pick<TableState, 'rated' | 'help'>

/** Foresee it, as everybody who comes from a browser has a phrase. */
export function foreseen(seats: SeatWish[], aids: boolean, ownSet: boolean): Terms {
  const strangers = seats.some((seat) => seat.kind === 'here' || (seat.kind === 'bot' && seat.program))
  const people = seats.filter((seat) => seat.kind !== 'bot').length
  const rated = seats.length > 1 && !strangers && !ownSet
  return { rated, help: !aids ? 'none' : rated && people > 1 ? 'board' : 'bots' }
}
