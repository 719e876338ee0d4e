// A match being weighed: the server thinks about a few decisions at a time, as long as somebody looks.
import { post, Trouble } from '../api'
import type { Luck, Study, Values, Weighed } from '../wire'

const AT_ONCE = 4 // decisions a call: about a second
const PATIENCE = 2000 // milliseconds until bots that lace their boots are asked again
const MOST = 8 // matches that are remembered

export class Weighing {
  /** Decisions in the match; null until the server has counted them. */
  total = $state<number | null>(null)
  weighed = $state.raw<Weighed[]>([])
  /** Values are points, not shares of a win. */
  points = $state(false)
  /** A loss that is not worth a word. */
  little = $state(0)
  warming = $state(false)
  stopped = $state(false)
  luck = $state.raw<Luck | null>(null)
  trouble = $state.raw<Trouble | null>(null)
  #watchers = 0
  #running = false

  constructor(readonly study: Pick<Study, 'record' | 'names' | 'state'>) {}

  get done(): boolean {
    return this.total !== null && this.weighed.length >= this.total
  }

  /** Look on while it is weighed; gives back how to look away again. Where nobody looks, nobody thinks. */
  watch(): () => void {
    this.#watchers += 1
    void this.#run()
    return () => {
      this.#watchers -= 1
    }
  }

  stop(): void {
    this.stopped = true
  }

  go(): void {
    this.stopped = false
    this.trouble = null
    void this.#run()
  }

  get #wanted(): boolean {
    return this.#watchers > 0 && !this.stopped
  }

  async #run(): Promise<void> {
    if (this.#running) return
    this.#running = true
    try {
      while (this.#wanted && !this.done) await this.#some()
      if (this.done && !this.luck && this.total! > 0 && this.#ended) await this.#account()
    } catch (error) {
      if (!(error instanceof Trouble)) throw error
      this.trouble = error
    } finally {
      this.#running = false
    }
  }

  /** Whether it was played to the end; of a match that was given up nobody knows the luck. */
  get #ended(): boolean {
    return this.study.state.stage === 'over' && this.study.state.result?.resigned === null
  }

  async #some(): Promise<void> {
    const { record, names } = this.study
    const told = await post<Values>('study/values', { record, names, first: this.weighed.length, count: AT_ONCE })
    this.total = told.total
    this.points = told.points
    this.little = told.little
    this.warming = told.warming
    if (told.first === this.weighed.length) this.weighed = [...this.weighed, ...told.weighed]
    if (told.warming) await new Promise((wake) => setTimeout(wake, PATIENCE))
  }

  async #account(): Promise<void> {
    const { record, names } = this.study
    try {
      this.luck = await post<Luck>('study/luck', { record, names })
    } catch (error) {
      if (!(error instanceof Trouble) || error.code !== 'not-weighed') throw error
      this.weighed = [] // the server has forgotten some of it: begin anew when somebody looks again
      throw error
    }
  }
}

const known = new Map<string, Weighing>()

/** The weighing of a match, shared by all who look at it. */
export function weighing(study: Pick<Study, 'record' | 'names' | 'state'>): Weighing {
  const key = `${study.names.join('\n')}\n\n${study.record}`
  const found = known.get(key) ?? new Weighing(study)
  known.delete(key)
  known.set(key, found)
  if (known.size > MOST) known.delete(known.keys().next().value!)
  return found
}

/** An amount as people say it: percent of a win, or points. */
export function amount(value: number, points: boolean, lang: string): string {
  if (!points) return `${Math.round(Math.abs(value) * 100)}\u00a0%`
  const number = Math.abs(value).toFixed(1)
  return lang === 'de' ? number.replace('.', ',') : number
}

/** The same with its sign. */
export const signed = (value: number, points: boolean, lang: string) =>
  `${value < 0 ? '−' : '+'}${amount(value, points, lang)}`
