// The words of the daily table.
const en = {
  title: 'The daily table',
  lead: 'Every day the same two tables for everybody, in every mead hall of the world. One try, then no more excuses.',
  solo: 'alone',
  duel: (level: number) => `against bot ${level}`,
  sit: 'Sit down',
  goOn: 'Play on',
  sitAt: (table: string) => `Sit down at the daily table: ${table}`,
  goOnAt: (table: string) => `Play on at the daily table: ${table}`,
  once: 'You have one try. Mugs down, sleeves up.',
  playing: 'Your table is waiting. It counts for today, even if the clock strikes midnight.',
  results: 'How it went',
  you: '(you)',
  guest: 'Guest', // whose name was forgotten
  bot: (level: number) => `Bot ${level} in your place`,
  botPlays: 'The bot is still playing.',
  others: (many: number) =>
    many === 1 ? 'One guest of this hall has finished.' : `${many} guests of this hall have finished.`,
  nobody: 'Nobody has finished yet.',
  secret: 'How they did is told once you have finished.',
  back: 'Look back',
  backAt: (name: string) => `Look back at ${name}’s game`,
  streak: 'Your streak',
  days: (many: number) => (many === 1 ? 'one day' : `${many} days in a row`),
  noStreak: 'Finish a table today, and it begins.',
  keepStreak: 'Finish one today to keep it.',
  keptStreak: 'Safe until tomorrow.',
  next: (time: string) => `New tables in ${time}.`,
  hours: (hours: number, minutes: number) => (hours ? `${hours} h ${minutes} min` : `${minutes} min`),
  share: 'Tell the others',
  spoilers: 'No moves, no coasters: nothing that spoils it for them.',
  copy: 'Copy',
  send: 'Send it',
  copied: { en: 'Copied. Now boast.', de: 'Kopiert. Jetzt prahlen.' },
  line: 'What you send',
  week: 'The days before',
  yours: 'You',
  best: 'Best here',
  unfinished: 'Finish it',
  wiped: (day: string) => `The tables of ${day} were wiped at midnight. Here is today’s.`,
  brand: (day: string) => `Meadhall daily ${day}`,
  ofBot: (said: string) => `bot ${said}`,
  row: (many: number) => `streak ${many}`,
  toDaily: 'See how the others did',
  mat: 'Daily table',
}

const de: typeof en = {
  title: 'Der Tagestisch',
  lead: 'Jeden Tag dieselben zwei Tische für alle, in jeder Methalle der Welt. Ein Versuch, dann gibt es keine Ausreden mehr.',
  solo: 'allein',
  duel: (level) => `gegen Bot ${level}`,
  sit: 'Hinsetzen',
  goOn: 'Weiterspielen',
  sitAt: (table) => `An den Tagestisch setzen: ${table}`,
  goOnAt: (table) => `Am Tagestisch weiterspielen: ${table}`,
  once: 'Du hast einen Versuch. Krüge weg, Ärmel hoch.',
  playing: 'Dein Tisch wartet. Er zählt für heute, auch wenn es darüber Mitternacht wird.',
  results: 'Wie es ausging',
  you: '(du)',
  guest: 'Gast',
  bot: (level) => `Bot ${level} an deiner Stelle`,
  botPlays: 'Der Bot spielt noch.',
  others: (many) => (many === 1 ? 'Ein Gast dieser Halle ist fertig.' : `${many} Gäste dieser Halle sind fertig.`),
  nobody: 'Fertig ist noch keiner.',
  secret: 'Wie es ihnen erging, erfährst du, wenn du selbst fertig bist.',
  back: 'Zurückblicken',
  backAt: (name) => `Auf die Partie von ${name} zurückblicken`,
  streak: 'Deine Serie',
  days: (many) => (many === 1 ? 'ein Tag' : `${many} Tage in Folge`),
  noStreak: 'Spiel heute einen Tisch zu Ende, dann beginnt sie.',
  keepStreak: 'Spiel heute einen zu Ende, damit sie hält.',
  keptStreak: 'Bis morgen sicher.',
  next: (time) => `Neue Tische in ${time}.`,
  hours: (hours, minutes) => (hours ? `${hours} Std. ${minutes} Min` : `${minutes} Min`),
  share: 'Sag es den anderen',
  spoilers: 'Keine Züge, keine Deckel: nichts, was ihnen den Spaß verdirbt.',
  copy: 'Kopieren',
  send: 'Verschicken',
  copied: { en: 'Copied. Now boast.', de: 'Kopiert. Jetzt prahlen.' },
  line: 'Was du verschickst',
  week: 'Die Tage davor',
  yours: 'Du',
  best: 'Bestes hier',
  unfinished: 'Zu Ende spielen',
  wiped: (day) => `Die Tische vom ${day} wurden um Mitternacht abgewischt. Hier ist der von heute.`,
  brand: (day) => `Meadhall-Tagestisch ${day}`,
  ofBot: (said) => `Bot ${said}`,
  row: (many) => `Serie ${many}`,
  toDaily: 'Wie die anderen abschnitten',
  mat: 'Tagestisch',
}

export const words = { en, de }

/** A day as people write it: 16 Nov. */
export const dayName = (day: string, lang: 'en' | 'de') =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString(lang === 'de' ? 'de-DE' : 'en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })

/** Whether an address names a day that has begun; none at all is today. */
export const isDay = (name: string, today: string | undefined) =>
  !name || (/^\d{4}-\d{2}-\d{2}$/.test(name) && name <= (today ?? name) && realDay(name))

const realDay = (day: string) => {
  const time = Date.parse(`${day}T12:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}
