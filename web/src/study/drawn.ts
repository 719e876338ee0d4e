// Pictures that the server draws, turned into files of other kinds: an SVG is painted on a canvas.
import { postText } from '../api'
import type { PictureWish, Study } from '../wire'
import { Gif, palette } from './gif'

/** What there is to draw: a study has it, and so has a table that is over. */
export type Drawable = Pick<Study, 'game' | 'record' | 'names'>

export const SHARP = 2 // PNGs are twice as large as the drawing
const SAMPLES = 8 // frames in which the colours of a GIF are looked for

/** Have a match drawn. */
export function draw(match: Drawable, lang: 'en' | 'de', more: Partial<PictureWish>): Promise<string> {
  const wish: PictureWish = { record: match.record, names: match.names, lang, ...more }
  return postText('study/picture', wish)
}

/** Give a file to whoever sits before the screen. */
export function save(content: Blob | string, type: string, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000) // some browsers begin to save only later
}

/** Read a drawing, without the styles that make it move: our pages allow no inline ones, and a frame stands still. */
const parsed = (svg: string) =>
  new DOMParser().parseFromString(svg.replace(/<style>[^<]*<\/style>/, ''), 'image/svg+xml').documentElement

/** Paint a drawing on a new canvas. */
async function paint(drawing: Element, scale: number): Promise<HTMLCanvasElement> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(scale * Number(drawing.getAttribute('width')))
  canvas.height = Math.round(scale * Number(drawing.getAttribute('height')))
  const sized = drawing.cloneNode(true) as Element
  sized.setAttribute('width', `${canvas.width}`)
  sized.setAttribute('height', `${canvas.height}`)
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(sized))}`
  await image.decode()
  canvas.getContext('2d', { willReadFrequently: true })!.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas
}

export async function png(svg: string): Promise<Blob> {
  const canvas = await paint(parsed(svg), SHARP)
  return new Promise((done, fail) => {
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('the canvas gave no picture'))), 'image/png')
  })
}

/** Copy a drawing that moves as it is in one of its frames. */
function frameOf(drawing: Element, number: number): Element {
  const copy = drawing.cloneNode(false) as Element
  for (const child of drawing.childNodes) {
    if (!(child instanceof Element)) copy.append(child.cloneNode())
    else if (isShown(child, number)) copy.append(frameOf(child, number))
  }
  return copy
}

function isShown(part: Element, number: number): boolean {
  const spans = part.getAttribute('data-frames')?.split(' ')
  return !spans || spans.some((span) => number >= parseInt(span) && number <= Number(span.split('-')[1]))
}

/** Make a GIF out of a drawing that moves. `step` hears of every frame, and stops the work by saying no. */
export async function gif(svg: string, step: (frame: number, frames: number) => boolean): Promise<Blob | null> {
  const drawing = parsed(svg)
  const [frames, seconds, hold] = ['frames', 'seconds', 'hold'].map((key) =>
    Number(drawing.getAttribute(`data-${key}`)),
  )
  const pixels = async (number: number) => {
    const canvas = await paint(frameOf(drawing, number), 1)
    const all = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
    return { width: canvas.width, height: canvas.height, words: new Uint32Array(all.data.buffer) }
  }
  const samples = Array.from({ length: SAMPLES }, (_, i) => Math.round((i * (frames! - 1)) / (SAMPLES - 1)))
  const looked = []
  for (const number of new Set(samples)) looked.push(await pixels(number))
  const { width, height } = looked[0]!
  const made = new Gif(width, height, palette(looked.map(({ words }) => words)))
  for (let number = 0; number < frames!; number++) {
    if (!step(number + 1, frames!)) return null
    const last = number === frames! - 1
    made.add((await pixels(number)).words, Math.round(100 * (last ? hold! : seconds!)))
    await new Promise((breathe) => setTimeout(breathe)) // the page stays alive
  }
  return made.done()
}
