// What this browser writes down of a table's dice before anything leaves it. What is written is never changed.
import { keep, kept, keptTables } from '../kept'
import type { Step, TableState } from '../wire'
import { digest } from './sha256'

/** A way in which the hall has broken its word. */
export type FoulKind =
  | 'bare' // a nonce was asked for, with no commitment before it
  | 'again' // the commitment was shown at another table before
  | 'swapped' // another commitment
  | 'gone' // no commitment any more
  | 'mine' // another nonce stands in our seat
  | 'others' // nonces that were told have changed, or do not fit the seats
  | 'early' // dice fell before all nonces were there
  | 'foretold' // the secret was told before the end
  | 'untold' // and not at the end
  | 'secret' // it is not what the hall was bound to
  | 'rolled' // dice that had fallen are others now
  | 'views' // others are told something else
  | 'rematch' // there is a second rematch

export interface Foul {
  kind: FoulKind
  /** What this browser had noted, and what the hall said then. */
  was: string
  now: string
  seat?: number
}

export interface Noted {
  /** The first commitment that this browser saw here. */
  commitment: string
  /** What it drew for its seats under that commitment. */
  nonces: Record<number, string>
  /** The same nonce, for seats that it is about to take. */
  nonce?: string
  /** The network failed when it was sent: perhaps the hall has never heard of it. */
  unsure?: boolean
  /** What all seats have added, as it was told first. */
  all?: string[]
  /** Dice and draws as they fell, by the number of their step. */
  rolled?: Record<number, string>
  rematch?: string
  /** The match has ended, and the secret was the right one. */
  over?: boolean
  fouls?: Foul[]
}

const COMMITMENT = /^[0-9a-f]{64}$/
export const isCommitment = (text: string): boolean => COMMITMENT.test(text)

/** Another table at which a commitment was shown; empty where it is new. */
const shownAt = (commitment: string, table: string): string =>
  keptTables().find((other) => other !== table && kept(other).dice?.commitment === commitment) ?? ''

/** Note the commitment of a table where this browser has seen none yet; afterwards it stays. */
export function noteCommitment(table: string, commitment: string): Noted {
  const known = kept(table).dice
  if (known) return known
  const noted: Noted = { commitment, nonces: {} }
  keep(table, { dice: noted })
  const before = shownAt(commitment, table)
  if (before) noteFoul(table, { kind: 'again', was: before, now: commitment })
  return kept(table).dice!
}

/** Note what was added for some seats, under the commitment that stands there; what was noted before stays. */
export function noteNonces(table: string, nonces: Record<number, string>): void {
  const noted = kept(table).dice
  if (noted) keep(table, { dice: { ...noted, nonces: { ...nonces, ...noted.nonces } } })
}

/** Note a foul, for good; of each kind and seat the first one. */
export function noteFoul(table: string, foul: Foul): void {
  const noted = kept(table).dice
  const fouls = noted?.fouls ?? []
  if (!noted || fouls.some(({ kind, seat }) => kind === foul.kind && seat === foul.seat)) return
  keep(table, { dice: { ...noted, fouls: [...fouls, foul] } })
}

export const foulsAt = (table: string): Foul[] => kept(table).dice?.fouls ?? []

/** What all seats can compare; empty before all nonces are told. The same as in core/seed_commitment.py. */
export function fingerprint(commitment: string, nonces: string[]): string {
  if (!nonces.length) return ''
  const told = digest(['meadhall dice 1', commitment, ...nonces].join(' '))
  const digits = `${BigInt(`0x${told.slice(0, 20)}`) % 10n ** 24n}`.padStart(24, '0')
  return digits.match(/.{4}/g)!.join(' ')
}

/** Whether nothing stands in a seat for which the hall may never have heard of our nonce. */
export const unheard = ({ unsure }: Noted, now: string | undefined): boolean => unsure === true && now === '-'

/** Compare a table with what this browser has noted of it, and note what is new; whatever differs is a foul. */
export function witness(state: TableState, steps: Step[]): void {
  const { table, dice, seats } = state
  if (dice && state.stage === 'playing' && isCommitment(dice.commitment)) noteCommitment(table, dice.commitment)
  const noted = kept(table).dice
  if (!noted) return
  const foul = (kind: FoulKind, was: string, now: string, seat?: number) =>
    noteFoul(table, { kind, was, now, ...(seat === undefined ? {} : { seat }) })

  if (!dice) foul('gone', noted.commitment, '')
  else {
    if (dice.commitment !== noted.commitment) foul('swapped', noted.commitment, dice.commitment)
    if (dice.waits.length && state.entries > (state.goes_on ?? 0)) foul('early', '', `${state.entries}`)
    const { nonces, secret } = dice
    if (nonces.length && (nonces.length !== seats.length || dice.waits.length)) foul('others', '', nonces.join(' '))
    // Another process of the hall may lag behind, and not tell yet what was told: that is no foul.
    if (nonces.length && noted.all && nonces.join(' ') !== noted.all.join(' '))
      foul('others', noted.all.join(' '), nonces.join(' '))
    if (nonces.length) {
      for (const [seat, was] of Object.entries(noted.nonces)) {
        const now = nonces[Number(seat)] ?? ''
        if (now !== was && seats[Number(seat)]?.yours && !unheard(noted, now)) foul('mine', was, now, Number(seat))
      }
    }
    if (secret && state.stage === 'playing') foul('foretold', '', secret)
    if (!secret && state.stage === 'over') foul('untold', noted.commitment, '')
    if (secret && digest(secret) !== noted.commitment) foul('secret', noted.commitment, digest(secret))
  }
  const { rematch } = state
  if (rematch && noted.rematch && rematch !== noted.rematch) foul('rematch', noted.rematch, rematch)
  const rolled =
    dice && Object.keys(noted.nonces).length ? noteRolled(noted.rolled ?? {}, state, steps, foul) : noted.rolled
  const change: Partial<Noted> = {}
  if (rolled && rolled !== noted.rolled) change.rolled = rolled
  if (dice?.nonces.length && !noted.all) change.all = dice.nonces
  if (rematch && !noted.rematch) change.rematch = rematch
  if (state.stage === 'over' && dice?.secret && !noted.over) change.over = true
  if (Object.keys(change).length) keep(table, { dice: { ...kept(table).dice!, ...change } })
}

/** Compare dice and draws with those that fell before, and add the new ones. */
function noteRolled(
  before: Record<number, string>,
  { entries }: TableState,
  steps: Step[],
  foul: (kind: FoulKind, was: string, now: string) => void,
): Record<number, string> {
  if (steps.length < entries || steps.includes(undefined as unknown as Step)) return before // they are on their way
  for (const [number, was] of Object.entries(before)) {
    const step = steps[Number(number) - 1]
    if (step && (step.actor !== -1 || step.action !== was)) foul('rolled', was, step.action)
  }
  const fresh = steps.filter((step) => step.actor === -1 && before[step.number] === undefined)
  if (!fresh.length) return before
  return { ...before, ...Object.fromEntries(fresh.map((step) => [step.number, step.action])) }
}
