// Dice that nobody can choose alone: the hall commits itself first, then every seat of this browser adds a nonce.
import { get, post } from '../api'
import { games } from '../games'
import { keep, kept, keepSeated, secrets } from '../kept'
import type { Claim, Pledge, Seated, SeatWish, TableState } from '../wire'

/** 128 bits that nobody else knows, as the hall takes them. */
const newNonce = (): string => hex(crypto.getRandomValues(new Uint8Array(16)))

/** What we add at a table whose commitment we have seen; empty where its dice wait for nobody. */
export function nonceFor({ table, dice }: TableState): string {
  if (!dice?.waits.length) return ''
  const nonce = kept(table).nonce ?? newNonce()
  keep(table, { nonce })
  return nonce
}

export const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

async function pledge(game: string): Promise<string> {
  if (!(await games()).find((one) => one.name === game)?.has_luck) return ''
  return (await post<Pledge>('commitments', {})).commitment
}

/** A wish for a table with what its own seats add to the dice; what the hall promised stands in it. */
export async function withNonces<Wish extends { seats: SeatWish[] }>(
  game: string,
  wish: Wish,
): Promise<Wish & { commitment: string }> {
  const commitment = await pledge(game)
  const add = (seat: SeatWish): SeatWish =>
    commitment && (seat.kind === 'me' || seat.kind === 'here') ? { ...seat, nonce: newNonce() } : seat
  return { ...wish, seats: wish.seats.map(add), commitment }
}

/** Remember what was promised and added, to look at it again when the match is over. */
export function keepDice(table: string, commitment: string, nonces: Record<number, string>): void {
  if (commitment) keep(table, { dice: { commitment, nonces: { ...kept(table).dice?.nonces, ...nonces } } })
}

export function keepWished(table: string, wish: { seats: SeatWish[]; commitment: string }): void {
  keepDice(
    table,
    wish.commitment,
    Object.fromEntries(wish.seats.flatMap((seat, i) => (seat.nonce ? [[i, seat.nonce]] : []))),
  )
}

/** Remember what everybody added, as soon as it is told. */
export function keepAdded({ table, dice }: TableState): void {
  const known = kept(table).dice
  if (dice?.nonces.length && known && !known.all) keep(table, { dice: { ...known, all: dice.nonces } })
}

const at = (table: string, verb = '') => `tables/${encodeURIComponent(table)}${verb}`

/** Set a rematch up; where somebody else was quicker, its page adds our nonces later. */
export async function askRematch(game: string, table: string): Promise<string> {
  const commitment = await pledge(game)
  const nonce = commitment && newNonce()
  const mine = secrets(table)
  const seated = await post<Seated>(at(table, '/rematch'), { commitment, nonce }, mine)
  keepSeated(seated)
  const state = await get<TableState>(at(seated.table), Object.values(seated.seats))
  if (state.dice?.commitment === commitment) {
    keepDice(seated.table, commitment, Object.fromEntries(Object.keys(seated.seats).map((seat) => [seat, nonce])))
  }
  return seated.table
}

/** Take our seats at a table, with secrets of the one before it or of its own; the dice get our nonce. */
export async function claimSeats(table: string, mine: string[]): Promise<void> {
  const state = await get<TableState>(at(table), mine)
  const nonce = nonceFor(state)
  const claim: Claim = { nonce }
  const seated = await post<Seated>(at(table, '/claim'), claim, mine)
  keepSeated(seated)
  keepTaken(seated, state, nonce)
}

/** Remember what was added for seats that were just taken, if the dice waited for them. */
export function keepTaken(seated: Seated, { dice }: TableState, nonce: string): void {
  const seats = Object.keys(seated.seats).filter((seat) => dice?.waits.includes(Number(seat)))
  if (dice && seats.length) keepDice(seated.table, dice.commitment, Object.fromEntries(seats.map((seat) => [seat, nonce])))
}
