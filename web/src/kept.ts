// What this browser keeps of its tables: secrets of seats, invitations not yet taken, and how much it has seen.
import type { Noted } from './dice/noted'
import type { Seated } from './wire'

export interface Kept {
  seats: Record<number, string>
  invitations: Record<number, string>
  /** Actions already shown here; undefined for a table never opened. */
  seen?: number
  /** Lines of talk already read here. */
  read?: number
  /** Nobody wants to read the talk at this table. */
  muted?: boolean
  /** What this browser was told of the dice, and what it added. */
  dice?: Noted
}

const PREFIX = 'meadhall.table.'
const unkept = new Map<string, string>() // where the browser keeps nothing: gone with the page
const FROM_LINKS = 100 // numbers that no seat has, for secrets that came by link and do not say their seat

export function kept(table: string): Kept {
  try {
    const text = unkept.get(table) ?? localStorage.getItem(PREFIX + table) ?? 'null'
    const found = JSON.parse(text) as Partial<Kept> | null
    return { seats: {}, invitations: {}, ...found }
  } catch {
    return { seats: {}, invitations: {} }
  }
}

export function keep(table: string, change: Partial<Kept>): void {
  const text = JSON.stringify({ ...kept(table), ...change })
  try {
    localStorage.setItem(PREFIX + table, text)
    unkept.delete(table)
  } catch {
    unkept.set(table, text) // a private window, or one that is full
  }
}

/** Keep the secrets of a table that was just opened or joined. */
export function keepSeated(seated: Seated): void {
  const before = kept(seated.table)
  const taken = Object.values(seated.seats)
  const others = Object.entries(before.seats).filter(([, secret]) => !taken.includes(secret))
  keep(seated.table, {
    seats: { ...Object.fromEntries(others), ...seated.seats },
    invitations: { ...before.invitations, ...seated.invitations },
    seen: before.seen ?? 0,
  })
}

/** Take a secret over from a link; its seat is not known yet. */
export function keepSecret(table: string, secret: string): void {
  const before = kept(table)
  const known = [...Object.values(before.seats), ...Object.values(before.invitations)]
  if (!known.includes(secret)) {
    const unused = Math.max(FROM_LINKS - 1, ...Object.keys(before.seats).map(Number)) + 1
    keep(table, { seats: { ...before.seats, [unused]: secret } })
  }
}

/** Forget seats that nothing here opens any more: a wrong link, or an invitation that was taken back. */
export function forgetSeats(table: string): void {
  keep(table, { seats: {} })
}

/** The secrets with which this browser speaks at a table; an invitation is for somebody else. */
export const secrets = (table: string): string[] => Object.values(kept(table).seats)

/** The names of all tables of which this browser keeps anything. */
export function keptTables(): string[] {
  const found = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
  return [...new Set([...found.map((key) => key.slice(PREFIX.length)), ...unkept.keys()])]
}

/** All secrets of this browser, for the hall. */
export const allSecrets = (): string[] => keptTables().flatMap(secrets)
