// Where a match turned: decisions that gave much away, and dice or draws that changed much.
import type { Sentence, Step, Weighed } from '../wire'

export interface Turn {
  /** The step that made it. */
  step: number
  chance: boolean
  /** What it changed for whoever it changed most; a decision for its player. */
  change: number
  seat: number
  said: Sentence
}

const MUCH = 3 // times what is not worth a word
const MOST = 12

export function turns(weighed: Weighed[], steps: Step[], little: number): Turn[] {
  const found: Turn[] = []
  weighed.forEach((now, i) => {
    if (now.lost >= MUCH * little) {
      found.push({ step: now.number + 1, chance: false, change: -now.lost, seat: now.actor, said: now.said })
    }
    const next = weighed[i + 1]
    const rolled =
      next &&
      steps
        .slice(now.number + 1, next.number)
        .filter((step) => step.actor < 0)
        .at(-1)
    if (!rolled) return
    const changes = next.values.map((value, seat) => value - now.after[seat]!)
    const seat = changes.reduce((most, change, i) => (Math.abs(change) > Math.abs(changes[most]!) ? i : most), 0)
    const change = changes[seat]!
    if (Math.abs(change) >= MUCH * little) {
      found.push({ step: rolled.number, chance: true, change, seat, said: rolled.said })
    }
  })
  const great = [...found].sort((a, b) => Math.abs(b.change) - Math.abs(a.change)).slice(0, MOST)
  return great.sort((a, b) => a.step - b.step)
}
