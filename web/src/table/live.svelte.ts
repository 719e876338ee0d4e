// A table as this browser knows it. Boards read it and call its verbs; they never talk to the server themselves.
import type { Foul } from '../dice/noted'
import type { Confirm } from '../settings.svelte'
import type { Choice, Coached, Hint, Line, Preview, Step, TableState } from '../wire'

export interface LiveTable {
  /** What the server said last. */
  readonly state: TableState
  /** What to draw: the table after the step shown, which lags behind `state` while moves are being replayed. */
  readonly view: Record<string, any>
  /** The step that led to `view`: animate it, mark it with a wet ring. Null at the very beginning. */
  readonly step: Step | null
  /** Everybody's points, as `view` shows the table. */
  readonly scores: number[]
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
  /** Whether a complete choice needs the red button. False only where the setting is `never`: where it is `final`,
   * a board may play at once what can be taken back (see `confirmation`). */
  readonly confirms: boolean
  /** The setting itself: always, final (only what cannot be taken back), never. */
  readonly confirmation: Confirm
  /** Whether to show what is left in the pile; purists switch it off. */
  readonly showsLeft: boolean
  /** Play an action: it goes to the server, the answer comes as a new state. */
  play(action: string): void
  /** Take back your last decision of this turn. */
  undo(): void
  /** Ask what an action would do; answers are kept until the table changes. Rejected where the table gives no help. */
  preview(action: string): Promise<Preview>
  /** Ask the coach about a choice that is complete, but not played yet: Layout does, for the board's `chosen`. */
  coach?(action: string): Promise<Coached>

  // -- for the shell: boards need nothing below ------------------------------------------------------

  /** All steps so far, as far as they have been fetched and shown. */
  readonly saga: Step[]
  /** The number of the past step that is shown, or null for now. */
  readonly moment: number | null
  /** Whether steps are still being shown one after the other. */
  readonly replaying: boolean
  /** How the hall has broken its word about the dice here, as far as this browser has seen. */
  readonly fouls?: Foul[]
  /** Whether the socket is open; false while we pull ourselves back in. */
  readonly connected: boolean
  /** What a bot would do, once asked; gone when the table changes. */
  readonly hint: Hint | null
  /** What people have said at the table. */
  readonly talk: Line[]
  /** When the state came, on this browser's own steady clock: what is left of the time is counted from there. */
  readonly heardAt: number
  /** Seats whose invitations this browser gives away, with their secrets. */
  readonly invitations: Record<number, string>
  /** Show a past step, or now again. */
  show(moment: number | null): void
  /** Show the rest of the steps at once. */
  skip(): void
  ask(): Promise<void>
  dismiss(): void
  resign(): void
  rematch(): Promise<void>
  /** Say something to everybody; false where it was refused. */
  say(text: string): Promise<boolean>
  /** Let a bot play in a seat until its owner is back; your own seat is left at once. */
  standIn(seat: number, level: number): Promise<void>
  /** You are back: your seats are yours again. */
  back(): Promise<void>
  /** Take a free seat; or with the number of a seat that is yours, say who you are. */
  sit(name: string, seat?: number): Promise<void>
  /** Take the invitation to a seat back; a new one is kept. */
  invite?(seat: number): Promise<void>
  /** Download the record. */
  record(): Promise<void>
  /** The address that moves a seat of this browser to another device. */
  link(seat: number): string | null
}
