// The table that the server keeps: its news, shown one step after the other, and the verbs that go back to it.
import { get, getText, post, send } from '../api'
import { book } from '../dice/ledger.svelte'
import { foulsAt, witness, type Foul } from '../dice/noted'
import { askAround, askRematch, claimSeats, heardOf, nonceFor, noteAdded } from '../dice/promise'
import { forgetSeats, keep, keepSeated, kept, secrets } from '../kept'
import { postAsMe } from '../person.svelte'
import { route } from '../route.svelte'
import { settings } from '../settings.svelte'
import { installed } from '../sw/installed.svelte'
import { toast } from '../toast.svelte'
import type { Coached, Hint, Line, Move, News, Preview, Seated, Seen, Step, TableState } from '../wire'
import { Connection } from './connection'
import type { LiveTable } from './live.svelte'
import { Showing } from './showing.svelte'
import { sounds } from './sounds'
import { callBack } from '../turn.svelte'

const playsOn = (name: string) => ({ en: `A bot plays on for ${name}.`, de: `Für ${name} spielt ein Bot weiter.` })
const takenBack = {
  en: 'The old link opens nothing any more. Here is a new one.',
  de: 'Der alte Link öffnet nichts mehr. Hier ist ein neuer.',
}
const MOST = 12 // steps that are shown to somebody who was away for long

export class ServedTable extends Showing implements LiveTable {
  #connected = $state(true)
  #busy = $state(false)
  #awaited = $state(0)
  #hint = $state.raw<Hint | null>(null)
  #invitations = $state.raw<Record<number, string>>({})
  #talk = $state.raw<Line[]>([])
  #heardAt = $state(performance.now())
  #steppedAway = false // bots play for us: a rope that is pulled back in does not mean that we are
  #previews = new Map<string, Promise<Preview>>()
  #coached = new Map<string, Promise<Coached>>()
  #fouls = $state.raw<Foul[]>([])
  #asked = '' // what was known of the dice when it was asked whether all are told the same
  #stale = false
  #reached = { number: 0, events: 0 } // as far as any server has told us of the table: no other one shall tell less
  #adding = false
  #connection: Connection

  private constructor(
    readonly name: string,
    news: News,
    connection: Connection,
  ) {
    super(news.state, news.steps)
    this.#connection = connection
    this.#reach(news.state)
    this.#invitations = kept(name).invitations
    this.#talk = news.talk
    const seen = kept(name).seen ?? news.state.entries
    this.shown = Math.min(Math.max(seen, news.state.entries - MOST), news.state.entries)
    this.go()
    this.#keepWhenOver()
    this.#watchDice()
  }

  /** Sit down at a table, or stand beside it; fails with a Trouble where there is none. */
  static async open(name: string): Promise<ServedTable> {
    const steps = await get<Step[]>(`tables/${encodeURIComponent(name)}/steps?from=0`, secrets(name))
    return new Promise((resolve, reject) => {
      let table: ServedTable | null = null
      const connection = new Connection(
        name,
        () => ({
          seats: secrets(name),
          seen: table ? table.steps.length : steps.length,
          heard: table ? table.#heard : 0,
          away: table ? table.#steppedAway : false,
          ...(table ? table.#reached : {}),
        }),
        (news) => {
          if (table) table.#hear(news)
          else {
            const all = [...steps.slice(0, news.state.entries), ...news.steps.filter((s) => s.number > steps.length)]
            table = new ServedTable(name, { ...news, steps: all }, connection)
            resolve(table)
          }
        },
        (connected) => {
          if (table) table.#rope(connected)
        },
        (trouble) => {
          if (trouble.code === 'foreign-seat') forgetSeats(name)
          if (!table) return reject(trouble)
          book.missed(name, trouble.code)
          toast.trouble(trouble)
          if (trouble.code === 'foreign-seat') table.#watch()
        },
      )
    })
  }

  close(): void {
    clearTimeout(this.timer)
    this.#connection.close()
  }

  // -- what boards and Layout read -------------------------------------------------------------------

  get busy(): boolean {
    return this.#busy || this.held.number < this.#awaited // our move is made, but its news has not come yet
  }
  get connected(): boolean {
    return this.#connected
  }
  get hint(): Hint | null {
    return this.#hint
  }
  get invitations(): Record<number, string> {
    return this.#invitations
  }
  /** The number of the last line of talk: of somebody who was forgotten, numbers are missing. */
  get #heard(): number {
    return this.#talk.at(-1)?.number ?? 0
  }

  get talk(): Line[] {
    return this.#talk
  }
  get fouls(): Foul[] {
    return this.#fouls
  }
  get heardAt(): number {
    return this.#heardAt
  }

