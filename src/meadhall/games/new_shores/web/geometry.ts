// Where things lie on the drawing: a field is 36 units, a coaster 72, and north is up.

export type Kind = 'land' | 'forest' | 'water'
export type Corner = 'NW' | 'NE' | 'SE' | 'SW'
export type Spot = Corner | 'N' | 'E' | 'S' | 'W'
export type Place = [number, number]
export type FieldAt = [number, number, Corner]

export interface Mark {
  on: Spot
  is: 'gold' | 'shield' | 'skull' | 'die'
  number?: number
  arrow?: 'horizontal' | 'vertical'
}

/** A coaster as it lies, its fields and marks turned. */
export interface Laid {
  id: string
  at: Place
  turn: number
  fields: Record<Corner, Kind>
  beer: boolean
  marks: Mark[]
}

/** A coaster as it is printed: two rows of two fields. */
export interface Printed {
  id: string
  fields: [string, string]
  beer: boolean
  marks: Mark[]
}

export interface Token {
  is: 'hagar' | 'gold'
  player?: number
  at: Place
  field: Corner
}

export interface Landscape {
  kind: Kind
  size: number
  fields: FieldAt[]
  shields: number
  gold: number
  hagars: number[]
  conqueror: number | null
  points: [number, number][]
}

/** Where the points come from. */
export interface Breakdown {
  scores: number[]
  landscapes: Landscape[]
  doubled: Doubled | null
  /** Of somebody who plays alone. */
  rank?: string
}

export interface Doubled {
  number: number
  arrow: 'horizontal' | 'vertical'
  line: number
}

export interface View {
  number: number
  phase: 'start' | 'draw' | 'lay' | 'token' | 'roll' | 'last round' | 'over'
  starter: number | null
  hand: string | null
  /** It touches its own kind nowhere, so it may lie anywhere. */
  fits_nowhere: boolean
  seats: number[]
  hagars_left: number[]
  gold_left: number[]
  spilt: number[]
  laid: Laid[]
  tokens: Token[]
  /** What is left to draw, where the table has aids. */
  pile?: string[]
  to_draw: number
  die: number | null
  doubled: Doubled | null
  coasters: Printed[]
}

export interface Box {
  x: number
  y: number
  w: number
  h: number
}

export const FIELD = 36
export const COASTER = 72
export const COLOURS = ['madder', 'woad', 'bone'] as const
export const CORNERS: Corner[] = ['NW', 'NE', 'SW', 'SE']

const CLOCKWISE: Corner[] = ['NW', 'NE', 'SE', 'SW']
const SIDES: Spot[] = ['N', 'E', 'S', 'W']
const CENTRES: Record<Spot, Place> = {
  NW: [18, 18],
  NE: [54, 18],
  SW: [18, 54],
  SE: [54, 54],
  N: [36, 18],
  E: [54, 36],
  S: [36, 54],
  W: [18, 36],
}

const east = (corner: Corner) => corner.endsWith('E')
const south = (corner: Corner) => corner.startsWith('S')

/** The middle of a field or border, inside its coaster. */
export const centre = (spot: Spot): Place => CENTRES[spot]

/** The upper left corner of a place. */
export const corner = ([x, y]: Place): Place => [COASTER * x, -COASTER * y || 0]

/** The upper left corner of a field. */
export function fieldCorner([x, y, where]: FieldAt): Place {
  const [left, top] = corner([x, y])
  return [left + (east(where) ? FIELD : 0), top + (south(where) ? FIELD : 0)]
}

export const tokenSize = (what: Token['is']): [number, number] => (what === 'hagar' ? [26, 28] : [24, 24])

/** The upper left corner of a token, which stands towards the outer corner of its field. */
export function tokenCorner(token: Token): Place {
  const [left, top] = corner(token.at)
  const [width, height] = tokenSize(token.is)
  const raised = token.is === 'hagar' && south(token.field) ? 1 : 0 // its beard would hang over the edge
  return [left + (east(token.field) ? 57 : 15) - width / 2, top + (south(token.field) ? 57 : 15) - height / 2 - raised]
}

