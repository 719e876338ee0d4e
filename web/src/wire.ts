// Generated from src/meadhall/hall/messages/ by `python -m meadhall.hall.typescript`. Do not edit.

/** A text in both languages. */
export interface Sentence {
  en: string
  de: string
}

/** A wish for today's table: your name, and the secrets of your daily tables, for there is one a day. */
export interface DailyWish {
  name?: string
  day?: string
  seats?: string[]
}

/** How a daily table ended for somebody. */
export interface DailyResult {
  name: string
  level: number | null
  said: Sentence
  table: string
  yours: boolean
}

/** A daily table, the same for everybody; what others made of it is told once you have finished, or the day has. */
export interface DailyTable {
  kind: "duel" | "solo"
  game: string
  level: number | null
  table: string
  stage: "new" | "over" | "playing"
  yours: DailyResult | null
  bot: DailyResult | null
  finished: number
  results: DailyResult[]
}

/** The daily tables of a day. */
export interface DailyDay {
  day: string
  tables: DailyTable[]
}

/** The daily tables, as they stand for you. */
export interface Daily {
  day: string
  ends: number
  tables: DailyTable[]
  before: DailyDay[]
  finished: string[]
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
  has_luck: boolean
  aids: Sentence | null
  aids_advise: boolean
  options: OptionInfo[]
  lesson: boolean
  puzzles: number
  scores: boolean
  sets: boolean
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
  program?: string
  nonce?: string
}

/** A commitment to a secret of the house, for one table that is set up within some minutes. */
export interface Pledge {
  commitment: string
  seconds: number
}

/** How long people may think; None: as long as they like. */
export interface ClockWish {
  move?: number | null
  game?: number | null
}

/** A wish for a new table. */
export interface NewTable {
  game: string
  seats: SeatWish[]
  options?: Record<string, string | number>
  aids?: boolean
  listed?: boolean
  seed?: string | null
  clock?: ClockWish | null
  commitment?: string
  set?: Record<string, any> | null
}

/** The table, and the secrets of the seats that are yours to use or to give away, by seat. */
export interface Seated {
  table: string
  seats: Record<number, string>
  invitations: Record<number, string>
  events?: number
}

/** Take a free seat, or with the secret of a seat, say who you are. */
export interface Sit {
  name: string
  nonce?: string
}

/** A wish for a rematch, with a commitment that was given for it and the nonce of your seats. */
export interface Again {
  commitment?: string
  nonce?: string
  later?: boolean
}

/** Take your seats at a rematch, and add to its dice. */
export interface Claim {
  nonce?: string
}

/** Take the invitation to a seat back, and get a new one. */
export interface Invite {
  seat: number
}

/** What is wrong, for people. */
export interface Problem {
  code: string
  message: Sentence
}

