// What this browser can check of a match's dice by itself, and what it has the hall recompute.
import { post } from '../api'
import { kept, keptTables, type Kept } from '../kept'
import { together } from '../people'
import type { Dice, Sentence, Verified, VerifyWish } from '../wire'
import { foulSaid } from './foulwords'
import { unheard, type FoulKind, type Noted } from './noted'
import { actionsOf, header, recompute } from './recompute'
import { digest } from './sha256'
import { words } from './words'

/** A match whose dice are to be verified. */
export interface Rolled {
  game: string
  /** The table of this hall; empty for a record that somebody brought. */
  table: string
  names: string[]
  wish: VerifyWish
  daily: boolean
  /** What the table says of its dice; null for a record that somebody brought. */
  dice: Dice | null
  /** The seats of this browser, if it has any. */
  yours: number[]
  /** What this browser noted when it was there. */
  noted: Noted | undefined
}

/** What all dice of a match come from, as the record itself says. */
export interface Origin {
  commitment: string
  secret: string
  nonces: string[]
}

export interface Check {
  by: 'browser' | 'hall'
  mark: 'ok' | 'bad' | 'open'
  said: Sentence[]
}

export interface Checked {
  rolled: Rolled
  verified: Verified
  /** Null where there is no such thing: of a plain seed, or of a match that ended before all had added to it. */
  origin: Origin | null
  checks: Check[]
}

type Words = typeof words.en
const both = (say: (w: Words) => string): Sentence => ({ en: say(words.en), de: say(words.de) })

export async function check(rolled: Rolled): Promise<Checked> {
  const verified = await post<Verified>('study/verify', rolled.wish)
  const origin = originOf(rolled.wish)
  const remembered = rolled.table ? rolled : { ...rolled, ...notedOf(origin) }
  const own = origin || remembered.noted ? ownChecks(remembered, origin, verified) : []
  return { rolled: remembered, verified, origin, checks: [...own, recomputed(verified)] }
}

/** Take secret and nonces out of the record's seed, or out of the one that comes with it. */
function originOf({ record, seed }: VerifyWish): Origin | null {
  const [kind, version, secret, ...nonces] = (seed ?? header(record, 'seed')).split(' ')
  if (kind !== 'provable' || version !== '1' || !secret) return null
  return { commitment: digest(secret), secret, nonces }
}

/** Find what this browser noted of a match that somebody brings: one nonce or the commitment tells it. */
function notedOf(origin: Origin | null): Pick<Rolled, 'noted' | 'yours'> {
  const known = origin
    ? keptTables()
        .map(kept)
        .filter(({ dice }) => dice)
    : []
  const ours = ({ dice }: Kept) =>
    Object.entries(dice!.nonces).some(([seat, one]) => origin!.nonces[Number(seat)] === one)
  const found = known.find(({ dice }) => dice!.commitment === origin!.commitment) ?? known.find(ours)
  return { noted: found?.dice, yours: Object.keys(found?.seats ?? {}).map(Number) }
}

const browser = (right: boolean | null, said: Sentence | Sentence[]): Check => ({
  by: 'browser',
  mark: right === null ? 'open' : right ? 'ok' : 'bad',
  said: Array.isArray(said) ? said : [said],
})
const told = (right: boolean, yes: (w: Words) => string, no: (w: Words) => string): Check =>
  browser(right, both(right ? yes : no))

