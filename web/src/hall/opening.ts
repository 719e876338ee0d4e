// Opening a table: ask for it, keep its secrets, go there.
import { postAsMe } from '../person.svelte'
import { route } from '../route.svelte'
import { toast } from '../toast.svelte'
import type { NewTable, Seated } from '../wire'

export async function openTable(wish: NewTable): Promise<void> {
  try {
    const { setUp } = await import('../dice/promise') // the first page does without it
    const seated = await setUp(wish.game, wish, (promised) => postAsMe<Seated>('tables', promised))
    route.go(`/table/${seated.table}`)
  } catch (error) {
    toast.trouble(error)
  }
}
