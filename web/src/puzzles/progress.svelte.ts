// What this browser remembers of a game's puzzles: which are solved, the streak, and how hard the next one should be.
import type { PuzzleCard } from '../wire'

interface Kept {
  solved: string[]
  streak: number
  best: number
  /** How hard puzzles may be for whoever sits here; it moves with every answer. */
  skill: number
  /** A difficulty that somebody asked for, or 0 for what suits. */
  wish: number
}

const PREFIX = 'meadhall.puzzles.'
const FIRST: Kept = { solved: [], streak: 0, best: 0, skill: 1, wish: 0 }
const HARDEST = 5
const BETTER = 0.34
const WORSE = 0.5

export class Progress {
  kept = $state.raw<Kept>(FIRST)

  constructor(private readonly game: string) {
    try {
      this.kept = { ...FIRST, ...(JSON.parse(localStorage.getItem(PREFIX + game) ?? '{}') as Partial<Kept>) }
    } catch {
      // whatever lies there is not ours: begin anew
    }
  }

  has(id: string): boolean {
    return this.kept.solved.includes(id)
  }

  /** Solved; without a wrong answer it makes the streak longer, and the next ones harder. */
  solve(id: string, clean: boolean): void {
    const { solved, streak, best, skill } = this.kept
    const longer = clean ? streak + 1 : streak
    this.#keep({
      solved: this.has(id) ? solved : [...solved, id],
      streak: longer,
      best: Math.max(best, longer),
      skill: clean ? Math.min(HARDEST, skill + BETTER) : skill,
    })
  }

  miss(): void {
    this.#keep({ streak: 0, skill: Math.max(1, this.kept.skill - WORSE) })
  }

  wish(difficulty: number): void {
    this.#keep({ wish: difficulty })
  }

  /** The next puzzle: one that is not solved, as hard as it should be, further down the list than this one. */
  next(all: PuzzleCard[], now: string | null): string | null {
    const open = all.filter((card) => !this.has(card.id) && card.id !== now)
    const choice = open.length ? open : all.filter((card) => card.id !== now)
    const wanted = this.kept.wish || Math.round(this.kept.skill)
    const at = all.findIndex((card) => card.id === now)
    const rank = (card: PuzzleCard) => {
      const place = all.indexOf(card)
      return Math.abs(card.difficulty - wanted) * 2 * all.length + (place > at ? place : place + all.length)
    }
    return [...choice].sort((one, other) => rank(one) - rank(other))[0]?.id ?? null
  }

  #keep(change: Partial<Kept>): void {
    this.kept = { ...this.kept, ...change }
    localStorage.setItem(PREFIX + this.game, JSON.stringify(this.kept))
  }
}
