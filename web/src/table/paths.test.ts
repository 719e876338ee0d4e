import { describe, expect, test } from 'vitest'
import type { Choice } from '../wire'
import { complete, next } from './paths'

const choice = (...path: string[]): Choice => ({ action: path.join('-'), path }) as Choice
const stacks = [choice('d4', 'd6'), choice('d4', 'f4'), choice('e5', 'e7'), choice('pass')]

describe('next', () => {
  test('lists every first token once, in the order of the choices', () => {
    expect(next(stacks, [])).toEqual(['d4', 'e5', 'pass'])
  })

  test('lists what can follow the tokens chosen so far', () => {
    expect(next(stacks, ['d4'])).toEqual(['d6', 'f4'])
  })

  test('lists nothing after a complete path, nor after one that leads nowhere', () => {
    expect(next(stacks, ['d4', 'd6'])).toEqual([])
    expect(next(stacks, ['f4'])).toEqual([])
  })

  test('looks at tokens by their place, not at whether they occur', () => {
    expect(next(stacks, ['d6'])).toEqual([])
  })
})

describe('complete', () => {
  test('finds the choice whose path was walked to its end', () => {
    expect(complete(stacks, ['d4', 'f4'])?.action).toBe('d4-f4')
  })

  test('finds nothing half-way', () => {
    expect(complete(stacks, [])).toBeUndefined()
    expect(complete(stacks, ['d4'])).toBeUndefined()
  })

  test('finds a path that another one goes on from, and still offers to go on', () => {
    const both = [choice('1,2'), choice('1,2', 'N')]
    expect(complete(both, ['1,2'])?.action).toBe('1,2')
    expect(next(both, ['1,2'])).toEqual(['N'])
  })
})
