// The worker behind the pages: started in built pages only, asked to keep things, and replaced when there is a newer one.
import { games } from '../games'
import { language } from '../lang.svelte'
import { ABOUT, DATA, isMatch, tableOf, type About, type Word } from './names'

const AGAIN = 3_600_000 // milliseconds between two looks for a newer version
const SOON = 2000 // milliseconds after which rules and lessons are fetched, whatever else is going on

export interface KeptMatch extends About {
  table: string
}

class Installed {
  /** Whether a newer version waits for a reload. */
  newer = $state(false)
  #registration: ServiceWorkerRegistration | null = null
  #reloads = false

  async start(): Promise<void> {
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined // there is none without https
    if (!workers) return
    // A newer version has taken our files away: whoever goes to another page of ours needs all of the new ones.
    addEventListener('vite:preloadError', () => location.reload())
    let known = workers.controller !== null
    workers.addEventListener('controllerchange', () => {
      if (this.#reloads) location.reload()
      else if (known) this.newer = true // another window has asked for it
      known = true
    })
    const found = await workers.register('/sw.js').catch(() => null) // not allowed here: all works without it too
    if (!found) return
    this.#registration = found
    if (found.waiting && workers.controller) this.newer = true
    found.addEventListener('updatefound', () => {
      const coming = found.installing
      coming?.addEventListener('statechange', () => {
        if (coming.state === 'installed' && workers.controller) this.newer = true
      })
    })
    setInterval(() => void found.update().catch(() => {}), AGAIN)
    await workers.ready
    const ahead = () => void this.fetchAhead()
    // A browser on a busy machine may never say that it has nothing to do.
    if ('requestIdleCallback' in window) requestIdleCallback(ahead, { timeout: SOON })
    else setTimeout(ahead, SOON)
  }

  /** Take the newer version; only somebody who says so is torn away from what they do. */
  reload(): void {
    this.#reloads = true
    const waiting = this.#registration?.waiting
    if (waiting) waiting.postMessage('take over' satisfies Word)
    else location.reload()
  }

  /** Have a finished match kept for when there is no network. */
  keepMatch(table: string): void {
    this.#keep([`/api/tables/${encodeURIComponent(table)}/study`])
  }

  /** Have the rules and lessons at hand before somebody sits in a train. */
  async fetchAhead(): Promise<void> {
    const lang = language.now
    if (!this.#registration) return
    const all = await games().catch(() => [])
    const rules = all.map((game) => `/api/rules/${game.name}/${lang}`)
    this.#keep(['/api/games', ...rules, ...all.map((game) => `/api/lessons/${game.name}`)])
  }

  #keep(paths: string[]): void {
    this.#registration?.active?.postMessage({ keep: paths } satisfies Word)
  }
}

export const installed = new Installed()

/** What is kept here: finished matches, the latest first, and the addresses of all else. */
export async function keptHere(): Promise<{ matches: KeptMatch[]; paths: string[] }> {
  if (!('caches' in window)) return { matches: [], paths: [] }
  const cache = await caches.open(DATA)
  const requests = await cache.keys()
  const paths = requests.map((request) => new URL(request.url).pathname)
  const matches = await Promise.all(
    requests.flatMap((request, i) => (isMatch(paths[i]!) ? [about(cache, request, tableOf(paths[i]!))] : [])),
  )
  return { matches: matches.sort((one, other) => other.at - one.at), paths }
}

async function about(cache: Cache, request: Request, table: string): Promise<KeptMatch> {
  const answer = await cache.match(request)
  const said = JSON.parse(decodeURIComponent(answer?.headers.get(ABOUT) ?? 'null')) as About | null
  return { at: 0, ...said, table }
}
