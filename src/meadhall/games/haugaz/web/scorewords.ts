// The words of the score keeper, English and German.
import { spoken } from '$web/lang.svelte'

const en = {
  table: 'The board, as it stands',
  hint: 'Tap a point: a piece is put down. Tap a stack: it grows by one.',
  held: (point: string) => `The stack on ${point}`,
  colour: 'Whose?',
  size: 'Points a side',
  higher: 'Higher',
  lower: 'Lower',
  remove: 'Take it away',
  grow: 'tap to raise it',
  put: 'tap to put one down',
}

const de: typeof en = {
  table: 'Das Brett, wie es steht',
  hint: 'Tipp einen Punkt an: Ein Stein steht dort. Tipp einen Stapel an: Er wächst um eins.',
  held: (point) => `Der Stapel auf ${point}`,
  colour: 'Wem gehört er?',
  size: 'Punkte je Seite',
  higher: 'Höher',
  lower: 'Niedriger',
  remove: 'Wegnehmen',
  grow: 'antippen, dann wächst er',
  put: 'antippen, dann steht dort einer',
}

export const words = () => spoken({ en, de })
