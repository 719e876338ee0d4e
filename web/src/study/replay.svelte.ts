// A match that somebody looks back at: every moment from the laid table to the end, by hand or by itself.
import { PAUSE, ROLL } from '../table/showing.svelte'
import { sounds } from '../table/sounds'
import type { Step, Study, TableState } from '../wire'
import { StillTable } from './still.svelte'

/** How many times slower than at a table where people wait for their turn. */
export const SPEEDS = { slow: 4, normal: 2, fast: 1 }
export type Speed = keyof typeof SPEEDS

export class ReplayTable extends StillTable {
  playing = $state(false)
  speed = $state<Speed>('normal')
  #then: TableState = $derived.by(() => this.#state())

  constructor(
    readonly study: Study,
    at: number,
  ) {
    super(study.state, study.steps)
    this.show(at)
  }

  /** How many actions were played by the moment that is shown. */
  get at(): number {
    return this.past ?? this.last
  }
  get last(): number {
    return this.study.steps.length
  }
  override get step(): Step | null {
    return this.at ? super.step : this.study.start
  }
  /** The table as it was then: boards ask it for points and landscapes. */
  override get state(): TableState {
    return this.#then
  }

  /** Whether it can be played on from here. */
  get open(): boolean {
    return !this.step!.view['over']
  }
  /** The seat that decides next; after dice or a draw, the one that did in this match. */
  get decides(): number {
    const now = this.step!.view['actor'] as number
    const next = now >= 0 ? now : this.study.steps.slice(this.at).find((step) => step.actor >= 0)?.actor
    return next ?? this.study.state.actor ?? 0
  }

  /** Show a moment, whatever number somebody asks for, and stay there. */
  override show(moment: number | null): void {
    this.pause()
    this.#to(moment ?? this.last)
  }

  toggle(): void {
    if (this.playing) return this.pause()
    if (this.at === this.last) this.#to(0)
    this.playing = true
    this.#wait()
  }

  pause(): void {
    clearTimeout(this.timer)
    this.playing = false
  }

  hurry(speed: Speed): void {
    this.speed = speed
    if (!this.playing) return
    clearTimeout(this.timer)
    this.#wait()
  }

  override close(): void {
    this.pause()
  }

  #to(moment: number): void {
    const at = Math.min(Math.max(Math.trunc(moment) || 0, 0), this.last)
    this.past = at === this.last ? null : at
  }

  #wait(): void {
    const rolled = this.at > 0 && this.step?.actor === -1
    this.timer = setTimeout(() => this.#next(), (rolled ? ROLL : PAUSE) * SPEEDS[this.speed])
  }

  #next(): void {
    this.#to(this.at + 1)
    if (this.step?.actor === -1) sounds.dice()
    else sounds.knock()
    if (this.at < this.last) this.#wait()
    else this.playing = false
  }

  #state(): TableState {
    const { step, at, study } = this
    if (at === this.last || !step) return study.state
    const standing = study.standings[at]!
    return { ...study.state, view: step.view, standing, ask: step.said, actor: null, stage: 'playing', result: null }
  }
}
