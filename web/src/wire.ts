// Generated from src/meadhall/service/messages.py by `python -m meadhall.service.typescript`. Do not edit.

/** A text in both languages. */
export interface Sentence {
  en: string
  de: string
}

/** One way to set an option. */
export interface OptionChoice {
  value: string | number
  words: Sentence
}

/** An option of a game; the first choice is the default. */
export interface OptionInfo {
  name: string
  words: Sentence
  choices: OptionChoice[]
}

/** A game of the hall. */
export interface GameInfo {
  name: string
  title: Sentence
  teaser: Sentence
  goal: Sentence
  players: number[]
  usual_players: number
  minutes: number
  luck: Sentence
  aids: Sentence | null
  options: OptionInfo[]
}

/** A table, seen from across the hall. */
export interface TableCard {
  table: string
  game: string
  names: string[]
  stage: "over" | "playing"
  number: number
  actor: number | null
  yours: number[]
  free: number
  at: number
}

/** Somebody with these seats' secrets looks around in the hall. */
export interface Look {
  seats?: string[]
}

/** What goes on in the hall. */
export interface Hall {
  yours: TableCard[]
  open: TableCard[]
  watch: TableCard[]
  warming: boolean
}

/** Who should sit in a seat of a new table. */
export interface SeatWish {
  kind: "bot" | "here" | "link" | "me"
  name?: string
  level?: number
}

/** A wish for a new table. */
export interface NewTable {
  game: string
  seats: SeatWish[]
  options?: Record<string, string | number>
  aids?: boolean
  listed?: boolean
  seed?: string | null
}

/** The table, and the secrets of the seats that are yours to use or to give away, by seat. */
export interface Seated {
  table: string
  seats: Record<number, string>
  invitations: Record<number, string>
}

/** Take a free seat, or with the secret of a seat, say who you are. */
export interface Sit {
  name: string
}

/** Who sits where. */
export interface Seat {
  name: string
  kind: "bot" | "person"
  level: number | null
  yours: boolean
  online: boolean
}

/** A legal action: its text, the tokens that a player points at one after the other, and a few words. */
export interface Choice {
  action: string
  path: string[]
  label: Sentence
}

/** One action that was played: what it was, what the table looked like after it, and its sentence. */
export interface Step {
  number: number
  actor: number
  action: string
  said: Sentence
  view: Record<string, any>
  scores: number[]
}

/** How a match ended. */
export interface Result {
  scores: number[]
  winners: number[]
  beers: [number, number, number][]
  resigned: number | null
  breakdown: Record<string, any>
  lines: Sentence[]
}

/** All that somebody at a table may know. */
export interface TableState {
  table: string
  game: string
  options: Record<string, string | number>
  number: number
  entries: number
  turn: number
  stage: "over" | "playing"
  seats: Seat[]
  actor: number | null
  seat: number | null
  ask: Sentence
  view: Record<string, any>
  standing: Record<string, any>
  choices: Choice[]
  can_undo: boolean
  aids: Record<string, any> | null
  thinking: boolean
  warming: boolean
  listed: boolean
  result: Result | null
  rematch: string | null
}

/** What a socket brings: the table as it is, and what was played since you last heard. */
export interface News {
  state: TableState
  steps: Step[]
}

/** The first thing that a browser says on a socket: its seats' secrets, and how many actions it has seen. */
export interface Hello {
  seats?: string[]
  seen?: number
}

/** An action, and the number of moves that its player had seen. */
export interface Move {
  action: string
  number: number
}

/** A wish about the table as it was at a number: undo, resign, hint. */
export interface Seen {
  number: number
}

/** What an action would do, before it is played; dice and draws after it are left out. */
export interface Preview {
  action: string
  view: Record<string, any>
  standing: Record<string, any>
  said: Sentence
  why: Sentence
  warning: Sentence | null
  more: Record<string, any>
}

/** An action as the bot sees it. */
export interface HintLine {
  action: string
  value: number
  visits: number
  why: Sentence
}

/** What a bot would do, best first. */
export interface Hint {
  lines: HintLine[]
}

/** A record to look at, and what its players are called. */
export interface StudyWish {
  record: string
  names?: string[]
}

/** A match to look back at: all its steps, and the table as it lies after the last. */
export interface Study {
  game: string
  names: string[]
  record: string
  state: TableState
  steps: Step[]
}

/** A record to draw: its end or the table after some actions, or all of it as one picture that moves. */
export interface PictureWish {
  record: string
  names?: string[]
  at?: number | null
  lang?: "de" | "en"
  animated?: boolean
}

/** A piece of the rules: text as HTML, or an example, a position that the game's board can draw. */
export interface RulePart {
  html?: string | null
  game?: string | null
  caption?: string | null
  view?: Record<string, any> | null
  step?: Step | null
  more?: Record<string, any> | null
}

/** The rules of a game in one language. */
export interface Rulebook {
  title: string
  parts: RulePart[]
}

/** What is wrong, for people. */
export interface Problem {
  code: string
  message: Sentence
}
