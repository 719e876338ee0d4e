// What a dishonest hall is told to have done, for whoever sits at the table.
import type { Sentence } from '../wire'
import type { Loss } from './ledger.svelte'
import type { Foul, FoulKind } from './noted'

/** Long numbers by their beginning: whoever wants all of them finds them on the page that verifies. */
const short = (text: string): string => (text.length > 24 ? `${text.slice(0, 8)} …` : text)
const both = (en: string, de: string): Sentence => ({ en, de })

export const refusal = both(
  'This browser adds nothing to these dice: the hall does not keep to its commitment.',
  'Dieser Browser gibt zu diesen Würfeln nichts dazu: Die Halle hält sich nicht an ihre Festlegung.',
)

const FOULS: Record<FoulKind, (was: string, now: string, name: string) => Sentence> = {
  bare: () =>
    both(
      'The hall wants this browser’s nonce, and has committed itself to nothing. It was not sent.',
      'Die Halle will die Nonce dieses Browsers und hat sich auf nichts festgelegt. Sie bekam keine.',
    ),
  again: (was) =>
    both(
      `This commitment stood at another table before (${was}): its secret may be known already.`,
      `Diese Festlegung stand schon an einem anderen Tisch (${was}): Ihr Geheimnis kann schon bekannt sein.`,
    ),
  swapped: (was, now) =>
    both(
      `The hall has changed its commitment from ${was} to ${now}: it can choose the dice that way.`,
      `Die Halle hat ihre Festlegung geändert, von ${was} zu ${now}: So kann sie die Würfel aussuchen.`,
    ),
  gone: () =>
    both(
      'The hall had committed itself, and now acts as if it had not: it can choose the dice that way.',
      'Die Halle hatte sich festgelegt und tut nun, als hätte sie es nicht: So kann sie die Würfel aussuchen.',
    ),
  mine: (_, __, name) =>
    both(
      `What stands for ${name} is not the nonce that this browser gave. If no other device of yours sat there, the hall has exchanged it.`,
      `Für ${name} steht dort nicht die Nonce, die dieser Browser gab. Saß da kein anderes Gerät von dir, hat die Halle sie ausgetauscht.`,
    ),
  others: (was, now) =>
    both(
      `The nonces of this table are not those that were told first${was && ` (${was}, now ${now})`}: the hall can choose the dice that way.`,
      `Die Nonces dieses Tischs sind nicht die, die zuerst genannt wurden${was && ` (${was}, jetzt ${now})`}: So kann die Halle die Würfel aussuchen.`,
    ),
  early: () =>
    both(
      'Dice fell before everybody had added to them: the hall alone has chosen these.',
      'Es wurde gewürfelt, bevor alle etwas dazugegeben hatten: Diese Würfe hat die Halle allein bestimmt.',
    ),
  foretold: () =>
    both(
      'The hall has told its secret before the end: whoever heard it knows all dice to come.',
      'Die Halle hat ihr Geheimnis vor dem Ende verraten: Wer es gehört hat, kennt alle Würfe, die noch kommen.',
    ),
  untold: () =>
    both(
      'The match is over, and the hall does not tell its secret: nobody can verify these dice.',
      'Die Partie ist aus, und die Halle nennt ihr Geheimnis nicht: Diese Würfel kann niemand nachprüfen.',
    ),
  secret: (was) =>
    both(
      `The secret is not the one that the hall had committed itself to (${was}).`,
      `Das Geheimnis ist nicht das, auf das sich die Halle festgelegt hatte (${was}).`,
    ),
  rolled: (was, now) =>
    both(
      `Dice that had fallen were changed afterwards: “${was}” became “${now}”.`,
      `Gefallene Würfel wurden nachträglich geändert: Aus „${was}“ wurde „${now}“.`,
    ),
  views: () =>
    both(
      'The hall does not tell everybody the same about these dice: others see another commitment, or other nonces.',
      'Die Halle erzählt nicht allen dasselbe über diese Würfel: Andere sehen eine andere Festlegung oder andere Nonces.',
    ),
  rematch: (was, now) =>
    both(
      `The hall had a rematch already (${was}), and now has another one (${now}): it can choose the better dice that way.`,
      `Die Halle hatte schon eine Revanche (${was}) und hat nun eine andere (${now}): So kann sie die besseren Würfel aussuchen.`,
    ),
}

/** Say what the hall has done at a table, with long numbers by their beginning or as they are. */
export function foulSaid({ kind, was, now, seat }: Foul, names: string[], whole = false): Sentence {
  const [before, after] = whole ? [was, now] : [short(was), short(now)]
  return FOULS[kind](before, after, seat === undefined ? '' : (names[seat] ?? `${seat + 1}`))
}

/** Say what became of nonces that left this browser, and got no table or lost it. */
export function lossesSaid(losses: Loss[]): Sentence[] {
  const of = (kind: Loss['kind']) => losses.filter((loss) => loss.kind === kind)
  const said: Sentence[] = []
  if (of('bare').length) {
    said.push(
      both(
        'The hall was asked for a commitment, and gave none.',
        'Die Halle wurde um eine Festlegung gebeten und gab keine.',
      ),
    )
  }
  if (of('again').length) {
    said.push(
      both(
        'The hall has given a commitment that was used before: its secret may be known already.',
        'Die Halle hat eine Festlegung gegeben, die schon benutzt war: Ihr Geheimnis kann schon bekannt sein.',
      ),
    )
  }
  const dropped = of('dropped').length
  if (dropped) {
    const often = dropped === 1 ? ['Once', 'Einmal'] : [`${dropped} times`, `${dropped} Mal`]
    said.push(
      both(
        `${often[0]} the hall went back on its commitment when it knew this browser’s nonces: a hall that tries until it likes the dice looks like this.`,
        `${often[1]} hat die Halle ihre Festlegung verleugnet, als sie die Nonces dieses Browsers kannte: So sieht eine Halle aus, die so lange probiert, bis ihr die Würfel gefallen.`,
      ),
    )
  }
  const lost = of('lost').length
  if (lost) {
    const tables = of('lost').flatMap(({ table }) => table || [])
    const named = tables.length ? ` (${tables.join(', ')})` : ''
    said.push(
      both(
        `${lost === 1 ? 'A table of yours' : `${lost} tables of yours`} came to nothing in the last 24 hours${named}, when the hall knew this browser’s nonces already. ${lost === 1 ? 'That can be an accident.' : 'A hall that tries until it likes the dice looks like this.'}`,
        `${lost === 1 ? 'Aus einem deiner Tische' : `Aus ${lost} deiner Tische`} wurde in den letzten 24 Stunden nichts${named}, als die Halle die Nonces dieses Browsers schon kannte. ${lost === 1 ? 'Das kann ein Versehen sein.' : 'So sieht eine Halle aus, die so lange probiert, bis ihr die Würfel gefallen.'}`,
      ),
    )
  }
  return said
}
