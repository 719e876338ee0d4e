import { describe, expect, test } from 'vitest'
import { Gif, palette } from './gif'

interface Frame {
  x: number
  y: number
  width: number
  height: number
  hundredths: number
  indices: number[]
}

/** A GIF as the standard (GIF89a) reads it: what our writer wrote, seen from the other side. */
async function read(file: Blob): Promise<{ width: number; height: number; colours: number[]; frames: Frame[] }> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let at = 0
  const byte = () => bytes[at++]!
  const short = () => byte() + (byte() << 8)
  const letters = (many: number) => String.fromCharCode(...bytes.subarray(at, (at += many)))
  const blocks = () => {
    const all: number[] = []
    for (let size = byte(); size; size = byte()) for (let i = 0; i < size; i++) all.push(byte())
    return all
  }

  expect(letters(6)).toBe('GIF89a')
  const [width, height] = [short(), short()]
  expect(byte()).toBe(0b1111_0111)
  at += 2
  const colours = Array.from({ length: 256 }, () => byte() | (byte() << 8) | (byte() << 16))
  const frames: Frame[] = []
  let hundredths = 0
  for (let kind = byte(); kind !== 0x3b; kind = byte()) {
    if (kind === 0x21 && byte() === 0xf9) {
      at += 2
      hundredths = short()
      expect(byte()).toBe(255)
      expect(byte()).toBe(0)
    } else if (kind === 0x21) {
      expect(String.fromCharCode(...bytes.subarray(at + 1, at + 12))).toBe('NETSCAPE2.0')
      blocks()
    } else {
      expect(kind).toBe(0x2c)
      const place = { x: short(), y: short(), width: short(), height: short() }
      expect(byte()).toBe(0)
      frames.push({ ...place, hundredths, indices: unpack(byte(), blocks()) })
    }
  }
  expect(at).toBe(bytes.length)
  return { width, height, colours, frames }
}

/** LZW with codes of growing size. */
function unpack(depth: number, packed: number[]): number[] {
  const [clear, end] = [1 << depth, (1 << depth) + 1]
  const indices: number[] = []
  let known: number[][] = []
  let before: number[] | null = null
  let size = depth + 1
  for (let bit = 0; ;) {
    let code = 0
    for (let i = 0; i < size; i++, bit++) code |= ((packed[bit >> 3]! >> (bit & 7)) & 1) << i
    if (code === clear) {
      known = []
      for (let i = 0; i < end + 1; i++) known.push([i])
      ;[before, size] = [null, depth + 1]
      continue
    }
    if (code === end) return indices
    const found: number[] = known[code] ?? [...before!, before![0]!]
    indices.push(...found)
    if (before && known.length < 4096) known.push([...before, found[0]!])
    if (known.length === 1 << size && size < 12) size++
    before = found
  }
}

const RED = 0xff0000ff
const GREEN = 0xff00ff00
const BLUE = 0xffff0000
const plain = (pixel: number) => pixel & 0xffffff

const drawing = (...rows: number[][]) => Uint32Array.from(rows.flat())

describe('palette', () => {
  test('puts the colours first that are seen most, in all drawings together', () => {
    const drawings = [drawing([RED, RED, BLUE]), drawing([BLUE, BLUE, GREEN])]
    expect([...palette(drawings)]).toEqual([BLUE, RED, GREEN])
  })

  test('keeps one of 256 for what has not changed', () => {
    const many = Uint32Array.from({ length: 600 }, (_, i) => i % 300)
    expect(palette([many])).toHaveLength(255)
  })
})

describe('Gif', () => {
  test('writes the first frame whole, with its size, colours and time', async () => {
    const gif = new Gif(2, 2, Uint32Array.of(RED, GREEN, BLUE))
    gif.add(drawing([RED, GREEN], [BLUE, RED]), 80)
    const { width, height, colours, frames } = await read(gif.done())
    expect([width, height]).toEqual([2, 2])
    expect(colours.slice(0, 3)).toEqual([RED, GREEN, BLUE].map(plain))
    expect(frames).toEqual([{ x: 0, y: 0, width: 2, height: 2, hundredths: 80, indices: [0, 1, 2, 0] }])
  })

  test('of a later frame writes only the part that differs, and what is the same in it as transparent', async () => {
    const gif = new Gif(4, 3, Uint32Array.of(RED, GREEN))
    gif.add(new Uint32Array(12).fill(RED), 10)
    gif.add(drawing([RED, RED, RED, RED], [RED, GREEN, RED, RED], [RED, RED, GREEN, RED]), 300)
    const { frames } = await read(gif.done())
    expect(frames[1]).toEqual({ x: 1, y: 1, width: 2, height: 2, hundredths: 300, indices: [1, 255, 255, 1] })
  })

  test('keeps the time of a frame in which nothing changed', async () => {
    const gif = new Gif(2, 1, Uint32Array.of(RED))
    gif.add(drawing([RED, RED]), 10)
    gif.add(drawing([RED, RED]), 20)
    expect((await read(gif.done())).frames[1]).toMatchObject({ width: 1, height: 1, hundredths: 20, indices: [255] })
  })

  test('compares with the frame before, even where its drawing was painted over since', async () => {
    const gif = new Gif(1, 1, Uint32Array.of(RED, GREEN))
    const canvas = drawing([RED])
    gif.add(canvas, 10)
    canvas[0] = GREEN
    gif.add(canvas, 10)
    expect((await read(gif.done())).frames[1]!.indices).toEqual([1])
  })

  test('gives a colour that the palette lacks to the nearest', async () => {
    const gif = new Gif(2, 1, Uint32Array.of(RED, GREEN, BLUE))
    gif.add(drawing([0xff3060d0, 0xffe01020]), 10)
    expect((await read(gif.done())).frames[0]!.indices).toEqual([0, 2])
  })

  test('packs drawings whose strings need more codes than there are', async () => {
    const side = 200
    let state = 1
    const index = () => (state = (state * 48271) % 2147483647) % 255
    const indices = Array.from({ length: side * side }, index)
    const gif = new Gif(
      side,
      side,
      Uint32Array.from({ length: 255 }, (_, i) => i),
    )
    gif.add(Uint32Array.from(indices), 10)
    expect((await read(gif.done())).frames[0]!.indices).toEqual(indices)
  })

  test('packs flat areas small', async () => {
    const gif = new Gif(500, 500, Uint32Array.of(RED))
    gif.add(new Uint32Array(250_000).fill(RED), 10)
    const file = gif.done()
    expect(file.type).toBe('image/gif')
    expect(file.size).toBeLessThan(2500)
    expect((await read(file)).frames[0]!.indices).toHaveLength(250_000)
  })
})
