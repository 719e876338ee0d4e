// Which nonces have left this browser, and what became of them: a hall can always let a table fall whose dice it does
// not like, and only whoever counts such tables sees that it does.
import { kept, keptTables } from '../kept'
import { isCommitment } from './noted'

/** Nonces that left to set a table up; the same ones leave again until the hall has answered with a table. */
interface Sent {
  at: number
  commitment: string
  nonces: Record<number, string>
  /** No answer has come yet. */
  waits: boolean
  /** An answer got lost on the way: perhaps there is a table that we do not know of. */
  unsure: boolean
}

/** What went wrong beside all tables. Each is a foul but `lost`: of these, only many are. */
export interface Loss {
  at: number
  kind: 'bare' | 'again' | 'dropped' | 'lost'
  commitment: string
  /** The table that was lost, where there was one. */
  table: string
}

interface Ledger {
  sent: Sent[]
  losses: Loss[]
}

const GONE = ['no-table', 'other-rules'] // how a hall says that a table is no more
const KEY = 'meadhall.dice'
const GOOD_FOR = 540_000 // milliseconds: the hall keeps a commitment a little longer
const IN_FLIGHT = 60_000 // milliseconds in which another tab may still get its answer
const RECENT = 24 * 3600_000 // milliseconds in which losses are counted together
const MOST = 50 // losses that are kept
const MANY = 3 // so many lost tables are no accident

class Book {
  #now = $state.raw<Ledger>({ sent: [], losses: [] })

  constructor() {
    this.#read()
    addEventListener('storage', ({ key }) => key === KEY && this.#read()) // another tab has written
  }

  get losses(): Loss[] {
    return this.#now.losses.filter(({ at }) => Date.now() - at < RECENT)
  }
  /** The losses that show a hall that does not play by its own rules. */
  get fouls(): Loss[] {
    const lost = this.losses.filter(({ kind }) => kind === 'lost')
    return lost.length < MANY ? this.losses.filter(({ kind }) => kind !== 'lost') : this.losses
  }

  #read(): void {
    try {
      const found = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Ledger | null
      if (found) this.#now = found
    } catch {
      // what is kept there is none of ours
    }
  }

  #write(change: (ledger: Ledger) => Ledger): void {
    this.#read()
    this.#now = change(this.#now)
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#now))
    } catch {
      // a private window, or one that is full: what we know is gone with the page
    }
  }

  #change(commitment: string, change: (sent: Sent) => Sent[]): void {
    this.#write((now) => ({
      ...now,
      sent: now.sent.flatMap((one) => (one.commitment === commitment ? change(one) : [one])),
    }))
  }

  #lose(kind: Loss['kind'], commitment: string, table = ''): void {
    const loss = { at: Date.now(), kind, commitment, table }
    const known = (one: Loss) => one.kind === kind && one.commitment === commitment
    this.#write((now) => (now.losses.some(known) ? now : { ...now, losses: [...now.losses, loss].slice(-MOST) }))
  }

  /** What left already and was not made good yet: a hall gets no other nonces by refusing these. */
  unanswered(): Sent | null {
    const over = ({ at, waits }: Sent) => Date.now() - at > (waits ? IN_FLIGHT : GOOD_FOR)
    const old = this.#now.sent.filter(over)
    for (const { commitment } of old) {
      this.answered(commitment)
      this.#lose('lost', commitment)
    }
    return this.#now.sent.find(({ waits }) => !waits) ?? null
  }

  /** Write down what is about to leave. */
  send(commitment: string, nonces: Record<number, string>): void {
    this.#write((now) => {
      const before = now.sent.find((one) => one.commitment === commitment)
      const { at, unsure } = before ?? { at: Date.now(), unsure: false }
      const sent = { at, commitment, nonces: { ...nonces, ...before?.nonces }, waits: true, unsure }
      return { ...now, sent: [...now.sent.filter((one) => one !== before), sent] }
    })
  }

  /** The hall has set the table up. */
  answered(commitment: string): void {
    this.#change(commitment, () => [])
  }

  /** It has not, and will be asked again with the same nonces; unless it goes back on its commitment. */
  refused(commitment: string, { status, code }: { status: number; code: string }): void {
    const before = this.#now.sent.find((one) => one.commitment === commitment)
    if (code !== 'no-pledge')
      this.#change(commitment, (sent) => [{ ...sent, waits: false, unsure: sent.unsure || !status }])
    else if (before) {
      this.answered(commitment)
      this.#lose(before.unsure ? 'lost' : 'dropped', commitment)
    }
  }

  /** Whether a commitment that was just given is one, and new. */
  fits(commitment: string): boolean {
    const known = [...this.#now.sent, ...this.#now.losses].some((one) => one.commitment === commitment)
    const again = known || keptTables().some((table) => kept(table).dice?.commitment === commitment)
    if (!isCommitment(commitment)) this.#lose('bare', commitment)
    else if (again) this.#lose('again', commitment)
    else return true
    return false
  }

  /** A table could not be reached: that it is gone counts where its dice had our nonces already. */
  missed(table: string, code: string): void {
    const noted = kept(table).dice
    if (GONE.includes(code) && noted && !noted.over && Object.keys(noted.nonces).length)
      this.#lose('lost', noted.commitment, table)
  }
}

export const book = new Book()
