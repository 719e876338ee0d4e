// How far somebody has come in each lesson, and whether they want to hear of lessons at all; kept in this browser.
import { allSecrets } from '../kept'

interface Come {
  /** The step that comes next, counting from 0. */
  step: number
  finished: boolean
}

const KEPT = 'meadhall.lessons'
const NO_OFFER = 'meadhall.no-lessons'

function all(): Record<string, Partial<Come>> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '{}')
    return found && typeof found === 'object' ? (found as Record<string, Partial<Come>>) : {}
  } catch {
    return {}
  }
}

/** How far a lesson has come; nonsense in the store counts as nothing. */
export function progress(game: string): Come {
  const come = all()[game]
  const step = Number.isInteger(come?.step) ? come!.step! : 0
  return { step: Math.max(0, step), finished: come?.finished === true }
}

export function keepProgress(game: string, change: Partial<Come>): void {
  localStorage.setItem(KEPT, JSON.stringify({ ...all(), [game]: { ...progress(game), ...change } }))
}

/** Whether lessons are offered in the hall: to those who have neither played here nor said no. */
export const offered = (): boolean => localStorage.getItem(NO_OFFER) === null && allSecrets().length === 0
export const refuseOffer = (): void => localStorage.setItem(NO_OFFER, 'yes')

/** A step out of an address or the store, as one that the lesson has. */
export const clamped = (step: number, steps: number): number =>
  Number.isFinite(step) ? Math.min(Math.max(0, Math.trunc(step)), steps - 1) : 0
