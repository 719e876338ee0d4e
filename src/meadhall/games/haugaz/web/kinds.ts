// What the room's view.py, foresight.py and pie.py tell the board, as types.
import type { Sentence } from '$web/wire'

export type Colour = 'black' | 'white'
export type Phase = 'set black' | 'set white' | 'choose' | 'place' | 'move' | 'over'

export interface Skyline {
  black: number[]
  white: number[]
}

export interface HaugazView {
  size: number
  phase: Phase
  side: Colour
  /** Each player's colour, once the pie is cut. */
  colours: [Colour, Colour] | null
  /** The point of the stack placed this turn. */
  placed: string | null
  passes: number
  /** By point: `b2`, `w1`. */
  stacks: Record<string, string>
  skyline: Skyline
  /** Which comparison would decide now, from 0; null where all are equal. */
  decided_by: number | null
}

export interface Standing {
  scores: number[]
  colours: [Colour, Colour] | null
  stacks: Skyline
  ended_by: 'passes' | 'stuck' | null
  decided_by: number | null
}

export interface Foreseen {
  from: string
  to: string
  reach: string[]
  risen: { point: string; stack: string }[]
}

/** What the opening table says of a point; null where there is no number for it yet. */
export interface Chance {
  balance: 'even' | 'tilted' | 'lopsided'
  percent: number | null
  proved: boolean
}

/** What the opening table says while the pie is cut. */
export interface Advice {
  points: Record<string, Chance>
  /** What the marks on the points mean. */
  key: Sentence | null
  said: Sentence
}

export const colourOf = (stack: string): Colour => (stack.startsWith('b') ? 'black' : 'white')
export const heightOf = (stack: string): number => Number(stack.slice(1))
