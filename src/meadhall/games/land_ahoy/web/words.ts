// What the board of Land Ahoy! says, in both languages.
import { spoken } from '$web/lang.svelte'
import type { DieName, Island, Portrait, Token } from './sea'

const EN = {
  die: { red: 'Red die', black: 'Black die' } as Record<DieName, string>,
  shows: (value: number) => `shows ${value}`,
  unknown: 'not rolled yet',
  kept: 'Kept',
  again: 'Rolls again',
  column: (value: number) => `column ${value}`,
  row: (value: number) => `row ${value}`,
  tapHintTwo: 'Tap a die to keep it or to roll it again.',
  rollAgain: {
    'reroll red': 'Roll red again',
    'reroll black': 'Roll black again',
    'reroll both': 'Roll both again',
  } as Record<string, string>,
  left: (rolls: number) => `${rolls} left`,
  keepRow: 'Keep both',
  rollRow: {
    'reroll red': 'Roll red',
    'reroll black': 'Roll black',
    'reroll both': 'Roll both',
  } as Record<string, string>,
  keepLand: (island: string) => `Keep, land at ${island}`,
  keepChoose: 'Keep, then choose an island',
  keepNothing: 'Keep, win nothing',
  keepAshore: 'Keep, then take',
  keepTake: (what: string) => `Keep, take ${what}`,
  keep: 'Keep both',
  odds: 'Exact odds in percent',
  island: 'island',
  beside: 'beside one',
  openSea: 'open sea (%)',
  anything: 'Chance to win something (%)',
  each: 'If you roll for just one thing:',
  of: (ways: number, all: number) => `${ways} of ${all}`,
  percent: (share: number) => `${share}%`,
  nothing: 'nothing yet',
  onX2: 'on ×2',
  atDragon: 'with the dragon',
  stillAtSea: 'Still at sea',
  taken: (taken: number) => `${taken} of 6 numbers taken.`,
  ends: 'The game ends at once with the sixth. Fewest points lose; everyone else wins.',
  faceDown: 'Face down:',
  chart: 'Sea chart, 6 by 6 fields',
  face: {
    hagar: 'Chief’s island',
    sven: 'Lucky Fellow’s island',
    helga: 'Helga’s island',
    dragon: 'Dragon island',
    none: 'Nameless island',
  } as Record<Portrait, string>,
  token: (token: Token) => (token === 'sven' ? 'Lucky Fellow' : token === 'hagar' ? 'Chief' : `${token}`),
  hidden: (count: number) => `${count} face down`,
  empty: 'empty',
  lies: (token: Token, name: string) => `${name}’s ${token} lies there`,
  landHere: 'land here',
  land: (island: string) => `Land at ${island}`,
  pickIsland: 'Choose an island.',
  pickClaim: 'What do you do?',
  leave: 'Take nothing',
  leaveSmall: 'All stays where it is.',
  nothingWon: 'These dice win nothing here.',
  take: (what: string) => `Take ${what}`,
  steal: (what: string, name: string) => `Steal ${what} from ${name}`,
  helga: (token: Token) => `Put your ${token} on ×2`,
  dragon: 'Give your 1 to the dragon',
  a: (token: Token) =>
    token === 'sven' ? 'a Lucky Fellow' : token === 'hagar' ? 'the Chief' : token === 3 ? 'the 3' : `a ${token}`,
  and: ' and ',
  worth: {
    sven: 'At the end you roll for it: the difference counts.',
    hagar: 'One more point for each number you own.',
  } as Record<string, string>,
  sixth: 'Sixth number: the game ends.',
  pushes: (name: string) => `${name} gets the old one back.`,
  key: 'What the dice do ashore',
  keyNumber: 'A die takes the token with its number.',
  keyDouble: 'A double takes a head: Chief or Lucky Fellow.',
  keySeven: 'A sum of 7 takes any one.',
  keyHelga: 'At Helga’s one of your numbers counts double.',
  keyEmpty: 'Empty island with a face: a double or 7 steals that head.',
  luckRolls: 'Lucky Fellow',
  chiefPays: 'Chief',
  onDragon: 'dragon',
}

