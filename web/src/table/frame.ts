// What a page puts around a board that is not one of the hall: `setFrame` in the page, `frame()` in Layout.
import { getContext, setContext, type Snippet } from 'svelte'

export interface Frame {
  /** Stands in the head where a table's name would be. */
  where: () => string
  /** The first mat of the right column. */
  side?: Snippet | undefined
  /** Under the board. */
  under?: Snippet | undefined
  /** Instead of the outcome, once the match is over, with the board's own counting; without it the usual one is shown. */
  ending?: Snippet<[Snippet | undefined]> | undefined
  /** Whether the saga is shown; yes, unless this says no. */
  saga?: boolean
  /** Somebody looks back: the page itself leads through time, and the outcome offers nothing more. */
  looksBack?: boolean
}

const KEY = Symbol('frame')

export const setFrame = (frame: Frame): Frame => setContext(KEY, frame)
export const frame = (): Frame | undefined => getContext<Frame | undefined>(KEY)
