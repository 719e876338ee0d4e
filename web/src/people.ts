// How we speak of people and bots.
import type { Sentence } from './wire'

/** Names in a row, as people say them. */
export function together(names: string[], and: string): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} ${and} ${names.at(-1)}`
}

/** What to expect of a bot, by level from 1. */
export const LEVELS: Sentence[] = [
  { en: 'has just sat down', de: 'hat sich eben hingesetzt' },
  { en: 'plays for fun', de: 'spielt zum Spaß' },
  { en: 'knows the game', de: 'kennt das Spiel' },
  { en: 'thinks hard', de: 'denkt scharf nach' },
  { en: 'wants to win', de: 'will gewinnen' },
]
