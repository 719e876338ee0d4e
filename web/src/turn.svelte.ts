// Tells somebody who looks elsewhere that it is their turn: in the tab, and where they allow it, by the browser.
import { games } from './games'
import { say } from './lang.svelte'
import { settings } from './settings.svelte'
import type { TableState } from './wire'

class Looking {
  /** Whether nobody sees this page. */
  elsewhere = $state(document.visibilityState === 'hidden')

  constructor() {
    document.addEventListener('visibilitychange', () => (this.elsewhere = document.visibilityState === 'hidden'))
  }
}
export const looking = new Looking()

const YOUR_TURN = { en: 'Your turn!', de: 'Du bist dran!' }

export const canCall = () => 'Notification' in window

/** Ask the browser whether we may call. */
export async function askToCall(): Promise<boolean> {
  return (await Notification.requestPermission()) === 'granted'
}

/** Call somebody back to a table where it is their turn. */
export async function callBack(state: TableState): Promise<void> {
  if (!settings.now.notify || !looking.elsewhere || !canCall() || Notification.permission !== 'granted') return
  const game = (await games().catch(() => [])).find((one) => one.name === state.game)
  try {
    const note = new Notification(say(YOUR_TURN), {
      body: [game && say(game.title), say(state.ask)].filter(Boolean).join(': '),
      tag: `meadhall-${state.table}`, // one note for each table, the latest
      icon: '/mug.svg',
    })
    note.onclick = () => {
      window.focus()
      note.close()
    }
  } catch {
    // phones know only notes that come from a worker: the tab's title must do
  }
}
