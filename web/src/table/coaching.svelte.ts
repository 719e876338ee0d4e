// The coach: asked about a choice that lies ready to be played, heard only if a strong player would not play it.
import { Trouble } from '../api'
import { settings } from '../settings.svelte'
import type { Sentence } from '../wire'
import type { LiveTable } from './live.svelte'

const PAUSE = 250 // milliseconds that a choice must rest before anybody thinks about it

export class Coaching {
  #said = $state.raw<{ at: string; warning: Sentence | null } | null>(null)
  #look: () => { table: LiveTable; chosen: string | null }

  constructor(look: () => { table: LiveTable; chosen: string | null }) {
    this.#look = look
    $effect(() => {
      const { table, chosen } = this.#look()
      if (!chosen || !this.#awake || table.seat === null) return
      const at = this.#now
      const timer = setTimeout(() => {
        table.coach!(chosen).then(
          ({ warning }) => (this.#said = { at, warning }),
          (error: unknown) => {
            if (!(error instanceof Trouble)) throw error // a coach without an answer keeps quiet
          },
        )
      }, PAUSE)
      return () => clearTimeout(timer)
    })
  }

  /** What the coach has to say about the choice as it is now. */
  get warning(): Sentence | null {
    return this.#awake && this.#said?.at === this.#now ? this.#said.warning : null
  }

  get #awake(): boolean {
    const { table } = this.#look()
    return settings.now.coach && table.coach !== undefined && table.state.coach
  }

  get #now(): string {
    const { table, chosen } = this.#look()
    return `${table.state.number} ${chosen}`
  }
}
