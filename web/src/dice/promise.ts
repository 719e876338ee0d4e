// Dice that nobody can choose alone: the hall commits itself first, then every seat of this browser adds a nonce.
import { get, post, Trouble } from '../api'
import { games } from '../games'
import { kept, keep, keepSeated, secrets } from '../kept'
import type { Again, Claim, Pledge, Seated, SeatWish, TableState } from '../wire'
import { book } from './ledger.svelte'
import { foulsAt, isCommitment, noteCommitment, noteFoul, noteNonces, type Noted } from './noted'
import { hex } from './sha256'
import { refusal } from './foulwords'

/** 128 bits that nobody else knows, as the hall takes them. */
const newNonce = (): string => hex(crypto.getRandomValues(new Uint8Array(16)))

/** What we add for seats of a table if its dice wait for them: it is written down before it leaves.
 *
 * It belongs to the commitment that this browser saw first. A hall that shows another one gets nothing. */
export function nonceFor({ table, dice }: TableState, seats: number[]): string {
  if (!dice?.waits.some((seat) => seats.includes(seat))) return ''
  const noted: Noted = noteCommitment(table, dice.commitment)
  if (!isCommitment(dice.commitment)) noteFoul(table, { kind: 'bare', was: noted.commitment, now: dice.commitment })
  else if (dice.commitment !== noted.commitment) {
    noteFoul(table, { kind: 'swapped', was: noted.commitment, now: dice.commitment })
  }
  if (foulsAt(table).length) throw new Trouble(0, 'foul', refusal)
  const nonce = noted.nonce ?? noted.nonces[seats[0]!] ?? newNonce()
  keep(table, { dice: { ...noted, nonce } })
  return nonce
}

/** Note for which seats a nonce is added. */
export function noteAdded(table: string, { dice }: TableState, seats: number[], nonce: string): void {
  const waiting = seats.filter((seat) => dice?.waits.includes(seat))
  if (nonce) noteNonces(table, Object.fromEntries(waiting.map((seat) => [seat, nonce])))
}

/** Note whether the hall has heard of a nonce that was just sent: a network can fail. */
export async function heardOf<Answer>(table: string, nonce: string, asked: Promise<Answer>): Promise<Answer> {
  if (!nonce) return asked
  const note = (unsure: boolean) => {
    const { dice } = kept(table)
    if (dice && (dice.unsure ?? false) !== unsure) keep(table, { dice: { ...dice, unsure } })
  }
  try {
    const answer = await asked
    note(false)
    return answer
  } catch (error) {
    note(error instanceof Trouble && !error.status)
    throw error
  }
}

async function pledge(): Promise<string> {
  const { commitment } = await post<Pledge>('commitments', {})
  if (!book.fits(commitment)) throw new Trouble(0, 'foul', refusal)
  return commitment
}

/** Have a table set up, with what its own seats add to the dice: that is written down before it leaves.
 *
 * Where the hall refuses, the next wish brings the same nonces under the same commitment. */
export async function setUp<Wish extends { seats: SeatWish[] }>(
  game: string,
  wish: Wish,
  ask: (wish: Wish & { commitment: string }) => Promise<Seated>,
): Promise<Seated> {
  const luck = (await games()).find((one) => one.name === game)?.has_luck
  const before = luck ? book.unanswered() : null
  const commitment = luck ? (before?.commitment ?? (await pledge())) : ''
  const seats = wish.seats.map((seat, i) =>
    commitment && (seat.kind === 'me' || seat.kind === 'here')
      ? { ...seat, nonce: before?.nonces[i] ?? newNonce() }
      : seat,
  )
  const nonces = Object.fromEntries(seats.flatMap((seat, i) => (seat.nonce ? [[i, seat.nonce]] : [])))
  if (commitment) book.send(commitment, nonces)
  try {
    const seated = await ask({ ...wish, seats, commitment })
    keepSeated(seated)
    if (commitment) {
      const noted = noteCommitment(seated.table, commitment)
      if (noted.commitment !== commitment)
        noteFoul(seated.table, { kind: 'swapped', was: commitment, now: noted.commitment })
      noteNonces(seated.table, nonces)
      book.answered(commitment)
    }
    return seated
  } catch (error) {
    if (error instanceof Trouble && commitment) book.refused(commitment, error)
    throw error
  }
}

const at = (table: string, verb = '') => `tables/${encodeURIComponent(table)}${verb}`

/** Set a rematch up. No nonce leaves before its table has shown a commitment. */
export async function askRematch(table: string): Promise<string> {
  const wish: Again = { later: true }
  const seated = await post<Seated>(at(table, '/rematch'), wish, secrets(table))
  keepSeated(seated)
  await claimSeats(seated.table, Object.values(seated.seats))
  return seated.table
}

/** Take our seats at a table, with secrets of the one before it or of its own; the dice get our nonce. */
export async function claimSeats(table: string, mine: string[]): Promise<void> {
  const state = await get<TableState>(at(table), mine)
  const ours = state.seats.flatMap((seat, i) => (seat.yours ? [i] : []))
  const nonce = nonceFor(state, ours)
  noteAdded(table, state, ours, nonce)
  const claim: Claim = { nonce }
  keepSeated(await heardOf(table, nonce, post<Seated>(at(table, '/claim'), claim, mine)))
}

/** Ask once more, as somebody who only watches and for each seat on its own, whether all are told the same. */
export async function askAround(table: string): Promise<void> {
  const mine = secrets(table)
  for (const seats of mine.length > 1 ? [[], ...mine.map((secret) => [secret])] : [[]]) {
    const noted = kept(table).dice
    const { dice } = await get<TableState>(at(table), seats)
    if (!noted || !dice) continue
    const all = dice.nonces.length && noted.all ? noted.all.join(' ') : ''
    if (dice.commitment !== noted.commitment)
      noteFoul(table, { kind: 'views', was: noted.commitment, now: dice.commitment })
    else if (all && dice.nonces.join(' ') !== all)
      noteFoul(table, { kind: 'views', was: all, now: dice.nonces.join(' ') })
  }
}
