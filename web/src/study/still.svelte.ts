// A match that stands in no hall: a replay, a lesson, a puzzle. Boards draw it like any table.
import { Showing } from '../table/showing.svelte'
import type { LiveTable } from '../table/live.svelte'
import type { Hint, Line, Preview, Step, TableState } from '../wire'

/** What a page does with the wishes of whoever sits before the board. */
export interface Master {
  play?(action: string): void
  undo?(): void
  preview?(action: string): Promise<Preview>
}

export class StillTable extends Showing implements LiveTable {
  readonly connected = true
  readonly invitations = {}
  readonly hint: Hint | null = null
  readonly talk: Line[] = []
  readonly heardAt = 0
  busy = $state(false)

  constructor(
    state: TableState,
    steps: Step[],
    private readonly master: Master = {},
  ) {
    super(state, steps)
    this.shown = state.entries
  }

  /** The table as it is now; steps that are new are shown one after the other. */
  advance(state: TableState, steps: Step[]): void {
    this.past = null
    this.shown = Math.min(this.shown, state.entries)
    this.steps = steps
    this.held = state
    this.go()
  }

  /** Lay another match here, at once. */
  lay(state: TableState, steps: Step[]): void {
    this.past = null
    this.steps = steps
    this.held = state
    this.skip()
  }

  close(): void {
    clearTimeout(this.timer)
  }

  play(action: string): void {
    if (!this.busy) this.master.play?.(action)
  }
  undo(): void {
    if (!this.busy) this.master.undo?.()
  }
  preview(action: string): Promise<Preview> {
    return this.master.preview?.(action) ?? new Promise(() => {})
  }

  // what only tables in a hall can do
  async ask(): Promise<void> {}
  dismiss(): void {}
  resign(): void {}
  async rematch(): Promise<void> {}
  async say(): Promise<boolean> {
    return false
  }
  async standIn(): Promise<void> {}
  async back(): Promise<void> {}
  async sit(): Promise<void> {}
  async record(): Promise<void> {}
  link(): null {
    return null
  }
}
