import { beforeEach, expect, test } from 'vitest'
import { keepDraft, keepSet, keepTable, keptDraft, keptSet, keptTable } from './kept'

beforeEach(() => localStorage.clear())

test('a table that is being scored comes back with its names, for its own game alone', () => {
  keepTable('land-ahoy', { table: { islands: [] }, names: ['Runa', 'Egil'] })
  expect(keptTable('land-ahoy')).toEqual({ table: { islands: [] }, names: ['Runa', 'Egil'] })
  expect(keptTable('new-shores')).toBeNull()
})

test('a table that is cleared away is gone', () => {
  keepTable('land-ahoy', { table: {}, names: [] })
  keepTable('land-ahoy', null)
  expect(keptTable('land-ahoy')).toBeNull()
})

test('a draft does not touch the set that is played with', () => {
  keepSet('new-shores', { name: 'ours' })
  keepDraft('new-shores', { name: 'half' })
  expect(keptSet('new-shores')).toEqual({ name: 'ours' })
  expect(keptDraft('new-shores')).toEqual({ name: 'half' })
})

test('what cannot be read counts as not kept', () => {
  localStorage.setItem('meadhall.set.new-shores', 'coasters')
  expect(keptSet('new-shores')).toBeNull()
})
