// What this browser can check of a match's dice by itself, and what it has the hall recompute.
import { post } from '../api'
import type { Kept } from '../kept'
import { together } from '../people'
import type { Sentence, Verified, VerifyWish } from '../wire'
import { hex } from './promise'
import { words } from './words'

/** A match whose dice are to be verified. */
export interface Rolled {
  game: string
  /** The table of this hall; empty for a record that somebody brought. */
  table: string
  names: string[]
  wish: VerifyWish
  daily: boolean
  /** What this browser noted when it sat down there. */
  noted: Kept['dice']
}

export interface Check {
  by: 'browser' | 'hall'
  mark: 'ok' | 'bad' | 'open'
  said: Sentence[]
}

export interface Checked {
  rolled: Rolled
  verified: Verified
  checks: Check[]
}

type Words = typeof words.en
const both = (say: (w: Words) => string): Sentence => ({ en: say(words.en), de: say(words.de) })

export async function check(rolled: Rolled): Promise<Checked> {
  const verified = await post<Verified>('study/verify', rolled.wish)
  const own = verified.commitment ? [await hashed(verified, rolled), ...noted(verified, rolled)] : []
  return { rolled, verified, checks: [...own, recomputed(verified)] }
}

/** Whether the secret is what the hall was bound to; by the commitment that we saw, where we saw one. */
async function hashed({ secret, commitment }: Verified, { noted }: Rolled): Promise<Check> {
  if (!crypto.subtle) return { by: 'browser', mark: 'open', said: [both((w) => w.noHash)] }
  const digest = hex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))))
  const right = digest === (noted?.commitment ?? commitment)
  return { by: 'browser', mark: right ? 'ok' : 'bad', said: [both((w) => (right ? w.hashes : w.hashesNot))] }
}

/** Whether all is as it was when the match began. */
function noted({ commitment, nonces }: Verified, { names, noted }: Rolled): Check[] {
  if (!noted) return [{ by: 'browser', mark: 'open', said: [both((w) => w.unseen)] }]
  const same = noted.commitment === commitment
  const checks: Check[] = [
    {
      by: 'browser',
      mark: same ? 'ok' : 'bad',
      said: [both((w) => (same ? w.seen : w.seenNot(noted.commitment)))],
    },
  ]
  const own = Object.entries(noted.nonces).map(([seat, nonce]) => ({ seat: Number(seat), nonce }))
  const changed = own.filter(({ seat, nonce }) => nonces[seat] !== nonce)
  if (changed.length) {
    const said = changed.map(({ seat, nonce }) => both((w) => w.mineNot(names[seat]!, nonce)))
    checks.push({ by: 'browser', mark: 'bad', said })
  } else if (own.length) {
    const called = own.map(({ seat }) => names[seat]!)
    checks.push({ by: 'browser', mark: 'ok', said: [both((w) => w.mine(together(called, w.and), called.length > 1))] })
  }
  if (noted.all) {
    const told = noted.all.join(' ')
    const kept = told === nonces.join(' ')
    checks.push({
      by: 'browser',
      mark: kept ? 'ok' : 'bad',
      said: [both((w) => (kept ? w.others : w.othersNot(told)))],
    })
  }
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
