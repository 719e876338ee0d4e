// The socket of a table: says hello, hands on the news, and pulls itself back in when the rope comes loose.
import { Trouble } from '../api'
import type { Hello, News, Problem } from '../wire'

const WAITS = [300, 800, 1500, 3000, 5000, 10000]
const ASLEEP = 30_000

export class Connection {
  #socket: WebSocket | null = null
  #tries = 0
  #timer = 0
  #closed = false
  #hidden = Date.now()

  constructor(
    private readonly table: string,
    private readonly hello: () => Hello,
    private readonly heard: (news: News) => void,
    private readonly changed: (connected: boolean) => void,
    private readonly refused: (trouble: Trouble) => void,
  ) {
    addEventListener('online', this.#hurry)
    addEventListener('offline', this.#lost)
    document.addEventListener('visibilitychange', this.#hurry)
    this.open()
  }

  /** Connect anew, so that the server tells everything since `hello`. */
  open(): void {
    clearTimeout(this.#timer)
    this.#drop()
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.table)}/socket`)
    this.#socket = socket
    socket.onopen = () => {
      socket.send(JSON.stringify(this.hello()))
    }
    socket.onmessage = (message) => {
      const said = JSON.parse(message.data as string) as News | Problem
      if ('code' in said && said.code === 'too-many') {
        this.#tries = WAITS.length // the socket is closed now; come back in a while
        return
      }
      if ('code' in said) {
        this.close() // it would only be refused again
        this.refused(new Trouble(0, said.code, said.message))
        return
      }
      this.#tries = 0
      this.changed(true)
      this.heard(said)
    }
    socket.onclose = () => {
      if (socket !== this.#socket || this.#closed) return
      this.changed(false)
      this.#timer = setTimeout(() => this.open(), WAITS[Math.min(this.#tries++, WAITS.length - 1)])
    }
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    removeEventListener('online', this.#hurry)
    removeEventListener('offline', this.#lost)
    document.removeEventListener('visibilitychange', this.#hurry)
    this.#drop()
  }

  /** Begin again where this one was refused. */
  anew(): Connection {
    return new Connection(this.table, this.hello, this.heard, this.changed, this.refused)
  }

  get alive(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN
  }

  #drop(): void {
    const old = this.#socket
    this.#socket = null
    old?.close()
  }

  #lost = (): void => {
    this.changed(false)
  }

  /** Do not wait for the next try when the network is back or somebody looks again. */
  #hurry = (event: Event): void => {
    if (document.visibilityState === 'hidden') {
      this.#hidden = Date.now()
      return
    }
    const slept = Date.now() - this.#hidden > ASLEEP // a socket that slept may be dead without knowing it
    if (!this.#closed && (event.type === 'online' || slept || !this.alive)) this.open()
  }
}
