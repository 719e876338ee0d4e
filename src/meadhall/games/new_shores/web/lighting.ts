// Pointing at the table lights up landscapes, and the wheel turns the coaster that is held over it.
import { fieldAt, type FieldAt } from './geometry'

interface Doing {
  light: (field: FieldAt | null) => void
  turn: (by: 1 | 3) => void
}

/** Listen to pointer and wheel over the drawing; what the keys do stands elsewhere. */
export function lighting(svg: SVGSVGElement, doing: Doing) {
  let now = doing

  function under(event: MouseEvent): FieldAt | null {
    const matrix = svg.getScreenCTM()
    if (!matrix) return null
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse())
    return fieldAt(point.x, point.y)
  }
  const spot = (event: Event, which = '') => (event.target as Element).closest(`[data-spot]${which}`)
  const CHOSEN = '[aria-pressed="true"]'
  // What is chosen shows what it would bring; everything else shows the landscape as it is.
  const hover = (event: PointerEvent) =>
    event.pointerType === 'mouse' && now.light(spot(event, CHOSEN) ? null : under(event))
  const leave = (event: PointerEvent) => event.pointerType === 'mouse' && now.light(null)
  const tap = (event: PointerEvent) => {
    if (spot(event)) now.light(null)
    else if (event.pointerType !== 'mouse') now.light(under(event))
  }
  const wheel = (event: WheelEvent) => {
    if (!spot(event, CHOSEN) || !event.deltaY) return
    event.preventDefault()
    now.turn(event.deltaY > 0 ? 1 : 3)
  }
  svg.addEventListener('pointermove', hover)
  svg.addEventListener('pointerleave', leave)
  svg.addEventListener('pointerdown', tap)
  svg.addEventListener('wheel', wheel, { passive: false })
  return {
    update(next: Doing) {
      now = next
    },
    destroy() {
      svg.removeEventListener('pointermove', hover)
      svg.removeEventListener('pointerleave', leave)
      svg.removeEventListener('pointerdown', tap)
      svg.removeEventListener('wheel', wheel)
    },
  }
}
