// Whether the hall can be reached: noticed by whoever asks it something, and looked after until it answers again.
const AGAIN = 5000 // milliseconds between two tries

class Net {
  away = $state(false)
  #timer = 0

  constructor() {
    // A hall on this very machine answers without any network, so we ask it instead of believing the browser.
    for (const change of ['offline', 'online']) addEventListener(change, () => void this.#try())
  }

  /** The hall did not answer, or somebody else did in its place. */
  lost(): void {
    this.away = true
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#try(), AGAIN)
  }

  back(): void {
    this.away = false
    clearTimeout(this.#timer)
  }

  async #try(): Promise<void> {
    try {
      await fetch('/', { method: 'HEAD', cache: 'no-store' })
      this.back()
    } catch {
      this.lost()
    }
  }
}

export const net = new Net()
