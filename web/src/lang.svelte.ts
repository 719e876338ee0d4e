// The language of the page: the browser's, until somebody switches it.
import type { Sentence } from './wire'

export type Lang = 'en' | 'de'

const KEPT = 'meadhall.lang'

function first(): Lang {
  const kept = localStorage.getItem(KEPT)
  if (kept === 'en' || kept === 'de') return kept
  return navigator.language.toLowerCase().startsWith('de') ? 'de' : 'en'
}

class Language {
  now = $state<Lang>(first())

  set(lang: Lang) {
    this.now = lang
    localStorage.setItem(KEPT, lang)
    document.documentElement.lang = lang
  }
}

export const language = new Language()

/** Say a sentence in the language of the page; no line ends between a number and its %. */
export function say(sentence: Sentence): string {
  return sentence[language.now].replaceAll(' %', '\u00a0%')
}

/** Choose the words of the page's language: `const words = () => spoken({ en: {…}, de: {…} })`. */
export function spoken<Words>(both: { en: Words; de: NoInfer<Words> }): Words {
  return both[language.now]
}
