// For tests: sockets that lead nowhere. The test says what happens to them.
import { vi } from 'vitest'

export class FakeSocket {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3
  /** All sockets since `install`, the oldest first. */
  static all: FakeSocket[] = []

  readyState = FakeSocket.CONNECTING
  /** What the page has sent, read as JSON. */
  readonly sent: unknown[] = []
  onopen: () => void = () => {}
  onmessage: (message: { data: string }) => void = () => {}
  onclose: () => void = () => {}

  /** Stand in for WebSocket until the test is over. */
  static install(): void {
    FakeSocket.all = []
    vi.stubGlobal('WebSocket', FakeSocket)
  }

  static get last(): FakeSocket {
    return FakeSocket.all.at(-1)!
  }

  constructor(readonly url: string) {
    FakeSocket.all.push(this)
  }

  open(): void {
    this.readyState = FakeSocket.OPEN
    this.onopen()
  }

  say(said: unknown): void {
    this.onmessage({ data: JSON.stringify(said) })
  }

  /** The other end is gone. */
  lose(): void {
    this.readyState = FakeSocket.CLOSED
    this.onclose()
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }

  close(): void {
    this.readyState = FakeSocket.CLOSED
  }
}
