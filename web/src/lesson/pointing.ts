// What to touch next on any board, to play an action. Boards say what their parts mean:
//   data-action   plays this action at once          data-leads   afterwards this action is chosen
//   data-token, data-point, data-spot, data-island   a token of the action's path
//   data-adjust   changes what is chosen, as turning a coaster does
import type { Choice } from '../wire'

const PARTS = ['token', 'point', 'spot', 'island']

/** The first of these on the table that can be seen and used. */
function seen(selector: string): Element | undefined {
  const found = [...document.querySelectorAll(`.board ${selector}, .actions ${selector}`)]
  return found.find((one) => !one.matches(':disabled, [aria-disabled=true]') && one.getClientRects().length > 0)
}

const pressed = (one: Element) => one.getAttribute('aria-pressed') === 'true'
const quoted = (text: string) => `"${CSS.escape(text)}"`

export function nextTouch(choice: Choice): Element | undefined {
  const action = quoted(choice.action)
  const ready = seen(`.go[data-action=${action}]`) ?? seen(`[data-action=${action}]`) ?? seen(`[data-leads=${action}]`)
  if (ready) return ready
  for (const token of choice.path) {
    const part = seen(`:is(${PARTS.map((name) => `[data-${name}=${quoted(token)}]`).join()})`)
    if (part && !pressed(part)) return part
  }
  return seen('[data-adjust]') ?? seen('button')
}
