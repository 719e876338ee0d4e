import { beforeEach, describe, expect, test } from 'vitest'
import { allSecrets, forgetSeats, keep, keepSeated, keepSecret, kept, secrets } from './kept'

beforeEach(() => localStorage.clear())

describe('kept', () => {
  test('knows nothing of a table that was never opened here', () => {
    expect(kept('oak')).toEqual({ seats: {}, invitations: {} })
  })

  test('takes a damaged note for none', () => {
    localStorage.setItem('meadhall.table.oak', '{"seats": ')
    expect(kept('oak')).toEqual({ seats: {}, invitations: {} })
  })

  test('fills in what a note of an older version does not say', () => {
    localStorage.setItem('meadhall.table.oak', '{"seen": 4}')
    expect(kept('oak')).toEqual({ seats: {}, invitations: {}, seen: 4 })
  })
})

test('keep changes what it is told and leaves the rest, and other tables', () => {
  keep('oak', { seen: 4, muted: true })
  keep('elm', { seen: 1 })
  keep('oak', { seen: 5 })
  expect(kept('oak')).toMatchObject({ seen: 5, muted: true })
  expect(kept('elm')).toMatchObject({ seen: 1 })
})

describe('keepSeated', () => {
  test('keeps seats and invitations of a new table, of which nothing was shown yet', () => {
    keepSeated({ table: 'oak', seats: { 0: 'mine' }, invitations: { 1: 'yours' } })
    expect(kept('oak')).toEqual({ seats: { 0: 'mine' }, invitations: { 1: 'yours' }, seen: 0 })
  })

  test('adds to what is known, and does not forget what was shown', () => {
    keepSeated({ table: 'oak', seats: { 0: 'mine' }, invitations: { 1: 'old' } })
    keep('oak', { seen: 7 })
    keepSeated({ table: 'oak', seats: { 2: 'more' }, invitations: { 1: 'new' } })
    expect(kept('oak')).toEqual({ seats: { 0: 'mine', 2: 'more' }, invitations: { 1: 'new' }, seen: 7 })
  })

  test('gives a secret that came by link its true seat, once', () => {
    keepSecret('oak', 'linked')
    keepSeated({ table: 'oak', seats: { 1: 'linked' }, invitations: {} })
    expect(kept('oak').seats).toEqual({ 1: 'linked' })
  })
})

describe('keepSecret', () => {
  test('puts secrets from links where no seat can be, each on its own', () => {
    keepSeated({ table: 'oak', seats: { 0: 'mine' }, invitations: {} })
    keepSecret('oak', 'first')
    keepSecret('oak', 'second')
    expect(kept('oak').seats).toEqual({ 0: 'mine', 100: 'first', 101: 'second' })
  })

  test('does not take over what is known, be it a seat or an invitation to give away', () => {
    keepSeated({ table: 'oak', seats: { 0: 'mine' }, invitations: { 1: 'yours' } })
    keepSecret('oak', 'mine')
    keepSecret('oak', 'yours')
    expect(kept('oak').seats).toEqual({ 0: 'mine' })
  })
})

test('forgetSeats forgets the seats alone', () => {
  keepSeated({ table: 'oak', seats: { 0: 'mine' }, invitations: { 1: 'yours' } })
  forgetSeats('oak')
  expect(secrets('oak')).toEqual([])
  expect(kept('oak').invitations).toEqual({ 1: 'yours' })
})

test('allSecrets gathers the seats of all tables, and reads nothing else that is kept here', () => {
  keepSeated({ table: 'oak', seats: { 0: 'mine', 1: 'hers' }, invitations: { 2: 'away' } })
  keepSeated({ table: 'elm', seats: { 1: 'other' }, invitations: {} })
  localStorage.setItem('meadhall.draft.oak', '{"seats": {"0": "none"}}')
  expect(allSecrets().sort()).toEqual(['hers', 'mine', 'other'])
})
