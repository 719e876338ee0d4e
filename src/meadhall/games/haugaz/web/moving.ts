// How stacks move: a hop in an arc, and discs that drop. The next step ends what has not ended yet.
import type { Attachment } from 'svelte/attachments'
import { hop, type Spot } from './geometry'

const EASE = 'cubic-bezier(.2, .9, .3, 1.15)'

/** Let a stack that has just appeared hop here. */
export function hopping(from: Spot, to: Spot): Attachment {
  return (element) => {
    const frames = hop(from, to, 12).map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }))
    const moving = element.animate(frames, { duration: 260, easing: 'ease-in-out' })
    return () => moving.cancel()
  }
}

/** Let a disc drop on its stack, after a while. */
export function dropping(delay: number): Attachment {
  return (element) => {
    const frames = [
      { transform: 'translateY(-26px)', opacity: 0 },
      { transform: 'translateY(-20px)', opacity: 1, offset: 0.2 },
      { transform: 'translateY(0)', opacity: 1 },
    ]
    const moving = element.animate(frames, { duration: 200, delay, easing: EASE, fill: 'backwards' })
    return () => moving.cancel()
  }
}
