// The words of the score keeper and of the set editor, English and German.
import { spoken } from '$web/lang.svelte'

const en = {
  table: 'Who has which treasure?',
  hint: 'Tap a treasure to give it to somebody; tap it where it lies to take it away.',
  players: 'Players',
  has: (name: string) => `${name} has`,
  give: (token: string, name: string) => `Give ${token} to ${name}`,
  take: (token: string, name: string) => `Take ${token} from ${name}`,
  helga: 'On Helga’s plate',
  dragon: 'With the dragon',
  nobody: 'nothing',
  whose: (token: number, name: string) => `${name}’s ${token}`,
  luck: (name: string) => `${name} rolls for a Lucky Fellow`,
  red: 'Red die',
  black: 'Black die',
  unrolled: 'not yet',
  rollFirst: 'Roll for every Lucky Fellow, then it is clear who comes last.',

  yours: 'Your ten coasters',
  drawing: (id: string) => `Coaster ${id}`,
  fields: 'Tap the fields of its island.',
  field: { NW: 'north-west', NE: 'north-east', SW: 'south-west', SE: 'south-east' } as Record<string, string>,
  portrait: 'Whose island?',
  treasures: 'Spaces for treasure',
  ship: 'The ship is here: all sea',
  id: 'Its name',
  idHint: 'Letters, digits, - and _',
  spaces: (n: number) => `${n} of 9 spaces for treasure.`,
}

const de: typeof en = {
  table: 'Wer hat welchen Schatz?',
  hint: 'Tipp einen Schatz an, um ihn jemandem zu geben; tipp ihn an, wo er liegt, dann ist er wieder weg.',
  players: 'Personen',
  has: (name) => `${name} hat`,
  give: (token, name) => `${token} an ${name} geben`,
  take: (token, name) => `${token} von ${name} wegnehmen`,
  helga: 'Auf Helgas Teller',
  dragon: 'Beim Drachen',
  nobody: 'nichts',
  whose: (token, name) => `${token} von ${name}`,
  luck: (name) => `${name} würfelt für einen Glückspilz`,
  red: 'Roter Würfel',
  black: 'Schwarzer Würfel',
  unrolled: 'noch nicht',
  rollFirst: 'Würfelt für jeden Glückspilz, dann steht fest, wer Letzter wird.',

  yours: 'Deine zehn Deckel',
  drawing: (id) => `Deckel ${id}`,
  fields: 'Tipp die Felder seiner Insel an.',
  field: { NW: 'Nordwesten', NE: 'Nordosten', SW: 'Südwesten', SE: 'Südosten' },
  portrait: 'Wessen Insel?',
  treasures: 'Plätze für Schätze',
  ship: 'Hier fährt das Schiff: nur Meer',
  id: 'Sein Name',
  idHint: 'Buchstaben, Ziffern, - und _',
  spaces: (n) => `${n} von 9 Plätzen für Schätze.`,
}

export const words = () => spoken({ en, de })
