// Dice and draws that this browser can compute by itself, as docs/chance.md says: all whose outcomes need no rules.
import { hmac } from './sha256'

/** A die or a draw that is not what the seed makes it. */
export interface WrongRoll {
  line: string
  due: string
}

const CHANCE = /^(start|draw|roll|board|sven|reveal) /
const KNOWN = ['land-ahoy', 'new-shores'] // others may mean something else by the same words
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
export const actionsOf = (record: string): string[] => (record.replaceAll('\r', '').split('\n\n')[1] ?? '').split('\n').filter(Boolean)

export const header = (record: string, name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(record.split('\n\n')[0]!)?.[1] ?? ''

/** Compute who starts, and every die, after some actions of a record: how many, and which are wrong. */
export function recompute(record: string, seed: string, after: number): { many: number; wrong: WrongRoll[] } {
  const [game, players] = [header(record, 'game'), Number(header(record, 'players'))]
  const wrong: WrongRoll[] = []
  if (!KNOWN.includes(game)) return { many: 0, wrong }
  let [step, many] = [0, 0]
  let before = ''
  let dice = [0, 0]
  for (const [place, action] of actionsOf(record).entries()) {
    const kind = CHANCE.exec(action)?.[1]
    const rolled = action.match(/\d+/g)?.map(Number) ?? []
    const kept = game === 'land-ahoy' && kind === 'roll' ? before : ''
    const due = dueAt(kind, rolled.length, kept)
    if (due && place >= after) {
      many += 1
      if (due !== action) wrong.push({ line: action, due })
    }
    if (kind === 'roll') dice = rolled
    if (kind) step += kind === 'board' ? action.split(' ').length - 1 : 1
    before = action
  }
  return { many, wrong }

  function dueAt(kind: string | undefined, numbers: number, kept: string): string {
    const die = () => drawn(seed, step, 6) + 1
    if (kind === 'start') return `start ${drawn(seed, step, players) + 1}`
    if (kind !== 'roll') return ''
    if (numbers === 1) return `roll ${die()}`
    if (kept === 'reroll red') return `roll ${die()} ${dice[1]}`
    if (kept === 'reroll black') return `roll ${dice[0]} ${die()}`
    const both = drawn(seed, step, 36)
    return `roll ${Math.floor(both / 6) + 1} ${(both % 6) + 1}`
  }
}
