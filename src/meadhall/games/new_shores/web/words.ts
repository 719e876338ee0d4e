// The words of Off to New Shores!, English and German.
import { spoken } from '$web/lang.svelte'
import type { Corner, FieldAt, Kind, Landscape, Mark, Place } from './geometry'

const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`

const en = {
  kinds: { land: 'Land', forest: 'Forest', water: 'Water' } as Record<Kind, string>,
  sides: { north: 'North', south: 'South', west: 'West', east: 'East' },
  named: (kind: string, side: string) => `${side} ${kind.toLowerCase()}`,
  fields: (n: number) => plural(n, 'field', 'fields'),
  points: (n: number) => plural(n, 'point', 'points'),
  gold: (n: number) => `${n} gold`,
  corners: { NW: 'north-west', NE: 'north-east', SW: 'south-west', SE: 'south-east' } as Record<Corner, string>,
  marks: { gold: 'gold', shield: 'shield', skull: 'skull', die: 'number' } as Record<Mark['is'], string>,
  steps: ['west', 'east', 'south', 'north'],
  middle: 'in the middle',
  turns: ['as printed', 'turned once', 'turned twice', 'turned three times'],

  board: (coasters: number) => `The table: ${plural(coasters, 'coaster', 'coasters')}`,
  place: (where: string) => `Place ${where}`,
  fits: 'fits as it is',
  fitsTurned: 'fits once turned',
  ghost: (where: string, turn: string) => `The coaster ${where}, ${turn}. Enter lays it here.`,
  ghostTurns: 'R turns it, Escape takes it back.',
  viking: 'Viking',
  token: 'Gold',
  onField: (what: string, kind: string, where: string) => `${what} on ${kind}, ${where}`,
  onFieldAt: (kind: string, where: string, corner: string) => `${kind}, ${corner} of the coaster ${where}`,
  moveThis: (field: string) => `Your Viking on ${field}`,
  moveTo: (field: string) => `To ${field}`,
  doubled: 'counts double',

  askLay: (name: string) => `${name}, lay the coaster.`,
  askHere: (name: string) => `${name}, lay the coaster here?`,
  askToken: (name: string) => `${name}, put a token on it.`,
  askTokenHere: (name: string) => `${name}, put it here?`,
  askMove: (name: string) => `${name}, move one Viking, or stay.`,
  askMoveHere: (name: string) => `${name}, move it here?`,
  askStay: (name: string) => `${name}, stay as you are?`,
  small: {
    first: 'The first one goes into the middle.',
    lay: 'Tap a dashed place. Dotted ones fit once turned.',
    anywhere: 'It fits nowhere, so any place will do.',
    beer: 'A full glass: it stands upright for you, so it does not turn.',
    turn: 'Tap it to turn it.',
    only: 'It fits one way only here.',
    token: 'A field of the new coaster. Skulls take nobody.',
    from: 'Tap a Viking with a yellow rim.',
    to: 'Tap a free field of its kind, anywhere.',
    nobody: 'None of your Vikings can move.',
  },
  worth: (mine: boolean, name: string, what: string, was: number, now: number) =>
    `${mine ? 'Your' : `${name}’s`} ${what.toLowerCase()}: ` +
    `${was === now ? '' : `${was} → `}${plural(now, 'point', 'points')}.`,
  waiting: {
    lay: (name: string) => `${name} is looking for a place.`,
    token: (name: string) => `${name} puts a token down.`,
    'last round': (name: string) => `${name} may move a Viking.`,
  } as Record<string, (name: string) => string>,

  inHand: 'Turn it here, or where it will lie.',
  inHandBeer: 'Upright, from where you sit.',
  hand: 'In your hand',
  handOf: (name: string) => `In ${name}’s hand`,
  newCoaster: 'The new coaster',
  lastRound: 'The last round',
  lay: 'Lay it here',
  putViking: 'Put the Viking here',
  putGold: 'Put the gold here',
  move: 'Move the Viking here',
  stay: 'Stay put',
  stayNow: 'Yes, stay put',
  turn: 'Turn',
  back: 'Take back',
  choose: 'Which token?',
  leads: (mine: boolean, name: string, balance: string) =>
    balance ? `${mine ? 'You lead' : `${name} leads`} ${balance}` : mine ? 'Yours' : `${name} has it`,
  tied: (balance: string) => `Tied ${balance}`,
  noShield: 'No shield',
  nobody: 'Nobody there',
  noChange: 'No points change yet.',
  gains: (name: string, gain: number) => `${name} ${gain > 0 ? '+' : '−'}${Math.abs(gain)}`,
  together: (was: number, now: number) => (was === now ? `In all ${now}` : `In all ${was} → ${now}`),

  pile: 'The pile',
  left: (n: number) => `${plural(n, 'coaster', 'coasters')} left.`,
  beers: (n: number) => (n === 0 ? 'No beer among them.' : `${n} with a beer.`),
  oneOf: (n: number, of: number) => `${n} of these ${of} come up.`,
  which: 'Which ones?',
  empty: 'The pile is empty.',
  die: (n: number) => `The die shows ${n}.`,
  column: 'Its column counts double.',
  row: 'Its row counts double.',
  noLine: 'It is not on the table: nothing counts double.',

  landscapes: 'Landscapes',
  none: 'Nothing but table yet.',
  more: (n: number) => `${n} more`,
  owner: (name: string) => `${name} leads`,
  shieldWord: 'shield',
  noShieldShort: 'no shield',
  nobodyShort: 'nobody',
  key: 'On the table',
  keyLay:
    'Dashed: fits as it is. Dotted with ↻: fits once turned. Tap, wheel or R turns the coaster. ' +
    'A beer stands upright for whoever laid it.',
  keyLast: 'Yellow rims: Vikings that may move. The hatched line counts double: gold and Vikings on it are two.',

  counting: 'Counted out',
  skip: 'Count it all',
  landscape: 'Landscape',
  total: 'Sum',
  spilt: (n: number) => plural(n, 'beer spilt', 'beers spilt'),
  tokensLeft: (vikings: number, gold: number) => `${plural(vikings, 'Viking', 'Vikings')} and ${gold} gold left`,
  coaster: (n: number, of: number) => `coaster ${n} of ${of}`,
  ranks: {} as Record<string, string>, // their names are English already
}

const de: typeof en = {
  kinds: { land: 'Land', forest: 'Wald', water: 'Wasser' },
  sides: { north: 'Nord', south: 'Süd', west: 'West', east: 'Ost' },
  named: (kind, side) => side + kind.toLowerCase(),
  fields: (n) => plural(n, 'Feld', 'Felder'),
  points: (n) => plural(n, 'Punkt', 'Punkte'),
  gold: (n) => `${n} Gold`,
  corners: { NW: 'Nordwesten', NE: 'Nordosten', SW: 'Südwesten', SE: 'Südosten' },
  marks: { gold: 'Gold', shield: 'Schild', skull: 'Schädel', die: 'Zahl' },
  steps: ['westlich', 'östlich', 'südlich', 'nördlich'],
  middle: 'in der Mitte',
  turns: ['wie gedruckt', 'einmal gedreht', 'zweimal gedreht', 'dreimal gedreht'],

  board: (coasters) => `Der Tisch: ${plural(coasters, 'Deckel', 'Deckel')}`,
  place: (where) => `Platz ${where}`,
  fits: 'passt so',
  fitsTurned: 'passt nach dem Drehen',
  ghost: (where, turn) => `Der Deckel ${where}, ${turn}. Enter legt ihn hierher.`,
  ghostTurns: 'R dreht ihn, Escape nimmt ihn zurück.',
  viking: 'Wikinger',
  token: 'Gold',
  onField: (what, kind, where) => `${what} auf ${kind}, ${where}`,
  onFieldAt: (kind, where, corner) => `${kind}, ${corner} des Deckels ${where}`,
  moveThis: (field) => `Dein Wikinger auf ${field}`,
  moveTo: (field) => `Nach ${field}`,
  doubled: 'zählt doppelt',

  askLay: (name) => `${name}, leg den Deckel an.`,
  askHere: (name) => `${name}, den Deckel hierher?`,
  askToken: (name) => `${name}, setz ein Plättchen darauf.`,
  askTokenHere: (name) => `${name}, hierher damit?`,
  askMove: (name) => `${name}, versetz einen Wikinger oder bleib.`,
  askMoveHere: (name) => `${name}, hierher mit ihm?`,
  askStay: (name) => `${name}, alles so lassen?`,
  small: {
    first: 'Der erste kommt in die Mitte.',
    lay: 'Tipp einen gestrichelten Platz an. Gepunktete passen nach dem Drehen.',
    anywhere: 'Er passt nirgends, also darf er überall hin.',
    beer: 'Ein volles Glas: Es steht für dich aufrecht und dreht sich nicht.',
    turn: 'Tipp ihn an, dann dreht er sich.',
    only: 'Hier passt er nur so herum.',
    token: 'Auf ein Feld des neuen Deckels. Auf Schädel stellt sich keiner.',
    from: 'Tipp einen Wikinger mit gelbem Rand an.',
    to: 'Tipp ein freies Feld seiner Art an, egal wo.',
    nobody: 'Keiner deiner Wikinger kann weg.',
  },
  worth: (mine, name, what, was, now) =>
    `Für ${mine ? 'dich' : name}, ${what}: ${was === now ? '' : `${was} → `}${plural(now, 'Punkt', 'Punkte')}.`,
  waiting: {
    lay: (name) => `${name} sucht einen Platz.`,
    token: (name) => `${name} setzt ein Plättchen.`,
    'last round': (name) => `${name} darf einen Wikinger versetzen.`,
  },

  inHand: 'Dreh ihn hier oder an seinem Platz.',
  inHandBeer: 'Aufrecht, von dir aus gesehen.',
  hand: 'In deiner Hand',
  handOf: (name) => `In der Hand von ${name}`,
  newCoaster: 'Der neue Deckel',
  lastRound: 'Die letzte Runde',
  lay: 'Hierher legen',
  putViking: 'Wikinger hierher',
  putGold: 'Gold hierher',
  move: 'Wikinger hierher versetzen',
  stay: 'Stehen bleiben',
  stayNow: 'Ja, stehen bleiben',
  turn: 'Drehen',
  back: 'Zurück',
  choose: 'Welches Plättchen?',
  leads: (mine, name, balance) =>
    balance ? `${mine ? 'Du führst' : `${name} führt`} ${balance}` : mine ? 'Deins' : `Gehört ${name}`,
  tied: (balance) => `Gleichstand ${balance}`,
  noShield: 'Kein Schild',
  nobody: 'Niemand dort',
  noChange: 'Noch ändern sich keine Punkte.',
  gains: (name, gain) => `${name} ${gain > 0 ? '+' : '−'}${Math.abs(gain)}`,
  together: (was, now) => (was === now ? `Zusammen ${now}` : `Zusammen ${was} → ${now}`),

  pile: 'Der Stapel',
  left: (n) => `Noch ${plural(n, 'Deckel', 'Deckel')}.`,
  beers: (n) => (n === 0 ? 'Kein Bier dabei.' : `${n} mit Bier.`),
  oneOf: (n, of) => `${n} von diesen ${of} kommen noch.`,
  which: 'Welche?',
  empty: 'Der Stapel ist leer.',
  die: (n) => `Der Würfel zeigt ${n}.`,
  column: 'Ihre Spalte zählt doppelt.',
  row: 'Ihre Reihe zählt doppelt.',
  noLine: 'Die liegt nicht auf dem Tisch: Nichts zählt doppelt.',

  landscapes: 'Landschaften',
  none: 'Noch nichts als Tisch.',
  more: (n) => `${n} weitere`,
  owner: (name) => `${name} führt`,
  shieldWord: 'Schild',
  noShieldShort: 'kein Schild',
  nobodyShort: 'niemand',
  key: 'Auf dem Tisch',
  keyLay:
    'Gestrichelt: passt so. Gepunktet mit ↻: passt nach dem Drehen. Tippen, Mausrad oder R dreht den Deckel. ' +
    'Ein Bier steht aufrecht für den, der es gelegt hat.',
  keyLast:
    'Gelbe Ränder: Wikinger, die umziehen dürfen. ' +
    'Die schraffierte Linie zählt doppelt: Gold und Wikinger darauf gelten als zwei.',

  counting: 'Ausgezählt',
  skip: 'Alles zählen',
  landscape: 'Landschaft',
  total: 'Summe',
  spilt: (n) => plural(n, 'Bier verschüttet', 'Biere verschüttet'),
  tokensLeft: (vikings, gold) => `noch ${vikings} Wikinger und ${gold} Gold`,
  coaster: (n, of) => `Deckel ${n} von ${of}`,
  ranks: {
    'simple drunkard': 'einfacher Trunkenbold',
    'lower sailor': 'niederer Seemann',
    'higher chief': 'höherer Häuptling',
    'legendary conqueror': 'legendärer Eroberer',
  },
}

/** The words in the language of the page. */
export const words = () => spoken({ en, de })

export type Words = typeof en

/** Say where a place lies, seen from the first coaster. */
export function where(at: Place, w: Words): string {
  const told = at.flatMap((n, axis) => (n ? [`${Math.abs(n)} ${w.steps[2 * axis + (n > 0 ? 1 : 0)]}`] : []))
  return told.join(', ') || w.middle
}

/** Name a field of the table for people who do not see it. */
export function fieldName([x, y, corner]: FieldAt, kind: Kind, w: Words): string {
  return w.onFieldAt(w.kinds[kind], where([x, y], w), w.corners[corner])
}

/** Name a landscape: by its kind, and by its side of the table where there are several of that kind. */
export function landscapeName(landscape: Landscape, all: Landscape[], w: Words): string {
  const kind = w.kinds[landscape.kind]
  if (all.filter((other) => other.kind === landscape.kind).length === 1) return kind
  const [x, y] = middle(landscape.fields)
  const [cx, cy] = middle(all.flatMap((other) => other.fields))
  const [dx, dy] = [x - cx, y - cy]
  if (Math.abs(dx) > Math.abs(dy)) return w.named(kind, dx > 0 ? w.sides.east : w.sides.west)
  return w.named(kind, dy > 0 ? w.sides.north : w.sides.south)
}

function middle(fields: FieldAt[]): Place {
  const xs = fields.map(([x, , c]) => 2 * x + (c.endsWith('E') ? 1 : 0))
  const ys = fields.map(([, y, c]) => 2 * y + (c.startsWith('N') ? 1 : 0))
  const mean = (ns: number[]) => ns.reduce((sum, n) => sum + n, 0) / Math.max(1, ns.length)
  return [mean(xs), mean(ys)]
}
