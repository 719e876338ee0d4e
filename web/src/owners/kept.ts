// What this browser keeps for owners of the real box: the table they score, who plays, and the coasters of their box.
import type { CoasterSetData, Table } from './kinds'

export interface KeptTable {
  table: Table
  names: string[]
}

const read = <Thing>(key: string): Thing | null => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Thing | null
  } catch {
    return null
  }
}
const keep = (key: string, thing: unknown) => localStorage.setItem(key, JSON.stringify(thing))

export const keptTable = (game: string) => read<KeptTable>(`meadhall.score.${game}`)
export const keepTable = (game: string, kept: KeptTable | null) => keep(`meadhall.score.${game}`, kept)

export const keptSet = (game: string) => read<CoasterSetData>(`meadhall.set.${game}`)
export const keepSet = (game: string, set: CoasterSetData) => keep(`meadhall.set.${game}`, set)

/** What is being drawn, whether it makes a set yet or not. */
export const keptDraft = (game: string) => read<CoasterSetData>(`meadhall.draft.${game}`)
export const keepDraft = (game: string, set: CoasterSetData) => keep(`meadhall.draft.${game}`, set)
