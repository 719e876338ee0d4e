// Dice and draws that this browser can compute by itself, as docs/chance.md says: all whose outcomes need no rules.
import { ofRoom } from '../rooms'
import { hmac } from './sha256'

/** A die or a draw that is not what the seed makes it. */
export interface WrongRoll {
  line: string
  due: string
}

const CHANCE = /^(start|draw|roll|board|sven|reveal) /
/** What a room says of its dice; in a game that says nothing, the same words may mean something else. */
const DICE = import.meta.glob('$games/*/web/dice.ts', { eager: true }) as Record<
  string,
  { kept: (before: string) => 'red' | 'black' | null }
>
const TEXT = new TextEncoder()

/** The number from 0 to total - 1 that a seed gives to a step. */
function drawn(seed: string, step: number, total: number): number {
  const fair = 2n ** 64n - (2n ** 64n % BigInt(total))
  for (let attempt = 0; ; attempt++) {
    const message = new Uint8Array(29)
    message.set(TEXT.encode('meadhall chance 1'))
    const view = new DataView(message.buffer)
    view.setBigUint64(17, BigInt(step))
    view.setUint32(25, attempt)
    const number = new DataView(hmac(TEXT.encode(seed), message).buffer).getBigUint64(0)
    if (number < fair) return Number(number % BigInt(total))
  }
}

/** The actions of a record, one a line. */
export const actionsOf = (record: string): string[] =>
  (record.replaceAll('\r', '').split('\n\n')[1] ?? '').split('\n').filter(Boolean)

export const header = (record: string, name: string): string =>
  new RegExp(`^${name}: (.*)$`, 'm').exec(record.split('\n\n')[0]!)?.[1] ?? ''

/** Compute who starts, and every die, after some actions of a record: how many, and which are wrong. */
export function recompute(record: string, seed: string, after: number): { many: number; wrong: WrongRoll[] } {
  const [game, players] = [header(record, 'game'), Number(header(record, 'players'))]
  const wrong: WrongRoll[] = []
  const room = ofRoom(DICE, game)
  if (!room) return { many: 0, wrong }
  let [step, many] = [0, 0]
  let before = ''
  let dice = [0, 0]
  for (const [place, action] of actionsOf(record).entries()) {
    const kind = CHANCE.exec(action)?.[1]
    const rolled = action.match(/\d+/g)?.map(Number) ?? []
    const due = dueAt(kind, rolled.length, room.kept(before))
    if (due && place >= after) {
      many += 1
      if (due !== action) wrong.push({ line: action, due })
    }
    if (kind === 'roll') dice = rolled
    if (kind) step += kind === 'board' ? action.split(' ').length - 1 : 1
    before = action
  }
  return { many, wrong }

  function dueAt(kind: string | undefined, numbers: number, kept: 'red' | 'black' | null): string {
    const die = () => drawn(seed, step, 6) + 1
    if (kind === 'start') return `start ${drawn(seed, step, players) + 1}`
    if (kind !== 'roll') return ''
    if (numbers === 1) return `roll ${die()}`
    if (kept === 'black') return `roll ${die()} ${dice[1]}`
    if (kept === 'red') return `roll ${dice[0]} ${die()}`
    const both = drawn(seed, step, 36)
    return `roll ${Math.floor(both / 6) + 1} ${(both % 6) + 1}`
  }
}