export const placeOf = (text: string): Place => text.split(',').map(Number) as Place

/** Read a field of the notation, like -1,2NE. */
export function fieldOf(text: string): FieldAt {
  return [...placeOf(text.slice(0, -2)), text.slice(-2) as Corner]
}

function turnedSpot(spot: Spot, turn: number): Spot {
  const ring = spot.length === 2 ? (CLOCKWISE as Spot[]) : SIDES
  return ring[(ring.indexOf(spot) + turn) % 4]!
}

/** Turn a printed coaster by quarter turns, clockwise. */
export function turned(coaster: Printed, turn: number, at: Place = [0, 0]): Laid {
  const kinds = coaster.fields.flatMap((row) => row.split(' ')) as Kind[]
  const fields = Object.fromEntries(CORNERS.map((where, i) => [turnedSpot(where, turn), kinds[i]])) as Laid['fields']
  const marks = coaster.marks.map((mark) => {
    const crossed = mark.arrow && turn % 2 ? (mark.arrow === 'horizontal' ? 'vertical' : 'horizontal') : mark.arrow
    return { ...mark, on: turnedSpot(mark.on, turn), arrow: crossed }
  })
  return { id: coaster.id, at, turn, fields, beer: coaster.beer, marks }
}

export const fieldKey = ([x, y, where]: FieldAt) => `${x},${y}${where}`

/** The field under a point of the drawing. */
export function fieldAt(px: number, py: number): FieldAt {
  const [fx, fy] = [Math.floor(px / FIELD), Math.floor(py / FIELD)]
  const where = ((fy & 1 ? 'S' : 'N') + (fx & 1 ? 'E' : 'W')) as Corner
  return [Math.floor(fx / 2), -Math.floor(fy / 2) || 0, where]
}

/** Draw the line around some fields, edge by edge. */
export function outline(fields: FieldAt[]): string {
  const corners = fields.map(fieldCorner)
  const inside = new Set(corners.map(String))
  const beyond = (x: number, y: number) => !inside.has(String([x, y]))
  return corners
    .map(([x, y]) => {
      const top = beyond(x, y - FIELD) ? `M${x} ${y}h${FIELD}` : ''
      const bottom = beyond(x, y + FIELD) ? `M${x} ${y + FIELD}h${FIELD}` : ''
      const left = beyond(x - FIELD, y) ? `M${x} ${y}v${FIELD}` : ''
      const right = beyond(x + FIELD, y) ? `M${x + FIELD} ${y}v${FIELD}` : ''
      return top + bottom + left + right
    })
    .join('')
}

/** The box around places, with some margin. */
export function around(places: Place[], margin: number): Box {
  const corners = (places.length ? places : [[0, 0] as Place]).map(corner)
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  const [x, y] = [Math.min(...xs) - margin, Math.min(...ys) - margin]
  return { x, y, w: Math.max(...xs) + COASTER + margin - x, h: Math.max(...ys) + COASTER + margin - y }
}

/** Widen a box to a shape: no flatter than `flat` and no taller than `tall`, as height by width. */
export function shaped(box: Box, flat: number, tall = 1): Box {
  const w = Math.max(box.w, box.h / tall)
  const h = Math.max(box.h, flat * w)
  return { x: box.x - (w - box.w) / 2, y: box.y - (h - box.h) / 2, w, h }
}

export function overlap(a: Box, b: Box): number {
  const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)
  const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y)
  return w > 0 && h > 0 ? w * h : 0
}

/** The band of the doubled row or column across a box. */
export function band(doubled: Doubled, box: Box): Box {
  if (doubled.arrow === 'vertical') return { x: FIELD * doubled.line, y: box.y, w: FIELD, h: box.h }
  return { x: box.x, y: FIELD - FIELD * doubled.line, w: box.w, h: FIELD }
}
