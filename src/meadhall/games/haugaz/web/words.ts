// What the Haugaz board says, in both languages. The room's words.py tells what has happened; this is what to do next.
import type { Colour, Skyline, Standing } from './kinds'

const ordinal = (n: number) => {
  const tens = n % 100 > 10 && n % 100 < 20
  return `${n}${tens ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')}`
}

const NUMBERS = {
  en: ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven'],
  de: ['null', 'ein', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben'],
}

const sentence = (parts: (string | number)[]) => `${parts.filter(Boolean).join(', ')}.`

const en = {
  colours: { black: 'Black', white: 'White' } as Record<Colour, string>,
  places: ['1 Place', '2 Move', '3 Raise'],
  turnSteps: 'Steps of a turn',
  done: 'done',
  high: 'high',
  stacks: (n: number) => (n === 1 ? '1 stack' : `${n} stacks`),
  board: (n: number) => `Board, ${n} by ${n} points. Arrow keys walk, Enter chooses, Escape steps back.`,

  // points, for screen readers
  empty: 'empty',
  stack: (colour: Colour, height: number) => `${colour} stack, ${height} high`,
  placed: 'just placed',
  canPlace: 'place here',
  canMove: 'can move',
  canLand: 'land here',
  inHand: 'in your hand',
  chosen: 'chosen',
  rises: (height: number, to: string) => `would rise to ${height} and go to ${to}`,
  chance: (percent: number | null, proved: boolean) =>
    percent === null
      ? 'can become fair'
      : (proved && percent === 50 ? 'a draw' : `Black ${percent} %`) + (proved ? ', proved' : ''),

  // the status
  asks: {
    'set black': (who: string) => `${who}, put down the black stack.`,
    'set white': (who: string) => `${who}, and now the white stack.`,
    place: (who: string) => `${who}, place a stack, or pass.`,
    move: (who: string) => `${who}, pick a stack to move.`,
    send: (who: string, n: number, own: boolean) =>
      `${who}, send ${own ? 'your' : 'this'} stack ${n === 1 ? 'one point' : `${NUMBERS.en[n] ?? n} points`}.`,
  },
  pickStack: 'Stacks with a white dot can move.',
  pickLanding: 'As far as it is high, in a straight line.',
  rise: (to: string, n: number) => `To ${to}: ${n > 1 ? `${n} stacks rise` : `${n || 'no'} stack rises`}.`,
  hands: (mine: number, theirs: number, other: string) =>
    sentence([
      mine && `${mine} ${mine === 1 ? 'comes' : 'come'} to you`,
      theirs && `${theirs} ${theirs === 1 ? 'goes' : 'go'} to ${other}`,
    ]),
  ends: (outcome: string) => `The game is over then: ${outcome}`,

  // buttons
  place: (point: string) => `Place on ${point}`,
  move: (from: string, to: string) => `Move ${from} to ${to}`,
  setBlack: (point: string) => `Black stack on ${point}`,
  setWhite: (point: string) => `White stack on ${point}`,
  take: (colour: Colour): string => (colour === 'black' ? 'Take Black' : 'Take White'),
  pass: 'Pass',
  passEnd: 'Pass and end the game',
  undo: (what: string) => `Undo ${what}`,
  undoLast: 'Undo',
  theirs: (who: string) => `${who} is at it`,
  pickFirst: { place: 'Choose a point', move: 'Choose a stack', land: 'Choose where it lands' },

  // the pie
  pieTitle: 'Cut the cake',
  pieMine: (other: string) =>
    `You put down one black stack and one white stack. Then ${other} picks a colour, and Black begins. ` +
    'So make it fair: three steps apart or more, where the board is large enough.',
  pieTheirs: (who: string, other: string) =>
    `${who} puts down one black and one white stack. Then ${other} picks a colour.`,
  setsUp: 'sets up',
  picks: 'picks the colour',
  chooseTitle: 'Which piece of the cake?',
  chooseMine: (other: string) => `${other} has set up for both. You pick the side that you would rather have.`,
  chooseTheirs: (who: string) => `${who} picks a colour. The other one is left over.`,
  begins: 'You begin.',
  waits: (other: string) => `${other} begins.`,
  careful: 'Careful:',
  adviceOn: 'Ask our strongest player',
  adviceOff: 'I’ll think for myself',

  // passing
  twoPasses: 'Two passes in a row end the game.',
  passNow: (outcome: string) => `If you pass too, the game is over: ${outcome}`,
  outcome: { you: 'you win.', other: (who: string) => `${who} wins.`, draw: 'a draw.' },

  // the skyline
  skyline: 'Skyline',
  skylineRule: 'Highest stack wins. Equal? Compare the next.',
  heights: (black: string, white: string) => `Heights. Black: ${black}. White: ${white}.`,
  none: 'none',
  after: (from: string, to: string) => `After ${from}–${to}:`,
  level: 'All equal so far.',
  ahead: (colour: string, more: number, less: number) => `${colour} is ahead, ${more} against ${less || 'none'}.`,
  aheadBelow: (colour: string, equal: number) =>
    `${equal === 1 ? 'Equal at the top' : `The top ${equal} are equal`}, ${colour} ahead on the next.`,
  list: (colour: string, heights: number[]) =>
    `${colour} ${heights.slice(0, 3).join(' ') || '–'}${heights.length > 3 ? ' …' : ''}`,

  // the key
  key: 'On the board',
  keyPlace: 'you can place here',
  keyMove: 'you can move here',
  keyMover: 'this stack can move',
  keyRise: 'rises and changes hands',
  keyRing: (who: string) => `wet ring: ${who}’s last turn`,
  keyFlag: 'placed this turn, stays put',

  // the end
  rank: (n: number) => (n === 1 ? 'Highest stack' : `${ordinal(n)} highest`),
  moreEqual: (n: number) => (n === 1 ? '1 more pair is equal' : `${n} more pairs are equal`),
  decides: 'This one decides.',
  allEqual: 'All equal, to the last stack. A draw.',
}

export type Words = typeof en

const de: Words = {
  colours: { black: 'Schwarz', white: 'Weiß' },
  places: ['1 Setzen', '2 Ziehen', '3 Erhöhen'],
  turnSteps: 'Schritte eines Zugs',
  done: 'erledigt',
  high: 'hoch',
  stacks: (n) => `${n} Stapel`,
  board: (n) => `Brett, ${n} mal ${n} Punkte. Pfeiltasten wandern, Enter wählt, Escape geht zurück.`,

  empty: 'leer',
  stack: (colour, height) => `${colour === 'black' ? 'schwarzer' : 'weißer'} Stapel, ${height} hoch`,
  placed: 'gerade gesetzt',
  canPlace: 'hier setzen',
  canMove: 'kann ziehen',
  canLand: 'hier landen',
  inHand: 'in deiner Hand',
  chosen: 'gewählt',
  chance: (percent, proved) =>
    percent === null
      ? 'kann gerecht werden'
      : (proved && percent === 50 ? 'unentschieden' : `Schwarz ${percent} %`) + (proved ? ', bewiesen' : ''),
  rises: (height, to) => `würde auf ${height} wachsen und an ${to} gehen`,

  asks: {
    'set black': (who) => `${who}, stell den schwarzen Stapel auf.`,
    'set white': (who) => `${who}, und jetzt den weißen Stapel.`,
    place: (who) => `${who}, setz einen Stapel oder passe.`,
    move: (who) => `${who}, nimm einen Stapel und zieh ihn.`,
    send: (who, n, own) => {
      const far = n === 1 ? 'einen Punkt' : `${NUMBERS.de[n] ?? n} Punkte`
      return `${who}, zieh ${own ? 'deinen' : 'diesen'} Stapel ${far} weit.`
    },
  },
  pickStack: 'Stapel mit weißem Punkt können ziehen.',
  pickLanding: 'So weit, wie er hoch ist, immer geradeaus.',
  rise: (to, n) => `Auf ${to}: ${n > 1 ? `${n} Stapel wachsen` : `${n || 'Kein'} Stapel wächst`}.`,
  hands: (mine, theirs, other) =>
    sentence([
      mine && `${mine} ${mine === 1 ? 'kommt' : 'kommen'} zu dir`,
      theirs && `${theirs} ${theirs === 1 ? 'geht' : 'gehen'} an ${other}`,
    ]),
  ends: (outcome) => `Dann ist das Spiel aus: ${outcome}`,

  place: (point) => `Auf ${point} setzen`,
  move: (from, to) => `${from} nach ${to} ziehen`,
  setBlack: (point) => `Schwarz auf ${point} stellen`,
  setWhite: (point) => `Weiß auf ${point} stellen`,
  take: (colour) => (colour === 'black' ? 'Schwarz nehmen' : 'Weiß nehmen'),
  pass: 'Passen',
  passEnd: 'Passen und aufhören',
  undo: (what) => `${what} zurück`,
  undoLast: 'Zurück',
  theirs: (who) => `${who} ist dran`,
  pickFirst: { place: 'Wähl einen Punkt', move: 'Wähl einen Stapel', land: 'Wähl, wo er landet' },

  pieTitle: 'Teil den Kuchen',
  pieMine: (other) =>
    `Du stellst einen schwarzen und einen weißen Stapel auf. Dann sucht sich ${other} eine Farbe aus, ` +
    'und Schwarz beginnt. Teil also gerecht: mindestens drei Schritte Abstand, wo das Brett groß genug ist.',
  pieTheirs: (who, other) =>
    `${who} stellt einen schwarzen und einen weißen Stapel auf. Dann wählt ${other} die Farbe.`,
  setsUp: 'baut auf',
  picks: 'wählt die Farbe',
  chooseTitle: 'Welches Stück vom Kuchen?',
  chooseMine: (other) => `${other} hat für beide aufgebaut. Nimm die Seite, die dir lieber ist.`,
  chooseTheirs: (who) => `${who} wählt eine Farbe. Die andere bleibt übrig.`,
  begins: 'Du beginnst.',
  waits: (other) => `${other} beginnt.`,
  careful: 'Vorsicht:',
  adviceOn: 'Den stärksten Bot fragen',
  adviceOff: 'Ich denke selbst',

  twoPasses: 'Zweimal passen hintereinander, und das Spiel ist aus.',
  passNow: (outcome) => `Passt du auch, ist das Spiel aus: ${outcome}`,
  outcome: { you: 'Du gewinnst.', other: (who) => `${who} gewinnt.`, draw: 'unentschieden.' },

  skyline: 'Höhenzug',
  skylineRule: 'Der höchste Stapel gewinnt. Gleich hoch? Dann zählt der nächste.',
  heights: (black, white) => `Höhen. Schwarz: ${black}. Weiß: ${white}.`,
  none: 'keine',
  after: (from, to) => `Nach ${from}–${to}:`,
  level: 'Bisher alles gleich.',
  ahead: (colour, more, less) => `${colour} liegt vorn, ${more} gegen ${less || 'keinen'}.`,
  aheadBelow: (colour, equal) =>
    `${equal === 1 ? 'Oben gleich' : `Die ersten ${equal} sind gleich`}, beim nächsten liegt ${colour} vorn.`,
  list: en.list,

  key: 'Auf dem Brett',
  keyPlace: 'hier kannst du setzen',
  keyMove: 'hierhin kannst du ziehen',
  keyMover: 'dieser Stapel kann ziehen',
  keyRise: 'wächst und wechselt die Seite',
  keyRing: (who) => `nasser Ring: letzter Zug von ${who}`,
  keyFlag: 'eben gesetzt, bleibt stehen',

  rank: (n) => (n === 1 ? 'Höchster Stapel' : `${n}.-höchster`),
  moreEqual: (n) => (n === 1 ? 'noch 1 Paar gleich' : `noch ${n} Paare gleich`),
  decides: 'Der entscheidet.',
  allEqual: 'Alles gleich, bis zum letzten Stapel. Unentschieden.',
}

export const WORDS = { en, de }

/** Say how the stacks compare, down to the pair that decides (HZ-13). */
export function compared(stacks: Skyline, decidedBy: number | null, w: Words): string {
  if (decidedBy === null) return w.level
  const [black, white] = [stacks.black[decidedBy] ?? 0, stacks.white[decidedBy] ?? 0]
  const leader = w.colours[black > white ? 'black' : 'white']
  if (decidedBy > 0) return w.aheadBelow(leader, decidedBy)
  return w.ahead(leader, Math.max(black, white), Math.min(black, white))
}

/** Say who would win as the stacks stand, to the player of a seat. */
export function outcome(standing: Standing, seat: number, names: string[], w: Words): string {
  if (standing.decided_by === null) return w.outcome.draw
  const winner = standing.scores.indexOf(1)
  return winner === seat ? w.outcome.you : w.outcome.other(names[winner] ?? '')
}
