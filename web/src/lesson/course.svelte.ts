// A lesson being taken: where somebody is, what was said to what they did, and the table before them.
import { StillTable } from '../study/still.svelte'
import type { Lesson, LessonStep, Preview, Sentence, Step } from '../wire'

export interface Remark {
  right: boolean
  words: Sentence
}

export class Course {
  at = $state(0)
  /** The task of this step is done, and something is said about it. */
  done = $state(false)
  remark = $state.raw<Remark | null>(null)
  /** Answers that were tried in vain. */
  tried = $state.raw<number[]>([])
  /** What to touch is pointed at. */
  pointing = $state(false)
  /** Somebody has gone on or back since the page was opened. */
  underway = false
  table = $state.raw<StillTable>()!

  constructor(
    readonly lesson: Lesson,
    from: number,
    private readonly moved: (at: number) => void,
  ) {
    this.#open(from)
  }

  get step(): LessonStep {
    return this.lesson.steps[this.at]!
  }
  get last(): boolean {
    return this.at === this.lesson.steps.length - 1
  }
  /** Whether something is to be done or answered before it goes on. */
  get open(): boolean {
    return this.step.task !== null && !this.done
  }

  next(): void {
    if (!this.last) this.#open(this.at + 1, true)
  }
  back(): void {
    if (this.at > 0) this.#open(this.at - 1)
  }
  restart(): void {
    this.#open(0)
  }

  answer(which: number): void {
    const answer = this.step.answers[which]
    if (!answer || this.done) return
    this.done = answer.right
    if (!answer.right) this.tried = [...this.tried, which]
    this.remark = { right: answer.right, words: answer.why }
  }

  /** Point at what to touch; and when that is not enough, do it. */
  help(): void {
    if (this.step.answers.length) this.answer(this.step.answers.findIndex((answer) => answer.right))
    else if (!this.pointing) this.pointing = true
    else if (this.table.replaying) this.table.skip()
    else this.#play(this.step.moves[0]!.action)
  }

  close(): void {
    this.table.close()
  }

  #play(action: string): void {
    const { moves, nudge, right } = this.step
    if (this.done || !moves.length) return
    const move = moves.find((one) => one.action === action)
    if (!move) {
      this.remark = nudge && { right: false, words: nudge }
      this.pointing = true
    } else if (right) {
      this.done = true
      this.pointing = false
      this.remark = { right: true, words: right }
      this.table.advance(move.state, [...this.#steps(this.at), ...move.steps])
    } else this.next()
  }

  /** All that was played on a step's table, up to it. */
  #steps(at: number): Step[] {
    const { table } = this.lesson.steps[at]!
    return this.lesson.steps.slice(0, at + 1).flatMap((step) => (step.table === table ? step.steps : []))
  }

  #open(at: number, onwards = false): void {
    const goesOn = onwards && this.step.table === this.lesson.steps[at]!.table
    this.at = at
    this.done = false
    this.remark = null
    this.tried = []
    this.pointing = false
    const { state, steps } = this.step
    this.underway ||= this.table !== undefined
    if (!goesOn) {
      this.table?.close()
      // On a new table what happens first is shown; a table that somebody comes back to lies still.
      const begun = onwards ? { ...state, entries: state.entries - steps.length, choices: [], seat: null } : state
      const played = this.#steps(at)
      this.table = new StillTable(begun, onwards ? played.slice(0, begun.entries) : played, {
        play: (action) => this.#play(action),
        preview: (action) => this.#preview(action),
      })
    }
    if (onwards) this.table.advance(state, this.#steps(at))
    this.moved(at)
  }

  /** What an action would do, where the lesson knows it; boards do without it elsewhere. */
  #preview(action: string): Promise<Preview> {
    const found = this.step.previews.find((one) => one.action === action)
    return found ? Promise.resolve(found) : Promise.reject(new Error(`no preview of ${action} in this lesson`))
  }
}
