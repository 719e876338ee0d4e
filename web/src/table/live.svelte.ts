// A table as this browser knows it. Boards read it and call its verbs; they never talk to the server themselves.
import type { Choice, Preview, Step, TableState } from '../wire'

export interface LiveTable {
  /** What the server said last. */
  readonly state: TableState
  /** What to draw: the table after the step shown, which lags behind `state` while moves are being replayed. */
  readonly view: Record<string, any>
  /** The step that led to `view`: animate it, mark it with a wet ring. Null at the very beginning. */
  readonly step: Step | null
  /** Your legal actions now; empty while it is not your turn, while moves are shown, or in a past moment. */
  readonly choices: Choice[]
  /** The seat for which somebody at this screen decides now, else null. */
  readonly seat: number | null
  /** Names of all seats, never empty. */
  readonly names: string[]
  /** Whether pieces may move: false with reduced motion or when the setting says so. */
  readonly moves: boolean
  /** A move is on its way to the server. */
  readonly busy: boolean
  /** Whether a complete choice needs the red button (settings: always, never, only what cannot be taken back). */
  readonly confirms: boolean
  /** Play an action: it goes to the server, the answer comes as a new state. */
  play(action: string): void
  /** Take back your last decision of this turn. */
  undo(): void
  /** Ask what an action would do; answers are kept until the table changes. */
  preview(action: string): Promise<Preview>
}
