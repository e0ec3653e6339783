import { expect, test } from 'vitest'
import { failureOf } from './database.ts'

test('a store that somebody holds on to is no broken one: the way out is to end that one', () => {
  const busy = Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 })
  expect(failureOf(busy)).toMatchObject({ code: 'store-busy', hint: 'sigma stop', cause: busy })
  expect(failureOf(Object.assign(new Error('database is locked'), { errcode: 261 })).code).toBe('store-busy')
  expect(failureOf(Object.assign(new Error('x'), { errcode: 11 })).code).toBe('store-broken')
})
