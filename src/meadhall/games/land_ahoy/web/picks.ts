// What can be chosen from in the action mat, out of the legal actions: islands to land on, claims after the last roll.
import type { Choice, Preview } from '$web/wire'
import type { Pick } from './Picks.svelte'
import { faceSign, tokensOf, type Aids, type SeaView } from './sea'
import { claimWords, words } from './words'

/** The islands beside the ship, with what lies there. */
export function islands(choices: Choice[], view: SeaView, aids: Aids | null): Pick[] {
  const w = words()
  return choices.map(({ action }) => {
    const name = action.slice(5)
    const island = view.islands.find((one) => one.name === name)!
    const treasure = [...island.open.map(w.token), ...(island.face_down ? [w.hidden(island.face_down)] : [])]
    const chance = aids?.kind === 'landing' ? aids.lands[name] : undefined
    return {
      action,
      title: w.land(name),
      small: `${w.face[island.portrait]}: ${treasure.join(', ') || w.empty}`,
      tokens: [],
      sign: faceSign(island.portrait),
      ...(chance === undefined ? {} : { worth: w.percent(Math.round(100 * chance)) }),
    }
  })
}

/** What the dice allow to take, steal or put; the richest first, to leave at the end. */
export function claims(choices: Choice[], view: SeaView, names: string[], previews: Record<string, Preview>): Pick[] {
  const w = words()
  const gain = (action: string) => (previews[action]?.more.gains as number[] | undefined)?.[view.player] ?? 0
  const picks = choices.map(({ action }): Pick => {
    const tokens = tokensOf(action)
    const points = gain(action)
    const small = [
      action === 'leave' ? w.leaveSmall : '',
      ...tokens.slice(0, 1).map((token) => (action.startsWith('helga') ? '' : (w.worth[token] ?? ''))),
      ...pushed(action, view, names),
      previews[action]?.more.ends ? w.sixth : '',
    ]
    return {
      action,
      title: claimWords(action, tokens, names),
      small: small.filter(Boolean).join(' '),
      tokens,
      ...(points ? { worth: points > 0 ? `+${points}` : `${points}` } : {}),
    }
  })
  return [...picks.slice(0, -1).reverse(), ...picks.slice(-1)]
}

/** Who gets a token back when another one takes its place. */
function pushed(action: string, view: SeaView, names: string[]): string[] {
  const lay = action.startsWith('helga') ? view.x2 : action === 'dragon' ? view.dragon : null
  return lay && lay.player !== view.player ? [words().pushes(names[lay.player]!)] : []
}
