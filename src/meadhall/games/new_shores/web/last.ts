// What the last action did, for its wet ring and its movement.
import { fieldCorner, fieldKey, fieldOf, type FieldAt, type Place, type View } from './geometry'

export interface Last {
  /** The coaster just laid, and where. */
  coaster?: string
  at?: Place
  /** The field of the token just put down or moved. */
  field?: string
  from?: FieldAt
  dx?: number
  dy?: number
}

/** Understand an action of the notation by the table after it. */
export function lastMove(action: string, view: View): Last | null {
  const newest = view.laid.at(-1)
  if (action.includes('>')) {
    const [from, to] = action.split('>').map(fieldOf) as [FieldAt, FieldAt]
    const [[x1, y1], [x2, y2]] = [fieldCorner(from), fieldCorner(to)]
    return { field: fieldKey(to), from, dx: x1 - x2, dy: y1 - y2 }
  }
  if (!newest) return null
  if (action.includes('/')) return { coaster: newest.id, at: newest.at }
  const put = /^(?:hagar|gold) (\w\w)$/.exec(action)
  return put ? { field: fieldKey([...newest.at, put[1] as FieldAt[2]]) } : null
}
