// Who this browser's person is: a phrase that it keeps, and shows to the hall when its person sits down.
import { get, post, Trouble } from './api'
import { settings } from './settings.svelte'
import { toast } from './toast.svelte'
import type { Known, Person, Sentence } from './wire'

const KEPT = 'meadhall.person'
const BEFORE = 'meadhall.person.before' // a phrase that this hall did not know; another one at this address may
const STRANGER: Sentence = {
  en: 'The hall does not remember you any more. From now on you are somebody new.',
  de: 'Die Halle erinnert sich nicht mehr an dich. Ab jetzt bist du jemand Neues.',
}

class Me {
  /** Empty as long as the hall does not know who is here. */
  phrase = $state(localStorage.getItem(KEPT) ?? '')

  constructor() {
    addEventListener('storage', (event) => {
      if (event.key === KEPT) this.phrase = event.newValue ?? ''
    })
  }

  /** Make ourselves known, if we are not; who cannot just plays as a guest. */
  async become(): Promise<void> {
    if (this.phrase) return
    try {
      this.keep((await post<Known>('people', { name: settings.name() })).phrase)
    } catch (error) {
      if (!(error instanceof Trouble)) throw error
    }
  }

  /** Take somebody over from another device; fails with a Trouble where nobody has the phrase. */
  async move(typed: string): Promise<void> {
    const phrase = plain(typed)
    const person = await get<Person>('people/me', [], phrase)
    this.keep(phrase)
    settings.set({ name: person.name })
  }

  keep(phrase: string): void {
    this.phrase = phrase
    try {
      localStorage.setItem(KEPT, phrase)
    } catch {
      // a private window, or one that is full: somebody else the next time
    }
  }

  /** Forget who we are, on this device too. */
  forget(): void {
    this.phrase = ''
    localStorage.removeItem(KEPT)
    localStorage.removeItem(BEFORE)
  }

  /** The hall does not know our phrase: be who we were before, if it knows them, else nobody yet. */
  async change(): Promise<void> {
    const [lost, before] = [this.phrase, localStorage.getItem(BEFORE)]
    this.forget()
    localStorage.setItem(BEFORE, lost)
    if (before) await this.move(before).catch(() => {})
  }
}

/** A phrase as a header can carry it; what else was typed becomes a sign that no phrase has. */
function plain(typed: string): string {
  const words = typed.toLowerCase().replace(/[^a-z]+/g, (between) => (/^[\s.,;·-]*$/.test(between) ? ' ' : '?'))
  return words.trim()
}

export const me = new Me()

/** Whether the hall does not know our phrase; any other trouble says nothing about who we are. */
export const isStranger = (error: unknown) =>
  error instanceof Trouble && (error.code === 'unknown-phrase' || error.code === 'bad-phrase')

/** Sit down as ourselves; a phrase that the hall has forgotten is replaced by a new one. */
export async function postAsMe<Answer>(path: string, body: unknown, secrets: string[] = []): Promise<Answer> {
  await me.become()
  try {
    return await post<Answer>(path, body, secrets, me.phrase)
  } catch (error) {
    if (!isStranger(error)) throw error
    await me.change()
    if (!me.phrase) toast.tell(STRANGER)
    await me.become()
    return await post<Answer>(path, body, secrets, me.phrase)
  }
}
