// What the room's view says, as types, and where things lie on the sea chart. A field is 60 units wide.

export type Token = 1 | 2 | 3 | 'sven' | 'hagar'
export type Portrait = 'hagar' | 'sven' | 'helga' | 'dragon' | 'none'
export type DieName = 'red' | 'black'

export interface Island {
  name: string
  place: number
  fields: string[]
  portrait: Portrait
  face_down: number
  open: Token[]
}

export type Corner = 'NW' | 'NE' | 'SW' | 'SE'

/** A coaster as it is printed. */
export interface Printed {
  id: string
  island: Corner[]
  portrait: Portrait
  treasures: number
  ship: boolean
}

export interface Put {
  player: number
  token: Token
}

export interface SeaView {
  phase: 'board' | 'start' | 'roll' | 'keep' | 'choose' | 'reveal' | 'claim' | 'luck' | 'over'
  player: number
  board: { id: string; turn: number }[]
  islands: Island[]
  ship: number | null
  dice: Record<DieName, number | null>
  rolling: DieName[]
  rolls_left: number
  field: string | null
  landed: string | null
  hands: Token[][]
  x2: Put | null
  dragon: Put | null
  luck: { player: number; red: number; black: number }[]
  numbers_left: number
  face_down: Record<string, number>
  turns: number
  coasters: { id: string; treasures: number }[]
}

/** Where the points come from; a Lucky Fellow that is not rolled for yet counts nothing. */
export interface Breakdown {
  scores: number[]
  players: {
    tokens: { token: Token; on: 'hand' | 'x2' | 'dragon'; points: number }[]
    hagar: number | null
    sven: (number | null)[]
  }[]
  losers: number[]
}

export interface AtSea {
  of: number
  direct: number
  beside: number
  sea: number
  percent: [number, number, number]
}

export interface Ashore {
  any: number
  claims: Record<string, number>
}

/** Exact chances, where the table allows them. */
export type Aids =
  | { kind: 'sea'; keeps: Record<string, AtSea> }
  | { kind: 'ashore'; keeps: Record<string, Ashore> }
  | { kind: 'landing'; lands: Record<string, number> }

export const CRESTS = ['madder', 'woad', 'bone', 'tar']
export const DICE: DieName[] = ['red', 'black']
export const CELL = 60

/** The corner of a field on the chart: letters are columns from the left, numbers rows from the bottom. */
export function corner(field: string): { x: number; y: number } {
  return { x: 'abcdef'.indexOf(field[0]!) * CELL, y: (6 - Number(field[1])) * CELL }
}

/** The field that red and black point at. */
export const fieldOf = (red: number, black: number) => `${'abcdef'[red - 1]}${black}`

/** The corner of a coaster, counted from the bottom left, row by row. */
export function coasterCorner(place: number): { x: number; y: number } {
  return { x: (place % 3) * 2 * CELL, y: (2 - Math.floor(place / 3)) * 2 * CELL }
}

/** The drawing of a token in the sprite. */
export function tokenSign(token: Token): string {
  return token === 'sven' ? '#t-lucky' : token === 'hagar' ? '#t-chief' : `#t-${token}`
}

/** The drawing of an island's face in the sprite. */
export function faceSign(portrait: Portrait): string {
  const signs = { hagar: '#chief', sven: '#lucky', helga: '#helga', dragon: '#dragon', none: '#nameless' }
  return signs[portrait]
}

/** The field of an island that touches a sea field, to draw the way there. */
export function touching(island: Island, field: string): string | undefined {
  const from = corner(field)
  return island.fields.find((near) => {
    const to = corner(near)
    return Math.abs(to.x - from.x) + Math.abs(to.y - from.y) === CELL
  })
}

/** The tokens that an action names: take 1 2, steal hagar 3, helga 2, dragon. */
export function tokensOf(action: string): Token[] {
  const [verb, ...rest] = action.split(' ')
  if (verb === 'steal') return [rest[0] as Token]
  if (verb === 'dragon') return [1]
  if (verb !== 'take' && verb !== 'helga') return []
  return rest.map((word) => (word === 'sven' || word === 'hagar' ? word : (Number(word) as Token)))
}

/** A token that goes from one spot of the page to another. */
export interface Flight {
  token: Token
  from: string
  to: string
}

/** Which tokens an action moves, on the table as it lay before it. */
export function flights(action: string, before: SeaView, player: number): Flight[] {
  const [verb, , victim] = action.split(' ')
  const [token] = tokensOf(action)
  const mine = `seat-${player}`
  if (verb === 'take') {
    return tokensOf(action).map((taken) => ({ token: taken, from: `island-${before.landed}`, to: mine }))
  }
  if (verb === 'steal') return [{ token: token!, from: `seat-${Number(victim) - 1}`, to: mine }]
  if (verb !== 'helga' && verb !== 'dragon') return []
  const slot = verb === 'helga' ? 'x2' : 'dragon'
  const lay = before[slot]
  const home = lay ? [{ token: lay.token, from: `slot-${slot}`, to: `seat-${lay.player}` }] : []
  return [...home, { token: token!, from: mine, to: `slot-${slot}` }]
}
