/** What one room brings, of all that is found in the folders of the rooms. */
export function ofRoom<Thing>(things: Record<string, Thing>, game: string): Thing | undefined {
  const room = `/${game.replaceAll('-', '_')}/`
  return Object.entries(things).find(([path]) => path.includes(room))?.[1]
}
