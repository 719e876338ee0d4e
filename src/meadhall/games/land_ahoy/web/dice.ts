/** Which die stays as it lies in a roll, by the action before it (LA-6). */
export const kept = (before: string): 'red' | 'black' | null =>
  before === 'reroll red' ? 'black' : before === 'reroll black' ? 'red' : null
