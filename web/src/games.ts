// The games of the hall: asked once, and the components that their rooms bring along, found by folder.
import type { Component } from 'svelte'
import { get } from './api'
import type { Editing, Scoring } from './owners/kinds'
import { ofRoom } from './rooms'
import type { LiveTable } from './table/live.svelte'
import type { GameInfo, Step } from './wire'

type Loader<Props extends Record<string, any>> = () => Promise<{ default: Component<Props> }>

const boards = import.meta.glob('$games/*/Board.svelte') as Record<string, Loader<{ table: LiveTable }>>
const pictures = import.meta.glob('$games/*/web/Picture.svelte') as Record<
  string,
  Loader<{ view: Record<string, any>; step: Step | null; more: Record<string, any> | null }>
>
const scorings = import.meta.glob('$games/*/web/Score.svelte') as Record<string, Loader<Scoring>>
const editors = import.meta.glob('$games/*/web/SetEditor.svelte') as Record<string, Loader<Editing>>
const cards = import.meta.glob('$games/*/web/Card.svelte', { eager: true }) as Record<
  string,
  { default: Component; crests?: string[] }
>

export const board = (game: string) => ofRoom(boards, game)
export const picture = (game: string) => ofRoom(pictures, game)
/** Where a real table is tapped together, to be scored. */
export const scoring = (game: string) => ofRoom(scorings, game)
/** Where the coasters of one's own box are drawn. */
export const setEditor = (game: string) => ofRoom(editors, game)
export const card = (game: string) => ofRoom(cards, game)?.default

/** Sprite names of the seats' crests, without their prefix. */
export const crests = (game: string) => ofRoom(cards, game)?.crests ?? ['madder', 'woad', 'bone', 'tar']

let asked: Promise<GameInfo[]> | null = null

/** All games, those for few people first; an answer is good until the page is loaded anew. */
export function games(): Promise<GameInfo[]> {
  asked ??= get<GameInfo[]>('games')
    .then((all) => all.sort((a, b) => Math.max(...a.players) - Math.max(...b.players)))
    .catch((error: unknown) => {
      asked = null
      throw error
    })
  return asked
}

const MOST_WORDS = 4 // of a name without signs that nobody guesses, which are for links alone

/** A table's name for people: long-friday is the table “Long Friday”, and so is long-friday-kx7q-2m9p-tw4d. */
export const tableName = (name: string) =>
  name
    .split('-')
    .filter((_, i, words) => i < 2 || words.length <= MOST_WORDS)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
