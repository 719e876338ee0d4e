// Opening a table: ask for it, keep its secrets, go there.
import { post } from '../api'
import { keepSeated } from '../kept'
import { route } from '../route.svelte'
import { toast } from '../toast.svelte'
import type { NewTable, Seated } from '../wire'

export async function openTable(wish: NewTable): Promise<void> {
  try {
    const seated = await post<Seated>('tables', wish)
    keepSeated(seated)
    route.go(`/table/${seated.table}`)
  } catch (error) {
    toast.trouble(error)
  }
}
