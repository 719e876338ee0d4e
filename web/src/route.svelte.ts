// Where we are in the hall: the address decides the page, links change it without loading anew.
class Route {
  path = $state(location.pathname)
  query = $state(location.search)
  /** Whether this page was reached by a link of ours: its content should take the focus. */
  moved = false

  constructor() {
    addEventListener('popstate', () => this.#look())
    addEventListener('click', (event) => this.#follow(event))
  }

  go(to: string): void {
    history.pushState(null, '', to)
    this.moved = true
    this.#look()
    scrollTo(0, 0)
  }

  #look(): void {
    this.path = location.pathname
    this.query = location.search
  }

  #follow(event: MouseEvent): void {
    const link = (event.target as Element).closest?.('a')
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return
    const inside = link.origin === location.origin && !link.pathname.startsWith('/api')
    if (!inside || link.target || link.hasAttribute('download')) return
    if (link.hash && link.pathname === location.pathname) return
    event.preventDefault()
    this.go(link.href)
  }
}

export const route = new Route()
