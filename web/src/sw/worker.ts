// The app without a network: its files come from here at once, moves and all else that changes go to the hall alone.
import { ABOUT, DATA, isMatch, isReadOnly, SHELL, type About, type Word } from './names'
import type { Asking, Scope } from './scope'

declare const FILES: string[] // all that was built, put in by vite.config.ts
declare const VERSION: string // a hash of it

const PATIENCE = 4000 // milliseconds for the hall, where an older answer is at hand
const FRESH = 86_400_000 // milliseconds for which an answer is not fetched again in advance
const MOST_MATCHES = 40
const MOST_RECORDS = 20
const RECORDS = '/api/study'
const worker = self as unknown as Scope
const files = FILES
const shell = SHELL + VERSION

worker.addEventListener('install', (event) => event.waitUntil(stock()))
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()))
worker.addEventListener('message', (event) => {
  const word = event.data as Word
  event.waitUntil(word === 'take over' ? worker.skipWaiting() : keepAll(word.keep))
})

/** Fetch all files; names with a hash in them never change, others may lie in the browser's own cache. */
async function stock(): Promise<void> {
  const cache = await caches.open(shell)
  await cache.addAll(
    files.map((file) => new Request(file, { cache: file.startsWith('/assets/') ? 'default' : 'no-cache' })),
  )
}

async function takeOver(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith(SHELL) && name !== shell).map((name) => caches.delete(name)))
  await worker.clients.claim()
}

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname, search } = new URL(request.url)
  if (origin !== location.origin) return
  if (pathname === '/api' || pathname.startsWith('/api/')) {
    if (request.method === 'GET' && isReadOnly(pathname)) event.respondWith(asked(event, pathname + search, request))
    if (request.method === 'POST' && pathname === RECORDS) event.respondWith(askedAbout(event, request))
  } else if (request.method === 'GET') {
    const file = request.mode === 'navigate' && !files.includes(pathname) ? '/index.html' : pathname
    event.respondWith(fromShell(file, request))
  }
})

async function fromShell(file: string, request: Request): Promise<Response> {
  const cache = await caches.open(shell)
  return (await cache.match(file, { ignoreVary: true })) ?? fetch(request)
}

/** Ask the hall; if it does not answer, or takes long, what it said last time will do. */
async function asked(event: Asking, key: string, request: Request): Promise<Response> {
  const cache = await caches.open(DATA)
  const known = await cache.match(key, { ignoreVary: true })
  const answer = fetch(request).then((answer) => {
    if (answer.ok) event.waitUntil(keep(cache, key, answer.clone()))
    return answer.status >= 500 && known ? known.clone() : answer
  })
  if (!known) return answer
  event.waitUntil(answer.catch(() => {}))
  const late = new Promise<Response>((say) => setTimeout(() => say(known.clone()), PATIENCE))
  return Promise.race([answer.catch(() => known.clone()), late])
}

/** The same for a record that somebody looks at: it is known by its text. */
async function askedAbout(event: Asking, request: Request): Promise<Response> {
  const text = await request.clone().arrayBuffer()
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
  const key = `${RECORDS}/${[...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
  return asked(event, key, request)
}

/** Keep an answer, with a header that says what it is about. */
async function keep(cache: Cache, key: string, answer: Response): Promise<void> {
  const text = await answer.text()
  const about: About = { at: Date.now() }
  const studied = isMatch(key) || key.startsWith(`${RECORDS}/`)
  if (studied) {
    const { game, names } = JSON.parse(text) as { game: string; names: string[] }
    Object.assign(about, { game, names })
  }
  const headers = { 'Content-Type': 'application/json', [ABOUT]: encodeURIComponent(JSON.stringify(about)) }
  await cache.delete(key, { ignoreVary: true }) // so that the latest come last
  await cache.put(key, new Response(text, { headers }))
  if (studied) await tidy(cache)
}

/** Let go of what was kept first. */
async function tidy(cache: Cache): Promise<void> {
  const paths = (await cache.keys()).map((request) => new URL(request.url).pathname)
  const matches = paths.filter(isMatch).slice(0, -MOST_MATCHES)
  const records = paths.filter((path) => path.startsWith(`${RECORDS}/`)).slice(0, -MOST_RECORDS)
  for (const path of [...matches, ...records]) await cache.delete(path, { ignoreVary: true })
}

/** Fetch in advance what may be wanted without a network; what cannot be had is left out. */
async function keepAll(paths: string[]): Promise<void> {
  const cache = await caches.open(DATA)
  for (const path of paths.filter(isReadOnly)) {
    const known = await cache.match(path, { ignoreVary: true })
    const about = JSON.parse(decodeURIComponent(known?.headers.get(ABOUT) ?? 'null')) as About | null
    if (about && (isMatch(path) || Date.now() - about.at < FRESH)) continue
    const answer = await fetch(path).catch(() => null)
    if (answer?.ok) await keep(cache, path, answer)
  }
}
