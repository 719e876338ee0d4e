// A real table that somebody taps together: what lies where, and what the next tap does. No rules: anything may lie anywhere.
import {
  CORNERS,
  fieldKey,
  turned,
  type Corner,
  type FieldAt,
  type Laid,
  type Place,
  type Printed,
  type Token,
} from './geometry'

/** The table as the hall scores it. */
export interface Real {
  players: number
  set: { coaster: Printed[] } | null
  coasters: { id: string; at: Place; turn: number }[]
  tokens: Token[]
  die: number | null
  /** Honky-tonk: how many beers each player has laid in line with another one. */
  spilt?: number[]
}

export const EMPTY: Real = { players: 2, set: null, coasters: [], tokens: [], die: null }

/** What a tap does: lay and turn coasters, or put a token down. */
export type Tool = 'coasters' | 'gold' | 0 | 1 | 2

const same = (a: Place, b: Place) => a[0] === b[0] && a[1] === b[1]

export class Tapping {
  tool = $state.raw<Tool>('coasters')
  /** The coaster in hand: from the box, or one that lies already. */
  hand = $state.raw<string | null>(null)
  readonly #real: () => Real
  readonly #printed: () => Printed[]
  readonly #change: (real: Real) => void

  constructor(real: () => Real, printed: () => Printed[], change: (real: Real) => void) {
    this.#real = real
    this.#printed = printed
    this.#change = change
  }

  get real(): Real {
    return this.#real()
  }

  /** The coasters as they lie. */
  get laid(): Laid[] {
    const printed = new Map(this.#printed().map((coaster) => [coaster.id, coaster]))
    return this.real.coasters.flatMap(({ id, at, turn }) => {
      const coaster = printed.get(id)
      return coaster ? [turned(coaster, turn, at)] : []
    })
  }

  /** The coasters that are still in the box. */
  get left(): Printed[] {
    return this.#printed().filter(({ id }) => !this.real.coasters.some((laid) => laid.id === id))
  }

  /** Where the coaster in hand can go: beside the others, or into the middle. */
  get places(): Place[] {
    if (this.tool !== 'coasters' || this.hand === null) return []
    const others = this.real.coasters.filter(({ id }) => id !== this.hand).map(({ at }) => at)
    if (!others.length) return this.real.coasters.length ? [] : [[0, 0]]
    const beside = others.flatMap(([x, y]): Place[] => [
      [x, y + 1],
      [x - 1, y],
      [x + 1, y],
      [x, y - 1],
    ])
    const taken = this.real.coasters.map(({ at }) => at)
    return beside.filter(
      (at, i) => !taken.some((other) => same(at, other)) && beside.findIndex((other) => same(at, other)) === i,
    )
  }

  choose(tool: Tool): void {
    this.tool = tool
    this.hand = null
  }

  /** Lay the coaster in hand somewhere; tokens that stand on it come along. */
  lay(at: Place): void {
    const before = this.real.coasters.find(({ id }) => id === this.hand)
    if (!this.hand) return
    const tokens = this.real.tokens.map((token) => (before && same(token.at, before.at) ? { ...token, at } : token))
    const coasters = before
      ? this.real.coasters.map((coaster) => (coaster === before ? { ...coaster, at } : coaster))
      : [...this.real.coasters, { id: this.hand, at, turn: 0 }]
    this.#change({ ...this.real, coasters, tokens })
  }

  /** Turn the coaster in hand where it lies, and what stands on it. */
  turn(): void {
    const held = this.real.coasters.find(({ id }) => id === this.hand)
    if (!held) return
    const clockwise: Corner[] = ['NW', 'NE', 'SE', 'SW']
    const next = (field: Corner) => clockwise[(clockwise.indexOf(field) + 1) % 4]!
    this.#change({
      ...this.real,
      coasters: this.real.coasters.map((one) => (one === held ? { ...one, turn: (one.turn + 1) % 4 } : one)),
      tokens: this.real.tokens.map((token) =>
        same(token.at, held.at) ? { ...token, field: next(token.field) } : token,
      ),
    })
  }

  /** Put the coaster in hand back into the box. */
  remove(): void {
    const held = this.real.coasters.find(({ id }) => id === this.hand)
    this.hand = null
    if (!held) return
    this.#change({
      ...this.real,
      coasters: this.real.coasters.filter((one) => one !== held),
      tokens: this.real.tokens.filter((token) => !same(token.at, held.at)),
    })
  }

  /** Put a token on a field, in the place of what stood there; the same one again takes it away. */
  put([x, y, field]: FieldAt): void {
    if (this.tool === 'coasters') return
    const key = fieldKey([x, y, field])
    const was = this.real.tokens.find((token) => fieldKey([...token.at, token.field]) === key)
    const tokens = this.real.tokens.filter((token) => token !== was)
    const token: Token =
      this.tool === 'gold' ? { is: 'gold', at: [x, y], field } : { is: 'hagar', player: this.tool, at: [x, y], field }
    const again = was && was.is === token.is && was.player === token.player
    this.#change({ ...this.real, tokens: again ? tokens : [...tokens, token] })
  }

  /** All fields of the table. */
  get fields(): FieldAt[] {
    return this.real.coasters.flatMap(({ at }) => CORNERS.map((corner): FieldAt => [at[0], at[1], corner]))
  }

  /** How many beers stand in a row or column with another one. */
  get inLine(): number {
    const beers = this.laid.filter(({ beer }) => beer)
    return beers.filter((one) =>
      beers.some(({ at }) => !same(at, one.at) && (at[0] === one.at[0] || at[1] === one.at[1])),
    ).length
  }

  /** How many beers a player has spilt. */
  spilt(player: number): number {
    return this.real.spilt?.[player] ?? 0
  }

  spill(player: number, beers: number): void {
    this.set({ spilt: Array.from({ length: this.real.players }, (_, i) => (i === player ? beers : this.spilt(i))) })
  }

  set(change: Partial<Pick<Real, 'players' | 'die' | 'spilt'>>): void {
    const next = { ...this.real, ...change }
    next.tokens = next.tokens.filter((token) => token.is === 'gold' || token.player! < next.players)
    if (next.spilt) next.spilt = Array.from({ length: next.players }, (_, player) => next.spilt![player] ?? 0)
    if (typeof this.tool === 'number' && this.tool >= next.players) this.tool = 'coasters'
    this.#change(next)
  }

  /** Take other coasters; what they do not have goes from the table. */
  take(set: Real['set'], printed: Printed[]): void {
    const coasters = this.real.coasters.filter(({ id }) => printed.some((one) => one.id === id))
    const tokens = this.real.tokens.filter((token) => coasters.some(({ at }) => same(at, token.at)))
    this.hand = null
    this.#change({ ...this.real, set, coasters, tokens })
  }
}
