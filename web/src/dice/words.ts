// The words of the page that verifies dice.
const en = {
  title: 'Fair dice',
  fine: 'The dice were fair',
  right: 'All dice are right',
  foul: 'Something is wrong with the dice',
  unknown: 'This cannot be verified',
  checked: 'What was checked, and by whom',
  browser: 'Your browser',
  hall: 'The hall',
  ok: 'right',
  bad: 'wrong',
  open: 'not known',
  hashes: 'The secret is the one that the hall had committed itself to: SHA-256 of it is the commitment.',
  hashesNot: 'The secret is not the one that the hall had committed itself to.',
  untold: 'The hall does not tell its secret, so nobody can verify these dice.',
  seen: 'The commitment is the one that this browser saw before it added its nonce.',
  watched: 'The commitment is the one that this browser saw while the match was played.',
  seenNot: (was: string) => `This browser saw another commitment before the match: ${was}.`,
  unseen: 'This browser did not sit at the table, so it cannot know which commitment was shown there.',
  mine: (names: string, many: boolean) =>
    many
      ? `The nonces that this browser drew for ${names} are among them.`
      : `The nonce that this browser drew for ${names} is there.`,
  mineNot: (name: string, was: string) => `For ${name} this browser had drawn another nonce: ${was}.`,
  sentAway: (name: string) =>
    `This browser added a nonce for ${name}, and then its invitation was taken back: it does not count any more.`,
  unheard: (name: string) =>
    `The network failed when this browser sent its nonce for ${name}. The hall may never have got it: nothing was added there.`,
  others: 'All nonces are those that were told before the first die fell.',
  othersNot: (was: string) => `Before the first die fell, other nonces were told: ${was}.`,
  otherSeed: 'The record has another secret or other nonces than the table shows.',
  otherAnswer: 'The hall has answered with other numbers than stand in the record.',
  rolls: (many: number) =>
    `Computed again in this browser: ${many === 1 ? 'one die is' : `${many} dice are`} right, who starts included.`,
  rollsNot: (wrong: number, many: number, played: string, due: string) =>
    `Computed again in this browser: ${wrong} of ${many} dice are wrong. First there is “${played}”, but it should have been “${due}”.`,
  fell: (many: number) => `All ${many} dice and draws are in the record as this browser saw them fall.`,
  fellNot: (was: string, now: string) => `This browser saw “${was}” fall, but in the record stands “${now}”.`,
  fingerprint: 'Fingerprint',
  compare: 'It must be the same at every seat. Compare it by word of mouth or by phone, not in the hall.',
  numbers: 'The numbers',
  commitment: 'Commitment of the hall',
  secret: 'Its secret',
  nonce: (name: string) => `Nonce of ${name}`,
  bot: 'a bot, adds nothing',
  waived: 'added nothing',
  still: 'is told when the match is over',
  how: 'How it works',
  howText:
    'Before anybody sat down, the hall drew a secret and published its SHA-256, the commitment. Then every seat added a nonce, a number of its own. All dice and draws follow from secret and nonces together: the hall could not choose them any more, and nobody else could know them.',
  alone: 'You trust nobody?',
  aloneText:
    'Rightly so: the hall has checked itself here. Save the record, and recompute it on a machine of your own:',
  save: 'Save the record',
  running: 'Still being played',
  runningText: 'The secret is told when the match is over. Until then, this is what the hall is bound to:',
  waits: (names: string) => `The dice wait for ${names}.`,
  table: 'To the table',
  noLuck: 'No luck to blame',
  noLuckText: 'This game has no dice and no draws. There is nothing to verify.',
  daily: 'The same dice for everybody',
  dailyText:
    'A daily table has the same dice in every hall of the world, so its seed is public: whoever wants to know them beforehand can. All that can be checked is that they are right.',
  plain: 'Dice from a chosen seed',
  plainText:
    'Somebody chose the seed of this table, and could know its dice. All that can be checked is that they are right.',
  bring: 'Were the dice fair?',
  bringText: 'Paste a record, or choose its file: every die and every draw is computed again.',
  choose: 'Choose a file',
  paste: 'Or paste its text',
  verify: 'Verify it',
  busy: 'Computing …',
  nothing: 'There is nothing here yet: paste a record first, or choose a file.',
  seat: (seat: number) => `seat ${seat}`,
  and: 'and',
}

