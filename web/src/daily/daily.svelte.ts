// The daily tables as the hall knows them, and the way to yours.
import { get } from '../api'
import { keepSeated } from '../kept'
import { postAsMe } from '../person.svelte'
import { route } from '../route.svelte'
import { settings } from '../settings.svelte'
import { toast } from '../toast.svelte'
import type { Daily, DailyTable, DailyWish, Seated } from '../wire'
import { dailySecrets, finishedDays, keepDaily, streak } from './mine'

export class Dailies {
  now = $state.raw<Daily | null>(null)
  busy = $state(false)
  readonly streak = $derived(this.now ? streak(finishedDays(this.now.finished), this.now.day) : 0)
  /** Whether today counts already. */
  readonly safe = $derived(this.now?.finished.includes(this.now.day) ?? false)
  /** Whether a table of today is over. */
  readonly done = $derived(this.now?.tables.some((table) => table.stage === 'over') ?? false)
  /** Whether a bot is expected to finish soon. */
  readonly waiting = $derived(this.now?.tables.some((table) => table.stage === 'over' && !table.bot) ?? false)

  async look(): Promise<void> {
    this.now = await get<Daily>('daily', dailySecrets())
  }

  /** Sit down at today's table; whoever has one already goes back to it. */
  async sit(table: DailyTable): Promise<void> {
    if (this.busy || !this.now) return
    this.busy = true
    try {
      const { day } = this.now
      const wish: DailyWish = { name: settings.name(), day, seats: dailySecrets() }
      const seated = await postAsMe<Seated>(`daily/${table.kind}`, wish)
      keepSeated(seated)
      keepDaily(day, table.kind, seated.table)
      route.go(`/table/${seated.table}`)
    } catch (error) {
      toast.trouble(error)
      await this.look().catch(() => {}) // perhaps it is another day by now
    } finally {
      this.busy = false
    }
  }
}