/** All that needs no rules: the hall has no say in it. */
function ownChecks(rolled: Rolled, origin: Origin | null, verified: Verified): Check[] {
  const { noted, names, dice, wish } = rolled
  const fouls = noted?.fouls ?? []
  const seen = (kind: FoulKind) => fouls.some((foul) => foul.kind === kind) // said already, with more words
  const checks = fouls.map((foul) => browser(false, foulSaid(foul, names, true)))
  const secret = origin?.secret ?? dice?.secret ?? ''
  const bound = noted?.commitment ?? dice?.commitment
  if (!secret && !seen('untold'))
    checks.push(
      browser(
        false,
        both((w) => w.untold),
      ),
    )
  if (secret && bound && !seen('secret'))
    checks.push(
      told(
        digest(secret) === bound,
        (w) => w.hashes,
        (w) => w.hashesNot,
      ),
    )
  checks.push(
    ...(noted
      ? asNoted(noted, rolled, origin)
      : [
          browser(
            null,
            both((w) => w.unseen),
          ),
        ]),
  )
  if (!origin) return checks
  const same = (other: Origin | Verified) =>
    other.commitment === origin.commitment &&
    other.secret === origin.secret &&
    other.nonces.join() === origin.nonces.join()
  if (dice && !same(dice))
    checks.push(
      browser(
        false,
        both((w) => w.otherSeed),
      ),
    )
  if (!same(verified))
    checks.push(
      browser(
        false,
        both((w) => w.otherAnswer),
      ),
    )
  const { many, wrong } = recompute(wish.record, wish.seed ?? header(wish.record, 'seed'), wish.after ?? 0)
  const first = wrong[0]
  if (first)
    checks.push(
      browser(
        false,
        both((w) => w.rollsNot(wrong.length, many, first.line, first.due)),
      ),
    )
  else if (many)
    checks.push(
      browser(
        true,
        both((w) => w.rolls(many)),
      ),
    )
  return checks
}

/** Whether all is as it was when the match was played. */
function asNoted(noted: Noted, { names, yours, wish }: Rolled, origin: Origin | null): Check[] {
  const own = Object.entries(noted.nonces).map(([seat, nonce]) => ({ seat: Number(seat), nonce }))
  const checks: Check[] = []
  if (origin) {
    const seen = (w: Words) => (own.length ? w.seen : w.watched)
    checks.push(told(noted.commitment === origin.commitment, seen, (w) => w.seenNot(noted.commitment)))
    const changed = own.filter(({ seat, nonce }) => origin.nonces[seat] !== nonce)
    const ours = changed.filter(({ seat }) => yours.includes(seat)) // of others, the invitation was taken back
    const lost = ours.filter(({ seat }) => !unheard(noted, origin.nonces[seat]))
    if (lost.length)
      checks.push(
        browser(
          false,
          lost.map(({ seat, nonce }) => both((w) => w.mineNot(names[seat]!, nonce))),
        ),
      )
    else if (ours.length)
      checks.push(
        browser(
          null,
          ours.map(({ seat }) => both((w) => w.unheard(names[seat]!))),
        ),
      )
    else if (changed.length)
      checks.push(
        browser(
          null,
          changed.map(({ seat }) => both((w) => w.sentAway(names[seat]!))),
        ),
      )
    else if (own.length) {
      const called = own.map(({ seat }) => names[seat]!)
      checks.push(
        browser(
          true,
          both((w) => w.mine(together(called, w.and), called.length > 1)),
        ),
      )
    }
    if (noted.all) {
      const all = noted.all.join(' ')
      checks.push(
        told(
          all === origin.nonces.join(' '),
          (w) => w.others,
          (w) => w.othersNot(all),
        ),
      )
    }
  }
  const rolled = Object.entries(noted.rolled ?? {})
  const actions = actionsOf(wish.record)
  const changed = rolled.find(([number, was]) => actions[Number(number) - 1] !== was)
  if (changed) {
    const [number, was] = changed
    checks.push(
      browser(
        false,
        both((w) => w.fellNot(was, actions[Number(number) - 1] ?? '–')),
      ),
    )
  } else if (rolled.length)
    checks.push(
      browser(
        true,
        both((w) => w.fell(rolled.length)),
      ),
    )
  return checks
}

/** What the hall says; the numbers themselves, its last sentences, stand elsewhere on the page. */
function recomputed({ right, draws, commitment, words }: Verified): Check {
  const numbers = !draws || right === null ? 0 : commitment ? 2 : 1
  const said = words.slice(0, words.length - numbers)
  return { by: 'hall', mark: right === null ? 'open' : right ? 'ok' : 'bad', said }
}

/** The command with which anybody recomputes the match. */
export function command({ game, table, wish }: Rolled): string {
  const file = `${game}${table ? `-${table}` : ''}.txt`
  const seed = wish.seed ? ` --seed "${wish.seed}"` : ''
  return `meadhall verify ${file}${seed}${wish.after ? ` --after ${wish.after}` : ''}`
}
