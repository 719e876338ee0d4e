// What the pages for owners of the real box and the rooms' parts of them say to each other.
import type { Scored } from '../wire'

export type Table = Record<string, any>
export type CoasterSetData = Record<string, any>

/** What a room's Score.svelte gets: it draws the table, and says what it shall be. */
export interface Scoring extends Record<string, any> {
  /** The real table, as the game's `score` takes it; null where nobody has laid anything yet. */
  table: Table | null
  change: (table: Table) => void
  /** What the hall made of it; null until it has answered. */
  scored: Scored | null
  /** Names of all who may play, as many as the table has at most. */
  names: string[]
  /** The coasters of the box that was drawn in this browser. */
  own: CoasterSetData | null
}

/** What a room's SetEditor.svelte gets. */
export interface Editing extends Record<string, any> {
  set: CoasterSetData
  change: (set: CoasterSetData) => void
}
