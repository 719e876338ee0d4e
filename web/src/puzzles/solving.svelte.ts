// One puzzle being solved: what was played in it, what was said about it, and the table it lies on.
import { get, post } from '../api'
import { StillTable } from '../study/still.svelte'
import { toast } from '../toast.svelte'
import type { Preview, PuzzleAsked, PuzzleVerdict, Step, TableState } from '../wire'
import type { Progress } from './progress.svelte'

interface Moment {
  played: string[]
  state: TableState
}

export class Solving {
  readonly table: StillTable
  /** What was said last. */
  verdict = $state.raw<PuzzleVerdict | null>(null)
  /** Whether the solution was asked for. */
  shown = $state(false)
  readonly over = $derived(this.shown || this.verdict?.verdict === 'right')
  /** Wrong, and the table shows why: one has to begin again. */
  readonly lost = $derived(this.verdict?.verdict === 'wrong' && !this.shown && this.verdict.state.seat === null)

  /** Whether there is more to say than that a turn is not finished yet. */
  readonly said = $derived(this.verdict !== null && (this.verdict.verdict !== 'going' || this.verdict.why.length > 0))

  #clean: boolean
  #now: Moment
  #trail: Moment[] = []
  #steps: Step[] = []

  constructor(
    readonly puzzle: PuzzleAsked,
    private readonly progress: Progress,
  ) {
    this.#clean = !progress.has(puzzle.id)
    this.#now = { played: [], state: puzzle.state }
    this.table = new StillTable(puzzle.state, this.#all(puzzle.steps), {
      play: (action) => void this.#try(action),
      undo: () => this.#back(),
      preview: (action) => this.#preview(action),
    })
  }

  get #path(): string {
    return `puzzles/${encodeURIComponent(this.puzzle.game)}/${encodeURIComponent(this.puzzle.id)}`
  }

  /** Steps by their numbers; those before the first few that were told stay empty. */
  #all(more: Step[]): Step[] {
    const all = [...this.#steps]
    for (const step of more) all[step.number - 1] = step
    return (this.#steps = all)
  }

  async #try(action: string): Promise<void> {
    if (this.over || this.lost) return
    this.table.busy = true
    try {
      const verdict = await post<PuzzleVerdict>(`${this.#path}/try`, { played: this.#now.played, action })
      this.verdict = verdict
      if (verdict.verdict === 'going') this.#trail.push(this.#now)
      if (verdict.verdict !== 'wrong') this.#now = { played: verdict.played, state: verdict.state }
      if (verdict.verdict === 'wrong') this.#miss()
      if (verdict.verdict === 'right') this.progress.solve(this.puzzle.id, this.#clean)
      this.table.advance(verdict.state, this.#all(verdict.steps))
    } catch (error) {
      toast.trouble(error)
    }
    this.table.busy = false
  }

  #miss(): void {
    if (this.#clean) this.progress.miss()
    this.#clean = false
  }

  async #preview(action: string): Promise<Preview> {
    if (!this.puzzle.foresees) throw new Error('what this does is the question')
    return post<Preview>(`${this.#path}/preview`, { played: this.#now.played, action })
  }

  /** Take back what belongs to a turn that is not finished. */
  #back(): void {
    const before = this.#trail.pop()
    if (!before) return
    this.#now = before
    this.verdict = null
    this.table.lay(before.state, this.#steps.slice(0, before.state.entries))
  }

  /** Begin the turn again in which it went wrong. */
  again(): void {
    while (this.#now.state.can_undo && this.#trail.length) this.#now = this.#trail.pop()!
    this.verdict = null
    this.table.lay(this.#now.state, this.#steps.slice(0, this.#now.state.entries))
  }

  async show(): Promise<void> {
    try {
      const verdict = await get<PuzzleVerdict>(`${this.#path}/solution`)
      this.#miss()
      this.shown = true
      this.verdict = verdict
      this.table.lay(this.puzzle.state, this.#steps.slice(0, this.puzzle.state.entries))
      this.table.advance(verdict.state, this.#all(verdict.steps))
    } catch (error) {
      toast.trouble(error)
    }
  }

  close(): void {
    this.table.close()
  }
}
