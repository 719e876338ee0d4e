// As much of a worker's world as ours needs: the types that TypeScript brings for it do not go with those for pages.
export interface Waiting extends Event {
  waitUntil(work: Promise<unknown>): void
}

export interface Hearing extends Waiting {
  readonly data: unknown
}

export interface Asking extends Waiting {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

export interface Scope {
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(kind: 'install' | 'activate', listener: (event: Waiting) => void): void
  addEventListener(kind: 'message', listener: (event: Hearing) => void): void
  addEventListener(kind: 'fetch', listener: (event: Asking) => void): void
}
