// The words for a new table.
const en = {
  title: (game: string) => `A new table of ${game}`,
  who: 'Who sits down?',
  players: 'Players',
  how: 'How do you play?',
  listed: 'Show the table in the hall; anybody may take a free seat',
  open: 'Open the table',
  rules: 'Read the rules',
  seat: (number: number) => `Seat ${number}`,
  me: 'Me',
  here: 'Somebody here at this screen',
  link: 'A friend by link',
  bot: 'A bot',
  name: 'Name',
  level: 'Strength',
  levelName: (level: number, words: string) => `${level}: ${words}`,
  program: (name: string) => `${name} (program)`,
  later: 'You get a link to send once the table is open.',
}

const de: typeof en = {
  title: (game) => `Ein neuer Tisch: ${game}`,
  who: 'Wer setzt sich?',
  players: 'Zu wievielt',
  how: 'Wie spielt ihr?',
  listed: 'Den Tisch in der Halle zeigen; auf freie Plätze darf sich jeder setzen',
  open: 'Tisch aufmachen',
  rules: 'Regeln lesen',
  seat: (number) => `Platz ${number}`,
  me: 'Ich',
  here: 'Jemand hier am Bildschirm',
  link: 'Jemand per Link',
  bot: 'Ein Bot',
  name: 'Name',
  level: 'Stärke',
  levelName: (level, words) => `${level}: ${words}`,
  program: (name) => `${name} (Programm)`,
  later: 'Den Link zum Verschicken bekommst du, sobald der Tisch steht.',
}

export const words = { en, de }
