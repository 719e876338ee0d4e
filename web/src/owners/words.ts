// The words of the pages for owners of the real box.
const en = {
  score: 'Score keeper',
  scoreOf: (game: string) => `Score keeper: ${game}`,
  scoreText:
    'The real box is on your table, and nobody wants to count? Tap the table together as it lies, and see where each point comes from.',
  sets: 'Coasters of your own',
  setsOf: (game: string) => `Your coasters: ${game}`,
  setsText: 'Draw the coasters of your box once, save them, score with them and play with them here.',
  which: 'Which game?',
  names: 'Who plays?',
  name: (player: number) => `Name of player ${player}`,
  waiting: 'Lay something on the table, and the counting begins.',
  link: 'Link to this table',
  share: 'Show it to somebody',
  shareText: 'How the table lies:',
  clear: 'Clear the table',
  torn: 'This link shows no table that could be scored, so the table is empty.',
  toSets: 'Draw the coasters of your own box',
  toScore: 'Score a real table',
  result: 'The scoring',
  tooLong: 'This table is too much for a link.',
}

const de: typeof en = {
  score: 'Auszählen',
  scoreOf: (game) => `Auszählen: ${game}`,
  scoreText:
    'Die echte Schachtel liegt auf dem Tisch, und keiner will zählen? Tipp den Tisch so zusammen, wie er liegt, und sieh, woher jeder Punkt kommt.',
  sets: 'Eigene Deckel',
  setsOf: (game) => `Deine Deckel: ${game}`,
  setsText: 'Zeichne die Deckel deiner Schachtel einmal ab, speichere sie, zähle damit aus und spiel hier mit ihnen.',
  which: 'Welches Spiel?',
  names: 'Wer spielt?',
  name: (player) => `Name von Person ${player}`,
  waiting: 'Leg etwas auf den Tisch, dann wird gezählt.',
  link: 'Link zu diesem Tisch',
  share: 'Jemandem zeigen',
  shareText: 'So liegt der Tisch:',
  clear: 'Tisch abräumen',
  torn: 'Dieser Link zeigt keinen Tisch, der sich auszählen lässt, also ist der Tisch leer.',
  toSets: 'Die Deckel deiner Schachtel abzeichnen',
  toScore: 'Einen echten Tisch auszählen',
  result: 'Die Wertung',
  tooLong: 'Dieser Tisch ist zu viel für einen Link.',
}

export const words = { en, de }