const DE: typeof EN = {
  die: { red: 'Roter Würfel', black: 'Schwarzer Würfel' },
  shows: (value) => `zeigt ${value}`,
  unknown: 'noch nicht geworfen',
  kept: 'Bleibt',
  again: 'Rollt neu',
  column: (value) => `Spalte ${value}`,
  row: (value) => `Reihe ${value}`,
  tapHintTwo: 'Tipp einen Würfel an: liegen lassen oder neu werfen.',
  rollAgain: {
    'reroll red': 'Rot neu würfeln',
    'reroll black': 'Schwarz neu würfeln',
    'reroll both': 'Beide neu würfeln',
  },
  left: (rolls) => `noch ${rolls}`,
  keepRow: 'Lassen',
  rollRow: { 'reroll red': 'Rot neu', 'reroll black': 'Schwarz neu', 'reroll both': 'Beide neu' },
  keepLand: (island) => `Lassen, auf ${island} landen`,
  keepChoose: 'Lassen und eine Insel wählen',
  keepNothing: 'Lassen, leer ausgehen',
  keepAshore: 'Lassen und zugreifen',
  keepTake: (what) => `Lassen, ${what} nehmen`,
  keep: 'Beide lassen',
  odds: 'Genaue Chancen in Prozent',
  island: 'Insel',
  beside: 'neben einer',
  openSea: 'offene See (%)',
  anything: 'Chance, etwas zu gewinnen (%)',
  each: 'Wenn du nur auf eins würfelst:',
  of: (ways, all) => `${ways} von ${all}`,
  percent: (share) => `${share} %`,
  nothing: 'noch nichts',
  onX2: 'auf ×2',
  atDragon: 'beim Drachen',
  stillAtSea: 'Noch auf See',
  taken: (taken) => `${taken} von 6 Zahlen sind weg.`,
  ends: 'Mit der sechsten ist sofort Schluss. Wer die wenigsten Punkte hat, verliert; alle anderen gewinnen.',
  faceDown: 'Verdeckt:',
  chart: 'Seekarte, 6 mal 6 Felder',
  face: {
    hagar: 'Häuptlingsinsel',
    sven: 'Glückspilzinsel',
    helga: 'Helgas Insel',
    dragon: 'Dracheninsel',
    none: 'Namenlose Insel',
  },
  token: (token) => (token === 'sven' ? 'Glückspilz' : token === 'hagar' ? 'Häuptling' : `${token}`),
  hidden: (count) => `${count} verdeckt`,
  empty: 'leer',
  lies: (token, name) => `darauf die ${token} von ${name}`,
  landHere: 'hier landen',
  land: (island) => `Auf ${island} landen`,
  pickIsland: 'Wähl eine Insel.',
  pickClaim: 'Was machst du?',
  leave: 'Nichts nehmen',
  leaveSmall: 'Alles bleibt, wo es ist.',
  nothingWon: 'Diese Würfel gewinnen hier nichts.',
  take: (what) => `Nimm ${what}`,
  steal: (what, name) => `Stiehl ${what} von ${name}`,
  helga: (token) => `Leg deine ${token} auf ×2`,
  dragon: 'Gib deine 1 dem Drachen',
  a: (token) => {
    if (token === 'sven') return 'einen Glückspilz'
    return token === 'hagar' ? 'den Häuptling' : token === 3 ? 'die 3' : `eine ${token}`
  },
  and: ' und ',
  worth: {
    sven: 'Am Ende würfelst du dafür: Die Differenz zählt.',
    hagar: 'Ein Punkt mehr für jede deiner Zahlen.',
  },
  sixth: 'Sechste Zahl: Das Spiel endet.',
  pushes: (name) => `${name} bekommt die alte zurück.`,
  key: 'Was die Würfel an Land tun',
  keyNumber: 'Ein Würfel holt den Schatz mit seiner Zahl.',
  keyDouble: 'Ein Pasch holt einen Kopf: Häuptling oder Glückspilz.',
  keySeven: 'Summe 7 holt eins nach Wahl.',
  keyHelga: 'Bei Helga zählt eine deiner Zahlen doppelt.',
  keyEmpty: 'Leere Insel mit Gesicht: Pasch oder 7 stiehlt diesen Kopf.',
  luckRolls: 'Glückspilz',
  chiefPays: 'Häuptling',
  onDragon: 'Drache',
}

/** The words of the page's language. */
export const words = () => spoken({ en: EN, de: DE })
export type BoardWords = typeof EN

/** Say what an island is and what lies on it, for those who cannot see it. */
export function describe(island: Island, slot: { token: Token; player: number } | null, names: string[]): string {
  const w = words()
  const treasure = [
    ...island.open.map((token) => w.token(token)),
    ...(island.face_down ? [w.hidden(island.face_down)] : []),
    ...(slot ? [w.lies(slot.token, names[slot.player]!)] : []),
  ]
  return `${island.name}, ${w.face[island.portrait]}: ${treasure.join(', ') || w.empty}`
}

/** Say what an action of a claim does, as its button does. */
export function claimWords(action: string, tokens: Token[], names: string[]): string {
  const w = words()
  const [verb, , victim] = action.split(' ')
  if (verb === 'take') return w.take(tokens.map(w.a).join(w.and))
  if (verb === 'steal') return w.steal(w.a(tokens[0]!), names[Number(victim) - 1]!)
  if (verb === 'helga') return w.helga(tokens[0]!)
  return verb === 'dragon' ? w.dragon : w.leave
}