const de: typeof en = {
  title: 'Ehrliche Würfel',
  fine: 'Die Würfel waren ehrlich',
  right: 'Alle Würfel stimmen',
  foul: 'Mit den Würfeln stimmt etwas nicht',
  unknown: 'Das lässt sich nicht nachprüfen',
  checked: 'Was geprüft wurde, und von wem',
  browser: 'Dein Browser',
  hall: 'Die Halle',
  ok: 'stimmt',
  bad: 'stimmt nicht',
  open: 'nicht bekannt',
  hashes: 'Das Geheimnis ist das, auf das sich die Halle festgelegt hatte: SHA-256 davon ist die Festlegung.',
  hashesNot: 'Das Geheimnis ist nicht das, auf das sich die Halle festgelegt hatte.',
  untold: 'Die Halle nennt ihr Geheimnis nicht, also kann diese Würfel niemand nachprüfen.',
  seen: 'Die Festlegung ist die, die dieser Browser sah, bevor er seine Nonce dazugab.',
  watched: 'Die Festlegung ist die, die dieser Browser sah, während gespielt wurde.',
  seenNot: (was) => `Dieser Browser sah vor der Partie eine andere Festlegung: ${was}.`,
  unseen: 'Dieser Browser saß nicht am Tisch, also weiß er nicht, welche Festlegung dort zu sehen war.',
  mine: (names, many) =>
    many
      ? `Die Nonces, die dieser Browser für ${names} gezogen hat, sind dabei.`
      : `Die Nonce, die dieser Browser für ${names} gezogen hat, ist dabei.`,
  mineNot: (name, was) => `Für ${name} hatte dieser Browser eine andere Nonce gezogen: ${was}.`,
  sentAway: (name) =>
    `Dieser Browser gab für ${name} eine Nonce dazu, dann wurde seine Einladung zurückgenommen: Sie zählt nicht mehr.`,
  unheard: (name) =>
    `Das Netz fiel aus, als dieser Browser seine Nonce für ${name} schickte. Vielleicht kam sie nie an: Dort wurde nichts dazugegeben.`,
  others: 'Alle Nonces sind die, die vor dem ersten Wurf genannt wurden.',
  othersNot: (was) => `Vor dem ersten Wurf wurden andere Nonces genannt: ${was}.`,
  otherSeed: 'In der Aufzeichnung stehen ein anderes Geheimnis oder andere Nonces als am Tisch.',
  otherAnswer: 'Die Halle hat mit anderen Zahlen geantwortet, als in der Aufzeichnung stehen.',
  rolls: (many) =>
    `In diesem Browser nachgerechnet: ${many === 1 ? 'Ein Wurf stimmt' : `${many} Würfe stimmen`}, auch wer anfängt.`,
  rollsNot: (wrong, many, played, due) =>
    `In diesem Browser nachgerechnet: ${wrong} von ${many} Würfen sind falsch. Zuerst steht da „${played}“, aber es müsste „${due}“ sein.`,
  fell: (many) => `Alle ${many} Würfe und Ziehungen stehen so in der Aufzeichnung, wie dieser Browser sie fallen sah.`,
  fellNot: (was, now) => `Dieser Browser sah „${was}“ fallen, aber in der Aufzeichnung steht „${now}“.`,
  fingerprint: 'Fingerabdruck',
  compare: 'Er muss an jedem Platz derselbe sein. Vergleicht ihn mündlich oder am Telefon, nicht in der Halle.',
  numbers: 'Die Zahlen',
  commitment: 'Festlegung der Halle',
  secret: 'Ihr Geheimnis',
  nonce: (name) => `Nonce von ${name}`,
  bot: 'ein Bot, gibt nichts dazu',
  waived: 'gab nichts dazu',
  still: 'wird am Ende der Partie genannt',
  how: 'Wie das geht',
  howText:
    'Bevor sich jemand setzte, zog die Halle ein Geheimnis und nannte dessen SHA-256, die Festlegung. Dann gab jeder Platz eine Nonce dazu, eine eigene Zahl. Alle Würfe und Ziehungen folgen aus Geheimnis und Nonces zusammen: Die Halle konnte sie nicht mehr aussuchen, und sonst konnte sie niemand kennen.',
  alone: 'Du traust niemandem?',
  aloneText:
    'Zu Recht: Hier hat die Halle sich selbst geprüft. Speichere die Partie, und rechne sie auf einem eigenen Rechner nach:',
  save: 'Partie speichern',
  running: 'Da wird noch gespielt',
  runningText: 'Das Geheimnis wird am Ende der Partie genannt. Bis dahin ist dies, woran die Halle gebunden ist:',
  waits: (names) => `Die Würfel warten auf ${names}.`,
  table: 'Zum Tisch',
  noLuck: 'Am Glück lag es nicht',
  noLuckText: 'In diesem Spiel gibt es weder Würfel noch Ziehungen. Es gibt nichts nachzuprüfen.',
  daily: 'Dieselben Würfel für alle',
  dailyText:
    'Ein Tagestisch hat in jeder Halle der Welt dieselben Würfel, also ist sein Startwert öffentlich: Wer sie vorher kennen will, der kann. Prüfen lässt sich nur, ob sie stimmen.',
  plain: 'Würfel aus einem gewählten Startwert',
  plainText:
    'Jemand hat den Startwert dieses Tischs gewählt und konnte seine Würfel kennen. Prüfen lässt sich nur, ob sie stimmen.',
  bring: 'Waren die Würfel ehrlich?',
  bringText:
    'Füg eine Aufzeichnung ein, oder wähl ihre Datei aus: Jeder Wurf und jede Ziehung wird noch einmal gerechnet.',
  choose: 'Datei auswählen',
  paste: 'Oder füg ihren Text ein',
  verify: 'Nachprüfen',
  busy: 'Wird gerechnet …',
  nothing: 'Hier ist noch nichts: Füg erst eine Aufzeichnung ein, oder wähl eine Datei aus.',
  seat: (seat) => `Platz ${seat}`,
  and: 'und',
}

export const words = { en, de }
