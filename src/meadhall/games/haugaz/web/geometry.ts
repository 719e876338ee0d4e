// Where points lie in the drawing: a step is 36 units, a1 is bottom left.

export const STEP = 36
const FILES = 'abcdefgh'
const LEAST = 5 // smaller boards leave turf around them, so that stacks do not become giants

export interface Spot {
  x: number
  y: number
}

/** All points of a board, rank by rank from the top: in the order in which stacks hide each other. */
export function points(size: number): string[] {
  const ranks = Array.from({ length: size }, (_, i) => size - i)
  return ranks.flatMap((rank) => [...FILES.slice(0, size)].map((file) => `${file}${rank}`))
}

export const files = (size: number): string[] => [...FILES.slice(0, size)]

export function spot(point: string, size: number): Spot {
  return { x: 18 + STEP * FILES.indexOf(point[0]!), y: 18 + STEP * (size - Number(point.slice(1))) }
}

/** The part of the plane that is drawn: the points, room for their names, and more turf on small boards. */
export function frame(size: number) {
  const spare = (Math.max(size, LEAST) - size) * STEP
  return { x: -18 - spare / 2, y: -9 - spare / 2, width: STEP * size + 24 + spare, height: STEP * size + 27 + spare }
}

/** The point a step away, or the same one at the edge. */
export function beside(point: string, dx: number, dy: number, size: number): string {
  const within = (n: number) => Math.min(Math.max(n, 0), size - 1)
  const x = within(FILES.indexOf(point[0]!) + dx)
  const y = within(Number(point.slice(1)) - 1 + dy)
  return `${FILES[x]}${y + 1}`
}

/** The highest part of a hop, to the left of one that goes straight up or down. */
function crest(from: Spot, to: Spot): Spot {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const side = dx < 0 ? -0.3 : 0.3
  return { x: (from.x + to.x) / 2 + side * dy, y: (from.y + to.y) / 2 - side * dx }
}

/** A hop as a path. */
export function arc(from: Spot, to: Spot): string {
  const top = crest(from, to)
  return `M${from.x} ${from.y - 4}Q${top.x} ${top.y - 4} ${to.x} ${to.y - 4}`
}

/** Places along a hop, seen from where it ends. */
export function hop(from: Spot, to: Spot, parts: number): Spot[] {
  const top = crest(from, to)
  return Array.from({ length: parts + 1 }, (_, i) => {
    const t = i / parts
    const [a, b] = [(1 - t) ** 2, 2 * t * (1 - t)]
    return { x: a * from.x + b * top.x + t * t * to.x - to.x, y: a * from.y + b * top.y + t * t * to.y - to.y - 22 * b }
  })
}

/** A line from a stack that has landed to a point that it reaches. */
export function ray(from: Spot, to: Spot): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const x = from.x + (19 * (to.x - from.x)) / length
  const y = from.y + 3 + (17 * (to.y - from.y)) / length
  return `M${x} ${y}L${to.x} ${to.y + 3}`
}
