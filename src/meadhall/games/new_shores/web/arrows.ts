// Walking over the table with the arrow keys.

export type Arrow = [number, number]

const ARROWS: Record<string, Arrow> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

export const arrowOf = (key: string): Arrow | undefined => ARROWS[key]

export interface Standing {
  spot: string
  x: number
  y: number
}

/** The nearest spot in the direction of an arrow; going astray sideways counts double. */
export function towards(spots: Standing[], from: string, [dx, dy]: Arrow): string | undefined {
  const here = spots.find((spot) => spot.spot === from)
  if (!here) return spots[0]?.spot
  let best: string | undefined
  let nearest = Infinity
  for (const { spot, x, y } of spots) {
    const ahead = (x - here.x) * dx + (y - here.y) * dy
    const aside = Math.abs((x - here.x) * dy) + Math.abs((y - here.y) * dx)
    const far = ahead + 2 * aside
    if (ahead > 0 && far < nearest) [best, nearest] = [spot, far]
  }
  return best
}

/** Put the focus on a spot of the table. */
export function focusOn(spot: string | undefined, within: Element | null | undefined) {
  if (spot) within?.querySelector<SVGGElement>(`[data-spot="${spot}"]`)?.focus()
}