/** Whether the hall is ready for guests. */
export interface Health {
  status: "damaged-database" | "no-database" | "ready"
  since: string
  message?: Sentence | null
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

/** One action that was played: what it was, what the table looked like after it, and its sentence. */
export interface Step {
  number: number
  actor: number
  action: string
  said: Sentence
  view: Record<string, any>
  scores: number[]
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
  coach: boolean
  rated: boolean
  help: "board" | "bots" | "none"
  daily: string
  goes_on: number | null
  clock?: Clock | null
  dice?: Dice | null
  events?: number
}

/** An action that is right, and where it leads. */
export interface LessonMove {
  action: string
  state: TableState
  steps: Step[]
}

/** An answer to a question, and what is said to it. */
export interface LessonAnswer {
  words: Sentence
  right: boolean
  why: Sentence
}

/** One idea: what is said, what to do or to answer, and the table as it stands. */
export interface LessonStep {
  table: number
  title: Sentence
  say: Sentence
  task: Sentence | null
  right: Sentence | null
  nudge: Sentence | null
  state: TableState
  steps: Step[]
  moves: LessonMove[]
  previews: Preview[]
  answers: LessonAnswer[]
}

/** A first game in small steps. */
export interface Lesson {
  game: string
  steps: LessonStep[]
}

/** A puzzle in the list of them all. */
export interface PuzzleCard {
  id: string
  difficulty: number
}

/** A puzzle without its answer; of the steps only the last few are told. */
export interface PuzzleAsked {
  id: string
  game: string
  difficulty: number
  question: Sentence
  foresees: boolean
  state: TableState
  steps: Step[]
}

/** An action in a puzzle, and what was played in it before, by both sides. */
export interface PuzzleTry {
  action: string
  played?: string[]
}

/** An action beside the others, and what it is worth. */
export interface PuzzleRow {
  action: string
  words: Sentence
  value: Sentence
  best: boolean
}

/** What is said about an action: `going` if the puzzle goes on, and the table as it lies now. */
export interface PuzzleVerdict {
  verdict: "going" | "right" | "wrong"
  said: Sentence
  why: Sentence[]
  rows: PuzzleRow[]
  played: string[]
  state: TableState
  steps: Step[]
}

/** A real table as it lies, as `Game.score` takes it, and what its players are called. */
export interface ScoreWish {
  table: Record<string, any>
  names?: string[]
}

/** Where each point of a real table comes from. */
export interface Scored {
  names: string[]
  breakdown: Record<string, any>
  winners: number[]
  beers: [number, number, number][]
  lines: Sentence[]
}

/** A coaster set to look at: as TOML, or parsed. */
export interface SetWish {
  toml?: string
  set?: Record<string, any> | null
}

/** A coaster set that can be played with, parsed and as TOML. */
export interface CoasterSet {
  set: Record<string, any>
  toml: string
}

/** A game to print and cut out, with our own coasters or others. */
export interface PrintWish {
  lang: "de" | "en"
  paper?: "a4" | "letter"
  set?: Record<string, any> | null
}

/** Somebody who wants to be known again, or to be called otherwise. */
export interface NewPerson {
  name: string
}

/** Somebody we know, and the phrase by which we know them again: it is told this once. */
export interface Known {
  name: string
  phrase: string
}

/** Somebody we know. */
export interface Person {
  name: string
  since: number
}

/** How often somebody won, of some kind of matches. */
export interface Share {
  words: Sentence
  matches: number
  wins: number
}

/** How often somebody won, by one thing in which matches differ. */
export interface Shares {
  title: Sentence
  shares: Share[]
}

/** How often a number came out. */
export interface Bar {
  value: number
  many: number
}

/** How often each number came out. */
export interface Spread {
  title: Sentence
  bars: Bar[]
}

/** The best of something, and the table where it was. */
export interface Best {
  words: Sentence
  value: Sentence
  table: string
}

/** Where somebody's rating stood after a match. */
export interface RatedMatch {
  table: string
  at: number
  points: number
}

/** Where a bot stands, to compare with. */
export interface BotMark {
  level: number
  points: number
}

/** What somebody has done in a game. */
export interface GameProfile {
  game: string
  title: Sentence
  matches: number
  contests: number
  wins: number
  points: number | null
  rated: number
  sure: Sentence
  history: RatedMatch[]
  bots: BotMark[]
  shares: Shares[]
  spreads: Spread[]
  bests: Best[]
}

/** A finished match of somebody. */
export interface PlayedMatch {
  table: string
  game: string
  at: number
  names: string[]
  seat: number
  won: boolean | null
  draw: boolean
  left: boolean
  score: number | null
  gain: number | null
}

/** What a match or a round of beers has changed; above zero, you owe more. */
export interface TabLine {
  table: string
  at: number
  many: number
}

/** Who owes whom, netted between two. */
export interface Debt {
  key: string
  name: string
  kind: "bot" | "guest" | "person"
  many: number
  lines: TabLine[]
}

/** All that the profile page shows. */
export interface Profile {
  person: Person
  games: GameProfile[]
  matches: PlayedMatch[]
  tab: Debt[]
}

/** So many beers of a debt were drunk. */
export interface Drunk {
  key: string
  many: number
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
  start: Step
  steps: Step[]
  standings: Record<string, any>[]
}

/** A wish for a table where a match goes on from a record, after so many of its actions. */
export interface GoOn {
  record: string
  at: number
  seats: SeatWish[]
  aids?: boolean
  listed?: boolean
  commitment?: string
}

/** A record whose dice and draws are to be recomputed. */
export interface VerifyWish {
  record: string
  seed?: string | null
  after?: number
}

/** A die or a draw that is not what the seed gives. */
export interface WrongDraw {
  line: number
  played: string
  due: string
}

/** What came of recomputing the dice and draws of a record. */
export interface Verified {
  right: boolean | null
  draws: number
  wrong: WrongDraw[]
  commitment: string
  secret: string
  nonces: string[]
  words: Sentence[]
}

/** A record to draw: its end or the table after some actions, or all of it as one picture that moves. */
export interface PictureWish {
  record: string
  names?: string[]
  at?: number | null
  lang?: "de" | "en"
  animated?: boolean
}

/** A record, and which of its decisions are to be weighed: so many from the first one on, counting from 0. */
export interface ValuesWish {
  record: string
  names?: string[]
  first?: number
  count?: number
}

/** A decision: what the position was worth to each player, and what was made of it. */
export interface Weighed {
  number: number
  actor: number
  values: number[]
  after: number[]
  best: string
  played: string
  lost: number
  exact: boolean
  said: Sentence
}

/** Some decisions of a match, weighed. */
export interface Values {
  total: number
  first: number
  weighed: Weighed[]
  points: boolean
  little: number
  warming: boolean
}

/** A moment that is worth a look back. */
export interface LuckMoment {
  number: number
  chance: boolean
  change: number
  said: Sentence
}

/** How a player's result came about: result - start = luck + own + others. */
export interface LuckShare {
  seat: number
  start: number
  result: number
  luck: number
  own: number
  others: number
  lost: number
  sentences: Sentence[]
  moments: LuckMoment[]
}

/** Luck and decisions of a finished match. */
export interface Luck {
  points: boolean
  chance: boolean
  shares: LuckShare[]
}

/** Who sits where. */
export interface Seat {
  name: string
  kind: "bot" | "person"
  level: number | null
  yours: boolean
  online: boolean
  absent: boolean
  program?: string
  notice?: Sentence | null
}

/** How much time is left, in milliseconds, at the moment when this was said. */
export interface Clock {
  move: number | null
  game: number | null
  started: boolean
  running: number | null
  turn: number | null
  left: (number | null)[]
}

/** How the dice and draws of a table can be verified. */
export interface Dice {
  commitment: string
  waits: number[]
  nonces: string[]
  secret: string
}

/** A legal action: its text, the tokens that a player points at one after the other, and a few words. */
export interface Choice {
  action: string
  path: string[]
  label: Sentence
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

/** A wish came too late; the table as it is now. */
export interface MovedOn {
  code: string
  message: Sentence
  table: TableState
}

/** What somebody said at a table. */
export interface Line {
  number: number
  seat: number
  text: string
  at: number
}

/** What a socket brings: the table as it is, and what was played and said since you last heard. */
export interface News {
  state: TableState
  steps: Step[]
  talk: Line[]
}

/** The first thing that a browser says on a socket: its seats' secrets, and what it has seen and heard. */
export interface Hello {
  seats?: string[]
  seen?: number
  heard?: number
  away?: boolean
  lean?: boolean
  number?: number
  events?: number
}

/** A wish that comes over the socket, for the seats of its Hello. */
export interface Command {
  do: "move" | "resign" | "undo"
  number: number
  action?: string
  id?: number | string | null
}

/** A command was carried out, and is kept; what comes of it is in the News. */
export interface Done {
  id: number | string | null
  number: number
}

/** A command was not carried out, and nothing has changed. */
export interface Declined {
  id: number | string | null
  code: string
  message: Sentence
}

/** What a lean socket brings: after `since` actions that stand as they were told, these were played. */
export interface Played {
  number: number
  since: number
  played: [number, string][]
  stage: "over" | "playing"
  actor: number | null
  id?: number | string | null
}

/** An action, and the number of moves that its player had seen. */
export interface Move {
  action: string
  number: number
}

/** A wish about the table as it was at a number: undo, resign. */
export interface Seen {
  number: number
}

/** Something to say to everybody at the table. */
export interface Talk {
  text: string
}

/** A bot shall play in a seat until its owner is back. */
export interface StandIn {
  seat: number
  number: number
  level?: number
}

/** A wish for a hint, from a bot of a level. */
export interface HintWish {
  number: number
  level?: number
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

/** What the coach says about an action before it is played. */
export interface Coached {
  lost: number | null
  warning: Sentence | null
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
