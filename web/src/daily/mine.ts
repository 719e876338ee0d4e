// What this browser keeps of its daily tables: which they were, and on which days it finished one.
import { secrets } from '../kept'

interface Mine {
  /** Names of tables by day and kind, like 2026-11-16 solo; the latest last. */
  tables: Record<string, string>
  days: string[]
}

const KEPT = 'meadhall.daily'
const MOST = 30 // tables that the hall is asked about: two for each day that it shows, and some to spare
const DAY = 86_400_000 // milliseconds

function mine(): Mine {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? 'null') as Partial<Mine> | null
    return { tables: found?.tables ?? {}, days: found?.days ?? [] }
  } catch {
    return { tables: {}, days: [] }
  }
}
const keep = (now: Mine) => localStorage.setItem(KEPT, JSON.stringify(now))

/** The secrets with which this browser asks for its daily tables. */
export const dailySecrets = (): string[] =>
  Object.values(mine().tables)
    .slice(-MOST)
    .flatMap((table) => secrets(table))

/** Keep in mind that a daily table is ours. */
export function keepDaily(day: string, kind: string, table: string): void {
  const now = mine()
  const tables = { ...now.tables, [`${day} ${kind}`]: table }
  keep({ ...now, tables: Object.fromEntries(Object.entries(tables).slice(-MOST)) })
}

/** Add days that the hall knows to those that we know; all days on which a table was finished. */
export function finishedDays(known: string[]): string[] {
  const now = mine()
  const days = [...new Set([...now.days, ...known])].sort()
  if (days.length > now.days.length) keep({ ...now, days })
  return days
}

const before = (day: string) => new Date(Date.parse(day) - DAY).toISOString().slice(0, 10)

/** Days in a row; one that is not over yet breaks no row. */
export function streak(days: string[], today: string): number {
  const done = new Set(days)
  let many = 0
  for (let day = done.has(today) ? today : before(today); done.has(day); day = before(day)) many += 1
  return many
}
