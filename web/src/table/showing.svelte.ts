// What any table shows: its steps one after the other, or a past moment. Where they come from is for others to know.
import { say } from '../lang.svelte'
import { settings } from '../settings.svelte'
import type { Choice, Step, TableState } from '../wire'
import { sounds } from './sounds'

export const PAUSE = 450 // milliseconds between two steps
export const ROLL = 900 // after dice and draws
const FREE = { en: 'Guest', de: 'Gast' } // as the server calls them

export abstract class Showing {
  protected held = $state.raw<TableState>()!
  protected steps = $state.raw<Step[]>([])
  protected shown = $state(0)
  protected past = $state<number | null>(null)
  protected timer = 0

  protected constructor(state: TableState, steps: Step[]) {
    this.held = state
    this.steps = steps
  }

  get state(): TableState {
    return this.held
  }
  get replaying(): boolean {
    return this.shown < this.held.entries
  }
  get step(): Step | null {
    return this.steps[(this.past ?? this.shown) - 1] ?? null
  }
  get view(): Record<string, any> {
    const past = this.past !== null || this.replaying
    return past && this.step ? this.step.view : this.held.view
  }
  get scores(): number[] {
    const past = this.past !== null || this.replaying
    return past && this.step ? this.step.scores : (this.held.standing['scores'] as number[])
  }
  get saga(): Step[] {
    return this.steps.slice(0, this.shown)
  }
  get choices(): Choice[] {
    return this.past === null && !this.replaying ? this.held.choices : []
  }
  get seat(): number | null {
    return this.past === null && !this.replaying ? this.held.seat : null
  }
  get names(): string[] {
    return this.held.seats.map((seat) => seat.name || say(FREE))
  }
  get moment(): number | null {
    return this.past
  }
  get moves(): boolean {
    return settings.moves
  }
  get confirms(): boolean {
    return settings.now.confirm !== 'never'
  }
  get confirmation() {
    return settings.now.confirm
  }
  get showsLeft(): boolean {
    return settings.now.left
  }

  show(moment: number | null): void {
    this.past = moment
  }

  skip(): void {
    clearTimeout(this.timer)
    this.timer = 0
    this.shown = this.held.entries
    this.remember()
  }

  /** Show what has not been shown, one step after the other. */
  protected go(): void {
    if (!settings.moves) this.skip()
    else if (!this.timer && this.replaying) this.#next()
    else if (!this.replaying) this.remember()
  }

  #next(): void {
    this.timer = 0
    if (!this.replaying) return
    this.shown += 1
    this.remember()
    const chance = this.step?.actor === -1
    if (chance) sounds.dice()
    else sounds.knock()
    if (this.replaying) this.timer = setTimeout(() => this.#next(), chance ? ROLL : PAUSE)
  }

  /** So much has been shown. */
  protected remember(): void {}
}
