// What the status line says: who must do what, and a short second line.
import type { Choosing } from './choosing.svelte'
import { landscapeName, type Words } from './words'

/** Tell the player what to do; undefined leaves it to the shell. */
export function asked(choosing: Choosing, w: Words): string | undefined {
  const { table, phase, choice } = choosing
  const actor = table.state.actor
  if (table.state.stage === 'over' || actor === null) return undefined
  const name = table.names[actor]!
  if (phase === 'lay') return choice ? w.askHere(name) : w.askLay(name)
  if (phase === 'token') return choice ? w.askTokenHere(name) : w.askToken(name)
  if (phase === 'last round') {
    if (choosing.walked[0] === 'stay') return w.askStay(name)
    return choice ? w.askMoveHere(name) : w.askMove(name)
  }
  return w.waiting[choosing.view.phase]?.(name)
}

/** Add how to do it, or what it would bring. */
export function hinted(choosing: Choosing, w: Words): string | undefined {
  const { phase, choice, preview } = choosing
  if (!phase) return undefined
  if (choice) {
    const told = [phase === 'lay' ? held(choosing, w) : '', worth(choosing, w)]
    return told.filter(Boolean).join(' ') || (preview ? w.noChange : undefined)
  }
  if (phase === 'token') return w.small.token
  if (phase === 'last round') {
    if (choosing.choices.length === 1) return w.small.nobody
    return choosing.walked.length ? w.small.to : w.small.from
  }
  if (!choosing.view.laid.length) return w.small.first
  if (choosing.view.fits_nowhere) return w.small.anywhere
  const beer = choosing.view.coasters.find((coaster) => coaster.id === choosing.view.hand)?.beer
  return beer ? w.small.beer : preview === null ? w.small.lay : undefined
}

const held = (choosing: Choosing, w: Words) => (choosing.canTurn() ? w.small.turn : w.small.only)

function worth({ table, phase, preview }: Choosing, w: Words): string {
  const seat = table.seat ?? 0
  if (phase === 'last round' && preview) {
    const [was, now] = [table.state.standing.scores[seat], preview.standing.scores[seat]!]
    return `${w.together(was, now)}.`
  }
  const about = preview?.more.about
  if (!about || (!about.was && !about.now)) return ''
  const { landscapes } = preview.standing
  const name = landscapeName(landscapes[about.landscape]!, landscapes, w)
  return w.worth(about.player === table.seat, table.names[about.player]!, name, about.was, about.now)
}