  /** With a coach nothing is played before the coach could speak. */
  override get confirmation() {
    return this.#coaches ? 'always' : super.confirmation
  }
  override get confirms(): boolean {
    return this.#coaches || super.confirms
  }
  get #coaches(): boolean {
    return settings.now.coach && this.held.coach
  }

  // -- verbs -----------------------------------------------------------------------------------------

  play(action: string): void {
    void this.#wish('move', { action, number: this.held.number })
  }
  undo(): void {
    void this.#wish('undo', { number: this.held.number })
  }
  resign(): void {
    void this.#wish('resign', { number: this.held.number })
  }

  preview(action: string): Promise<Preview> {
    const asked = this.#previews.get(action)
    if (asked) return asked
    if (this.held.help === 'none') return Promise.reject(new Error('this table gives no previews'))
    if (this.busy) return new Promise(() => {}) // the table is about to change: nobody needs the answer any more
    const number = this.held.number
    const answer = post<Preview>(this.#path('preview'), { action, number }, secrets(this.name))
    this.#previews.set(action, answer)
    answer.catch(() => this.#previews.delete(action))
    return answer
  }

  coach(action: string): Promise<Coached> {
    const asked = this.#coached.get(action)
    if (asked) return asked
    if (this.busy) return new Promise(() => {})
    const answer = post<Coached>(this.#path('coach'), { action, number: this.held.number }, secrets(this.name))
    this.#coached.set(action, answer)
    answer.then(
      ({ lost }) => lost === null && this.#coached.delete(action), // not awake yet: ask again next time
      () => this.#coached.delete(action),
    )
    return answer
  }

  async ask(): Promise<void> {
    const number = this.held.number
    try {
      const hint = await post<Hint>(this.#path('hint'), { number, level: settings.now.hints }, secrets(this.name))
      if (number === this.held.number) this.#hint = hint
    } catch (error) {
      toast.trouble(error)
    }
  }
  dismiss(): void {
    this.#hint = null
  }

  async say(text: string): Promise<boolean> {
    try {
      await send(this.#path('talk'), { text }, secrets(this.name))
      return true
    } catch (error) {
      toast.trouble(error)
      return false
    }
  }

  async standIn(seat: number, level: number): Promise<void> {
    const mine = this.held.seats[seat]!.yours
    try {
      const wish = { seat, level, number: this.held.number }
      this.#reach(await post<TableState>(this.#path('stand-in'), wish, secrets(this.name)))
      if (mine) this.#steppedAway = true
    } catch (error) {
      toast.trouble(error)
    }
  }

  async back(): Promise<void> {
    this.#steppedAway = false
    try {
      this.#reach(await post<TableState>(this.#path('back'), {}, secrets(this.name)))
    } catch (error) {
      toast.trouble(error)
    }
  }

  async sit(name: string, seat?: number): Promise<void> {
    const secret = seat === undefined ? null : this.#secret(seat)
    const seen = this.held
    const free = seen.seats.flatMap(({ name, yours }, i) => (name || yours ? [] : [i]))
    try {
      const nonce = nonceFor(seen, seat === undefined ? free : [seat])
      if (seat !== undefined) noteAdded(this.name, seen, [seat], nonce)
      const asked = postAsMe<Seated>(this.#path('sit'), { name, nonce }, secret ? [secret] : [])
      const seated = await heardOf(this.name, nonce, asked)
      keepSeated(seated)
      noteAdded(this.name, seen, Object.keys(seated.seats).map(Number), nonce)
      this.#reach(seated)
      this.#connection.open()
    } catch (error) {
      toast.trouble(error)
    } finally {
      this.#fouls = foulsAt(this.name)
    }
  }

  async rematch(): Promise<void> {
    const mine = secrets(this.name)
    try {
      let next = this.held.rematch
      if (!next) {
        next = await askRematch(this.name)
      } else if (mine.length) {
        await claimSeats(next, mine)
      }
      route.go(`/table/${next}`)
    } catch (error) {
      toast.trouble(error)
    }
  }

  async record(): Promise<void> {
    try {
      const text = await getText(this.#path(`record?${this.#seen}`), secrets(this.name))
      const link = document.createElement('a')
      link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
      link.download = `${this.held.game}-${this.name}.txt`
      link.click()
      URL.revokeObjectURL(link.href)
    } catch (error) {
      toast.trouble(error)
    }
  }

  async invite(seat: number): Promise<void> {
    const mine = secrets(this.name)
    const given = kept(this.name).invitations[seat]
    try {
      keepSeated(await post<Seated>(this.#path('invite'), { seat }, mine.length ? mine : given ? [given] : []))
      this.#invitations = kept(this.name).invitations
      toast.tell(takenBack)
    } catch (error) {
      toast.trouble(error)
    }
  }

  /** Our seat was taken back: stay and watch. */
  #watch(): void {
    this.#connection = this.#connection.anew()
  }

  link(seat: number): string | null {
    const secret = this.#secret(seat)
    return secret ? `${location.origin}/table/${this.name}#seat=${secret}` : null
  }

  // -- news ------------------------------------------------------------------------------------------

  /** The secret of a seat; one that came by link does not say which it is, so the only such one must be it. */
  #secret(seat: number): string | null {
    const seats = kept(this.name).seats
    const fromLinks = Object.keys(seats).filter((key) => Number(key) >= this.held.seats.length)
    return seats[seat] ?? (fromLinks.length === 1 ? seats[Number(fromLinks[0])]! : null)
  }

  #reach({ number = 0, events = 0 }: { number?: number; events?: number }): void {
    this.#reached = { number: Math.max(number, this.#reached.number), events: Math.max(events, this.#reached.events) }
  }

  /** What we have seen, for servers that may know less. */
  get #seen(): string {
    return `number=${this.#reached.number}&events=${this.#reached.events}`
  }

  #path(verb: string): string {
    return `tables/${encodeURIComponent(this.name)}/${verb}`
  }

  /** Send a wish; its effect comes as news over the socket. */
  async #wish(verb: string, body: Move | Seen): Promise<void> {
    if (this.busy) return
    this.#busy = true
    await Promise.allSettled(this.#previews.values()) // a move must not overtake questions about the table before it
    try {
      const state = await post<TableState>(this.#path(verb), body, secrets(this.name))
      this.#awaited = state.number
      this.#reach(state)
      const late = () => this.held.number < state.number
      if (late()) setTimeout(() => late() && this.#connection.open(), 1500)
    } catch (error) {
      this.#connection.open() // perhaps the table has moved on without us
      toast.trouble(error)
    } finally {
      this.#busy = false
    }
  }

  #rope(connected: boolean): void {
    this.#connected = connected
    if (!connected) this.#stale = true
  }

  #hear({ state, steps, talk }: News): void {
    const before = this.held
    this.#reach(state)
    this.#heardAt = performance.now()
    const said = talk.filter((line) => line.number > this.#heard)
    if (said.length) this.#talk = [...this.#talk, ...said]
    if (state.number !== before.number) {
      this.#previews.clear()
      this.#coached.clear()
      this.#hint = null
    }
    state.seats.forEach((seat, i) => {
      const was = before.seats[i]!
      if (seat.yours && was.level !== null && seat.level === null) this.#steppedAway = false
      if (was.kind === 'person' && seat.kind === 'bot') toast.tell(playsOn(seat.name))
    })
    const known = this.steps.slice(0, state.entries)
    for (const step of steps) if (step.number <= state.entries) known[step.number - 1] = step
    const turned = before.seat === null && state.seat !== null
    this.steps = known
    this.held = state
    this.#invitations = kept(this.name).invitations
    if (this.shown > state.entries) this.shown = state.entries
    if (this.past !== null && this.past > state.entries) this.past = null
    const holes = known.length < state.entries || known.includes(undefined as unknown as Step)
    if (holes || (this.#stale && state.number !== before.number)) void this.#fetch(steps.length)
    else this.go()
    this.#stale = false
    this.#watchDice()
    if (before.stage !== 'over') this.#keepWhenOver()
    if (state.stage === 'over' && before.stage !== 'over') sounds.cheer()
    else if (turned) {
      sounds.gulp()
      void callBack(state)
    }
  }

  /** Compare what the hall says of the dice with what we have noted, and ask once whether others are told the same. */
  #watchDice(): void {
    witness(this.held, this.steps)
    this.#fouls = foulsAt(this.name)
    const told = JSON.stringify([kept(this.name).dice?.commitment, kept(this.name).dice?.all])
    if (kept(this.name).dice && told !== this.#asked && !this.#steppedAway) {
      this.#asked = told
      askAround(this.name).then(
        () => (this.#fouls = foulsAt(this.name)),
        () => (this.#asked = ''), // the next news give another chance
      )
    }
    this.#addToDice()
  }

  /** The dice wait for whoever sits here already, and that may be us, at a rematch. */
  #addToDice(): void {
    const { seats, dice } = this.held
    const waits = dice?.waits.some((seat) => seats[seat]!.yours && seats[seat]!.name)
    if (this.#adding || this.#fouls.length || !waits) return
    this.#adding = true
    void claimSeats(this.name, secrets(this.name))
      .catch((error: unknown) => toast.trouble(error))
      .finally(() => {
        this.#adding = false
        this.#fouls = foulsAt(this.name)
      })
  }

  /** A match of ours can be looked back at without a network too. */
  #keepWhenOver(): void {
    if (this.held.stage === 'over' && secrets(this.name).length) installed.keepMatch(this.name)
  }

  /** Fetch all steps anew: while we were away, moves may have been taken back and made again. */
  async #fetch(fresh: number): Promise<void> {
    this.shown = Math.max(0, Math.min(this.shown, this.held.entries - fresh))
    try {
      this.steps = (await get<Step[]>(this.#path(`steps?from=0&${this.#seen}`), secrets(this.name))).slice(
        0,
        this.held.entries,
      )
    } catch (error) {
      toast.trouble(error)
    }
    this.go()
    this.#watchDice()
  }

  protected override remember(): void {
    const mine = Object.keys(kept(this.name).seats).length > 0
    if (mine) keep(this.name, { seen: this.shown })
  }
}
