// Whether the hall can be reached: noticed by whoever asks it something, and looked after until it answers again.
const AGAIN = 5000 // milliseconds between two tries

class Net {
  away = $state(!navigator.onLine)
  #timer = 0

  constructor() {
    addEventListener('offline', () => this.lost())
    addEventListener('online', () => void this.#try())
    if (this.away) this.lost()
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
    if (!this.away) return
    try {
      await fetch('/', { method: 'HEAD', cache: 'no-store' })
      this.back()
    } catch {
      this.lost()
    }
  }
}

export const net = new Net()
