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
  const hover = (event: PointerEvent) => event.pointerType === 'mouse' && now.light(under(event))
  const leave = (event: PointerEvent) => event.pointerType === 'mouse' && now.light(null)
  const tap = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') return
    const chosen = (event.target as Element).closest('[data-spot]')
    now.light(chosen ? null : under(event))
  }
  const wheel = (event: WheelEvent) => {
    const held = (event.target as Element).closest('[data-spot][aria-pressed="true"]')
    if (!held || !event.deltaY) return
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
