// Writes GIF files. Our drawings have flat colours, so a palette of the most frequent ones does them justice, and
// what has not changed since the frame before is left out.

const CLEAR = 256
const END = 257
const TRANSPARENT = 255
const MOST_CODES = 4096

/** Bytes that grow. */
class Bytes {
  #room = new Uint8Array(1 << 16)
  #many = 0

  push(...bytes: number[]): void {
    for (const byte of bytes) this.add(byte)
  }

  add(byte: number): void {
    if (this.#many === this.#room.length) {
      const larger = new Uint8Array(2 * this.#room.length)
      larger.set(this.#room)
      this.#room = larger
    }
    this.#room[this.#many++] = byte
  }

  /** A number of two bytes, the lower one first. */
  short(number: number): void {
    this.push(number & 255, (number >> 8) & 255)
  }

  text(letters: string): void {
    this.push(...[...letters].map((letter) => letter.charCodeAt(0)))
  }

  done(): Uint8Array<ArrayBuffer> {
    return this.#room.slice(0, this.#many)
  }
}

/** Packs bits into blocks of at most 255 bytes, each with its length before it. */
class Blocks {
  #block: number[] = []
  #bits = 0
  #held = 0

  constructor(private readonly out: Bytes) {}

  write(code: number, size: number): void {
    this.#bits |= code << this.#held
    this.#held += size
    while (this.#held >= 8) this.#byte()
  }

  #byte(): void {
    this.#block.push(this.#bits & 255)
    this.#bits >>>= 8
    this.#held -= 8
    if (this.#block.length === 255) this.#close()
  }

  #close(): void {
    this.out.push(this.#block.length, ...this.#block)
    this.#block = []
  }

  end(): void {
    if (this.#held > 0) this.#byte()
    if (this.#block.length) this.#close()
    this.out.add(0)
  }
}

/** Compress indices of 8 bits as GIF does: strings that were seen before get codes of their own. */
function pack(indices: Uint8Array, out: Bytes): void {
  out.add(8)
  const blocks = new Blocks(out)
  const known = new Map<number, number>()
  let [size, next] = [9, END + 1]
  const emit = (code: number) => {
    blocks.write(code, size)
    if (next === 1 << size && size < 12) size++
  }
  emit(CLEAR)
  let prefix = indices[0]!
  for (let i = 1; i < indices.length; i++) {
    const index = indices[i]!
    const key = (prefix << 8) | index
    const code = known.get(key)
    if (code !== undefined) {
      prefix = code
      continue
    }
    emit(prefix)
    if (next < MOST_CODES) known.set(key, next++)
    else {
      emit(CLEAR)
      known.clear()
      ;[size, next] = [9, END + 1]
    }
    prefix = index
  }
  emit(prefix)
  emit(END)
  blocks.end()
}

/** The colours that are seen most in some drawings, at most 255: one is kept for what has not changed. */
export function palette(drawings: Iterable<Uint32Array>): Uint32Array {
  const seen = new Map<number, number>()
  for (const pixels of drawings) {
    for (const pixel of pixels) seen.set(pixel, (seen.get(pixel) ?? 0) + 1)
  }
  const often = [...seen].sort((a, b) => b[1] - a[1]).slice(0, TRANSPARENT)
  return Uint32Array.from(often, ([pixel]) => pixel)
}

const red = (pixel: number) => pixel & 255
const green = (pixel: number) => (pixel >> 8) & 255
const blue = (pixel: number) => (pixel >> 16) & 255

export class Gif {
  readonly #out = new Bytes()
  readonly #index = new Map<number, number>()
  #before: Uint32Array | null = null

  /** Pixels are those of a canvas, four bytes each, read as one number: red is the lowest. */
  constructor(
    private readonly width: number,
    private readonly height: number,
    private readonly colours: Uint32Array,
  ) {
    const out = this.#out
    out.text('GIF89a')
    out.short(width)
    out.short(height)
    out.push(0b1111_0111, 0, 0) // a palette of 256 colours for all frames
    for (let i = 0; i < 256; i++) {
      const pixel = colours[i] ?? 0
      out.push(red(pixel), green(pixel), blue(pixel))
    }
    out.push(0x21, 0xff, 11)
    out.text('NETSCAPE2.0')
    out.push(3, 1, 0, 0, 0) // again and again
    colours.forEach((pixel, i) => this.#index.set(pixel, i))
  }

  /** Add a frame that stays for some hundredths of a second. */
  add(pixels: Uint32Array, hundredths: number): void {
    const out = this.#out
    const { x, y, width, height } = this.#changed(pixels)
    out.push(0x21, 0xf9, 4, 0b0000_0101) // what was there stays; one colour is transparent
    out.short(hundredths)
    out.push(TRANSPARENT, 0)
    out.add(0x2c)
    for (const number of [x, y, width, height]) out.short(number)
    out.add(0)
    const indices = new Uint8Array(width * height)
    for (let row = 0; row < height; row++) {
      const from = (y + row) * this.width + x
      for (let column = 0; column < width; column++) {
        const pixel = pixels[from + column]!
        const same = this.#before?.[from + column] === pixel
        indices[row * width + column] = same ? TRANSPARENT : this.#nearest(pixel)
      }
    }
    pack(indices, out)
    this.#before = pixels.slice()
  }

  done(): Blob {
    this.#out.add(0x3b)
    return new Blob([this.#out.done()], { type: 'image/gif' })
  }

  /** The part of the picture that differs from the frame before; at least one pixel. */
  #changed(pixels: Uint32Array): { x: number; y: number; width: number; height: number } {
    const before = this.#before
    if (!before) return { x: 0, y: 0, width: this.width, height: this.height }
    let [left, right, top, bottom] = [this.width, -1, -1, -1]
    for (let y = 0, i = 0; y < this.height; y++) {
      for (let x = 0; x < this.width; x++, i++) {
        if (pixels[i] === before[i]) continue
        if (top < 0) top = y
        bottom = y
        if (x < left) left = x
        if (x > right) right = x
      }
    }
    if (top < 0) return { x: 0, y: 0, width: 1, height: 1 }
    return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
  }

  #nearest(pixel: number): number {
    const known = this.#index.get(pixel)
    if (known !== undefined) return known
    let [best, least] = [0, Infinity]
    for (let i = 0; i < this.colours.length; i++) {
      const colour = this.colours[i]!
      const far =
        (red(colour) - red(pixel)) ** 2 + (green(colour) - green(pixel)) ** 2 + (blue(colour) - blue(pixel)) ** 2
      if (far < least) [best, least] = [i, far]
    }
    this.#index.set(pixel, best)
    return best
  }
}
