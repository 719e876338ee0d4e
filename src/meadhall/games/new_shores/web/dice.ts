/** Which die stays as it lies in a roll: there is only one. */
export const kept = (): 'red' | 'black' | null => null
