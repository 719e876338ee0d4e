// How we say what two owe each other.
import type { Debt } from '../wire'
import type { words } from './words'

/** Say who owes whom, seen from the one who reads it. */
export function owing(debt: Debt, w: typeof words.en): string {
  if (debt.many > 0) return w.youOwe(debt.name, debt.many)
  return debt.many < 0 ? w.owesYou(debt.name, -debt.many) : w.square(debt.name)
}
