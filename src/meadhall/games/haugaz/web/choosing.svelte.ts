// What somebody has pointed at so far, and what it would do.
import type { LiveTable } from '$web/table/live.svelte'
import { complete, next } from '$web/table/paths'
import type { Preview } from '$web/wire'
import type { Advice, Foreseen, HaugazView } from './kinds'

export class Choosing {
  walked = $state.raw<string[]>([])
  /** The point under the mouse or the focus. */
  pointed = $state<string | null>(null)
  /** What the action would do that is chosen or pointed at. */
  shown = $state.raw<Preview | null>(null)
  /** The seat that wants advice for the set-up; the other one at this screen asks for itself. */
  #advised = $state<number | null>(null)

  readonly #table: () => LiveTable
  /** The preview on its way: a move waits for it, since it asks about the table before the move. */
  #looking: Promise<void> = Promise.resolve()
  #leaving = false
  readonly table = $derived.by(() => this.#table())
  readonly view = $derived(this.table.view as HaugazView)
  readonly firsts = $derived(next(this.table.choices, []))
  /** What can be pointed at next, or instead of what is chosen. */
  readonly nexts = $derived.by(() => {
    const landings = this.walked.length ? next(this.table.choices, this.walked.slice(0, 1)) : []
    return landings.length ? landings : this.firsts
  })
  readonly chosen = $derived(complete(this.table.choices, this.walked))
  /** The action to show: the one chosen, or the one that a click here would choose. */
  readonly aimed = $derived.by(() => {
    if (this.chosen || !this.pointed) return this.chosen
    return complete(this.table.choices, [...this.walked, this.pointed])
  })
  readonly foreseen = $derived(this.shown?.action === this.aimed?.action ? this.shown : null)
  readonly move = $derived(this.foreseen && 'to' in this.foreseen.more ? (this.foreseen.more as Foreseen) : null)
  /** The advice that is to be had, where the table allows it. */
  readonly offered = $derived(this.table.choices.length ? (this.table.state.aids as Advice | null) : null)
  /** The advice that was asked for. */
  readonly advice = $derived(this.table.seat !== null && this.#advised === this.table.seat ? this.offered : null)
  /** The stack in hand. */
  readonly lifted = $derived(this.view.phase === 'move' ? (this.walked[0] ?? null) : null)

  constructor(table: () => LiveTable) {
    this.#table = table
  }

  /** Begin anew; a stack that alone can move is in hand at once. */
  reset(): void {
    const alone = this.view.phase === 'move' && this.firsts.length === 1
    this.walked = alone ? this.firsts : []
  }

  /** Ask what the action aimed at would do. A placement shows itself, so nothing is asked for it. */
  look(): void {
    const aimed = this.aimed
    const plain = (this.view.phase === 'place' && aimed?.action !== 'pass') || this.view.phase === 'set black'
    if (!aimed || plain || this.#leaving || this.table.busy) return
    this.#looking = this.table.preview(aimed.action).then(
      (preview) => void (this.shown = preview),
      () => undefined, // without a preview one can still play
    )
  }

  /** Ask for advice, or have it taken away again. */
  advise(): void {
    this.#advised = this.advice ? null : this.table.seat
  }

  can(token: string): boolean {
    return this.nexts.includes(token) || this.firsts.includes(token)
  }

  choose(token: string): void {
    if (this.table.busy || !this.can(token)) return
    if (this.chosen && this.walked.at(-1) === token) return this.play()
    this.walked = this.#onwards(token)
    if (this.chosen && this.#atOnce()) this.play()
  }

  play(): void {
    const action = this.chosen?.action
    if (!action || this.table.busy || this.#leaving) return
    this.#leaving = true
    void this.#looking.then(() => {
      this.#leaving = false
      this.table.play(action)
    })
  }

  /** Give up the last thing pointed at. */
  back(): boolean {
    if (!this.walked.length) return false
    this.walked = this.walked.slice(0, -1)
    return true
  }

  #onwards(token: string): string[] {
    const lands = this.lifted && this.nexts.includes(token)
    if (lands) return [this.lifted!, token]
    return this.walked[0] === token ? [] : [token]
  }

  /** A placement can be taken back, so only those who want it confirm it. */
  #atOnce(): boolean {
    if (!this.table.confirms) return true
    const placing = this.view.phase === 'set black' || (this.view.phase === 'place' && this.walked[0] !== 'pass')
    return placing && this.table.confirmation === 'final'
  }
}
