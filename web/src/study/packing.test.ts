import { describe, expect, test } from 'vitest'
import { Trouble } from '../api'
import { packed, pressed, textOf, unpacked, unpressed, weigh } from './packing'

const RECORD = 'meadhall 1\ngame land-ahoy\nplayers Tørk, Ägir\n' + 'sail 3 4\n'.repeat(300)

/** Letters that cannot be packed any smaller than they are, the same in every run. */
function noise(length: number): string {
  let state = 1
  const letter = () => String.fromCharCode(33 + ((state = (state * 48271) % 2147483647) % 90))
  return Array.from({ length }, letter).join('')
}

const troubleOf = async (promise: Promise<unknown>): Promise<Trouble> => {
  const failed = await promise.then(
    () => null,
    (error: unknown) => error,
  )
  expect(failed).toBeInstanceOf(Trouble)
  return failed as Trouble
}

describe('a record in a link', () => {
  test('comes out as it went in, with the names in their order', async () => {
    const brought = { record: RECORD, names: ['Bjarne & Søn', 'Ylva'] }
    expect(await unpacked((await packed(brought))!)).toEqual(brought)
  })

  test('is written in letters that an address takes as they are', async () => {
    for (let length = 1; length < 40; length++) {
      const letters = await pressed(noise(length))
      expect(letters).toMatch(/^[\w-]+$/)
      expect(await unpressed(letters!)).toBe(noise(length))
    }
  })

  test('that is too long for a link is not packed', async () => {
    expect(await packed({ record: noise(4000), names: [] })).not.toBeNull()
    expect(await packed({ record: noise(9000), names: [] })).toBeNull()
  })

  test('is too long with names that are', async () => {
    expect(await packed({ record: RECORD, names: [noise(6000)] })).toBeNull()
  })
})

describe('a link from elsewhere', () => {
  test('without a record brings nothing along', async () => {
    expect(await unpacked('name=Runa')).toBeNull()
  })

  test('that lost its end says that it is damaged', async () => {
    const letters = (await pressed(RECORD))!
    expect((await troubleOf(unpressed(letters.slice(0, -8)))).said.en).toContain('damaged')
  })

  test('with letters that nobody packs says that it is damaged', async () => {
    expect((await troubleOf(unpacked('record=$$$'))).said.de).toContain('beschädigt')
  })

  test('that swells beyond what a record may have is stopped', async () => {
    const letters = (await pressed('0'.repeat(64_001)))!
    expect(letters.length).toBeLessThan(200)
    expect((await troubleOf(unpressed(letters))).said.en).toContain('too big')
  })

  test('as large as a record may be is taken', async () => {
    expect(await unpressed((await pressed('0'.repeat(64_000)))!)).toHaveLength(64_000)
  })

  test('that holds a zero byte holds no text', async () => {
    expect((await troubleOf(unpressed((await pressed('a\0b'))!))).said.en).toContain('no text')
  })
})

describe('a file', () => {
  test('is read as UTF-8', async () => {
    expect(await textOf(new File([RECORD], 'game.txt'))).toBe(RECORD)
  })

  test('that is too big is refused unread', async () => {
    expect((await troubleOf(textOf(new File(['0'.repeat(64_001)], 'game.txt')))).said.en).toContain('too big')
  })

  test('that is no text is refused', async () => {
    const picture = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47])], 'game.png')
    expect((await troubleOf(textOf(picture))).said.en).toContain('no text')
  })
})

test('weigh counts bytes as they are sent, not letters', () => {
  expect(() => weigh({ record: 'a'.repeat(63_900), names: [] })).not.toThrow()
  expect(() => weigh({ record: 'ä'.repeat(32_000), names: [] })).toThrow(Trouble)
})
