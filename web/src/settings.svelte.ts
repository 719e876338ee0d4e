// What a person likes, remembered in this browser.
export type Confirm = 'always' | 'final' | 'never'
export type Theme = 'system' | 'mead' | 'stout'

interface Likes {
  /** When a complete choice needs the red button: always, for what cannot be taken back, or never. */
  confirm: Confirm
  /** Pieces move and steps are shown one after the other. */
  motion: boolean
  sound: boolean
  theme: Theme
  /** Show the coasters that are left; purists count themselves. */
  left: boolean
  /** Text and buttons instead of a drawn board. */
  plain: boolean
  name: string
  /** Level of the bot behind the Play buttons. */
  level: number
  /** Show what people say at tables. */
  talk: boolean
  /** Have the browser say when it is your turn and you look elsewhere. */
  notify: boolean
  /** Level of the bot that gives hints. */
  hints: number
  /** Be warned of a bad choice before it is played, where the table allows it. */
  coach: boolean
}

const KEPT = 'meadhall.likes'
const FIRST: Likes = {
  ...{ confirm: 'final', motion: true, sound: false, theme: 'system', left: true, plain: false, name: '', level: 2 },
  ...{ talk: true, notify: false, hints: 5, coach: false },
}
const FOAM = { mead: '#FFF9EA', stout: '#E5C898' } // --foam in tokens.css: the frame of a window or phone takes it on
const VIKINGS = [
  'Runa',
  'Tuva',
  'Astrid',
  'Gudrun',
  'Sigrid',
  'Ylva',
  'Bjarne',
  'Egil',
  'Frode',
  'Leif',
  'Odd',
  'Torvald',
]

function remembered(): Likes {
  try {
    return { ...FIRST, ...(JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Partial<Likes>) }
  } catch {
    return { ...FIRST }
  }
}

class Settings {
  now = $state<Likes>(remembered())
  #calm = $state(false)

  constructor() {
    const calm = matchMedia('(prefers-reduced-motion: reduce)')
    this.#calm = calm.matches
    calm.addEventListener('change', () => (this.#calm = calm.matches))
    this.#dress()
    addEventListener('storage', (event) => {
      if (event.key !== KEPT) return
      this.now = remembered()
      this.#dress()
    })
  }

  /** Whether pieces may move. */
  get moves(): boolean {
    return this.now.motion && !this.#calm
  }

  set(change: Partial<Likes>): void {
    Object.assign(this.now, change)
    try {
      localStorage.setItem(KEPT, JSON.stringify(this.now))
    } catch {
      // a private window, or one that is full: liked until the page is gone
    }
    this.#dress()
  }

  /** The remembered name, or a friendly one for somebody who wants to play at once. */
  name(): string {
    if (!this.now.name) this.set({ name: VIKINGS[Math.floor(Math.random() * VIKINGS.length)]! })
    return this.now.name
  }

  #dress(): void {
    const page = document.documentElement
    if (this.now.theme === 'system') delete page.dataset.theme
    else page.dataset.theme = this.now.theme
    page.classList.toggle('still', !this.now.motion)
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
      const dark = this.now.theme === 'system' ? meta.media.includes('dark') : this.now.theme === 'stout'
      meta.content = dark ? FOAM.stout : FOAM.mead
    }
  }
}

export const settings = new Settings()
