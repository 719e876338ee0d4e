// What somebody at this screen has chosen so far: a place and a turn, a token and a field, or a Viking and its way.
import { complete, next } from '$web/table/paths'
import type { LiveTable } from '$web/table/live.svelte'
import type { Choice, Preview } from '$web/wire'
import type { Landscape, View } from './geometry'

/** What the room says about an action, beyond the table after it. */
export interface Worth {
  landscape: number
  player: number
  was: number
  now: number
}

export interface Shown extends Preview {
  more: { gains: number[]; about: Worth | null; left: Worth | null }
  standing: { scores: number[]; landscapes: Landscape[] }
}

export class Choosing {
  #table: () => LiveTable
  /** Tokens walked at a moment of the table; at the next moment they mean nothing. */
  #path = $state.raw<{ at: string; walked: string[] }>({ at: '', walked: [] })
  #turned = $state(0)
  #preview = $state.raw<Shown | null>(null)

  constructor(table: () => LiveTable) {
    this.#table = table
    $effect(() => {
      const choice = this.choice
      if (!choice) return
      void this.#table()
        .preview(choice.action)
        .then((preview) => (this.#preview = preview as Shown))
        .catch(() => {}) // the shell says what went wrong; a choice can be played unseen
    })
  }

  get table(): LiveTable {
    return this.#table()
  }

  get view(): View {
    return this.table.view as View
  }

  get choices(): Choice[] {
    return this.table.choices
  }

  /** What is to be decided now, or nothing. */
  get phase(): View['phase'] | null {
    return this.choices.length ? this.view.phase : null
  }

  get choice(): Choice | undefined {
    return complete(this.choices, this.walked)
  }

  /** What the chosen action would do, once the server has said so. */
  get preview(): Shown | null {
    return this.choice && this.#preview?.action === this.choice.action ? this.#preview : null
  }

  get #moment(): string {
    return `${this.table.state.number} ${this.phase}`
  }

  /** The tokens walked so far; the first token that can be put down is taken up already. */
  get walked(): string[] {
    if (this.#path.at === this.#moment) return this.#path.walked
    return this.phase === 'token' ? next(this.choices, []).slice(0, 1) : []
  }

  set walked(walked: string[]) {
    this.#path = { at: this.#moment, walked }
  }

  /** How the coaster lies in the hand while it has no place. */
  get inHand(): number {
    const turns = this.turnsAnywhere()
    return turns.includes(this.#turned) ? this.#turned : (turns[0] ?? 0)
  }

  /** Step back; false where nothing was chosen. */
  back(): boolean {
    const least = this.phase === 'token' ? 1 : 0
    if (this.walked.length <= least) return false
    this.walked = this.phase === 'lay' ? [] : this.walked.slice(0, -1)
    return true
  }

  play() {
    if (this.choice && !this.table.busy) this.table.play(this.choice.action)
  }

  /** Play a complete choice at once where the table asks for no red button. */
  #playIfSure() {
    if (this.choice && !this.table.confirms) this.play()
  }

  // -- the coaster -------------------------------------------------------------------------------

  get place(): string | null {
    return this.phase === 'lay' ? (this.walked[0] ?? null) : null
  }

  get turn(): number {
    return this.place === null ? this.inHand : Number(this.walked[1])
  }

  turnsAt(place: string): number[] {
    return next(this.choices, [place]).map(Number)
  }

  turnsAnywhere(): number[] {
    return [...new Set(this.choices.map((choice) => Number(choice.path[1])))].sort()
  }

  /** Hold the coaster over a place, turned as little as possible. */
  hold(place: string) {
    const turns = this.turnsAt(place)
    const nearest = [0, 1, 2, 3].map((more) => (this.inHand + more) % 4).find((turn) => turns.includes(turn))
    this.walked = [place, String(nearest ?? turns[0])]
    if (turns.length === 1) this.#playIfSure()
  }

  canTurn(): boolean {
    return this.phase === 'lay' && (this.place === null ? this.turnsAnywhere() : this.turnsAt(this.place)).length > 1
  }

  /** Turn the coaster to the next turn that is legal where it is held. */
  rotate(by: 1 | 3 = 1) {
    if (!this.canTurn()) return
    const turns = this.place === null ? this.turnsAnywhere() : this.turnsAt(this.place)
    let turn = this.turn
    do turn = (turn + by) % 4
    while (!turns.includes(turn))
    this.#turned = turn
    if (this.place !== null) this.walked = [this.place, String(turn)]
  }

  // -- tokens and Vikings ------------------------------------------------------------------------

  /** Take up a Viking or the gold; a field chosen before stays chosen. */
  takeUp(what: string) {
    const field = this.walked[1]
    this.walked = field && next(this.choices, [what]).includes(field) ? [what, field] : [what]
  }

  /** Point at a field: where the token goes, which Viking moves, or where to. */
  point(token: string) {
    const first = next(this.choices, [])
    if (this.phase === 'last round' && first.includes(token)) {
      this.walked = this.walked[0] === token && this.walked.length === 1 && token !== 'stay' ? [] : [token]
    } else {
      this.walked = [this.walked[0]!, token]
    }
    this.#playIfSure()
  }

  /** What can be pointed at beside the first tokens. */
  get targets(): string[] {
    return this.walked.length ? next(this.choices, this.walked.slice(0, 1)) : []
  }
}
