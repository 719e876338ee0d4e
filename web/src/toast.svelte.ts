// Short words to the player about what just went wrong, or worked.
import { Trouble } from './api'
import type { Sentence } from './wire'

class Toast {
  said = $state<Sentence | null>(null)
  wrong = $state(false)
  #timer = 0

  tell(said: Sentence, wrong = false): void {
    this.said = said
    this.wrong = wrong
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.close(), wrong ? 9000 : 4000)
  }

  /** Say kindly what went wrong; what is no Trouble is a bug and goes on. */
  trouble(error: unknown): void {
    if (!(error instanceof Trouble)) throw error
    this.tell(error.said, true)
  }

  close(): void {
    this.said = null
  }
}

export const toast = new Toast()
