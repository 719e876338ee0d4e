// Opening a table: ask for it, keep its secrets, go there.
import { keepWished, withNonces } from '../dice/promise'
import { keepSeated } from '../kept'
import { postAsMe } from '../person.svelte'
import { route } from '../route.svelte'
import { toast } from '../toast.svelte'
import type { NewTable, Seated } from '../wire'

export async function openTable(wish: NewTable): Promise<void> {
  try {
    const promised = await withNonces(wish.game, wish)
    const seated = await postAsMe<Seated>('tables', promised)
    keepSeated(seated)
    keepWished(seated.table, promised)
    route.go(`/table/${seated.table}`)
  } catch (error) {
    toast.trouble(error)
  }
}
