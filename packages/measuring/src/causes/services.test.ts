import { expect, test } from 'vitest'
import { services } from './services.ts'

const failed = (id: string, message: string) => ({
  id,
  file: 'test/a.test.js',
  names: [id],
  outermost: 1,
  state: 'failed' as const,
  line: 1,
  column: 1,
  failure: { kind: 'other' as const, name: 'Error', code: null, message, frame: null, throughSource: true },
})

test('a server that did not answer is told by the failure alone, with the host to open', () => {
  const tests = [
    failed('reads', 'connect ECONNREFUSED 127.0.0.1:5432'),
    failed('writes', 'connect ECONNREFUSED 127.0.0.1:5432'),
    failed('fetches', 'getaddrinfo EAI_AGAIN api.example.org'),
    failed('adds', 'Expected 3, found 4'),
  ]
  expect(services({ tests, faults: [] })).toMatchObject([
    {
      cause: 'service',
      needs: 'a server at 127.0.0.1:5432',
      tests: ['reads', 'writes'],
      setting: '"tests": { "hosts": ["127.0.0.1:5432"] }',
      shown: 'sign',
    },
    { tests: ['fetches'], setting: '"tests": { "hosts": ["api.example.org:443"] }' },
  ])
})

test.each([
  ['connect ECONNREFUSED ::1:6379', '[::1]:6379'],
  ['getaddrinfo ENOTFOUND db', 'db:443'],
  ['request to http://redis:6379/ failed, reason: getaddrinfo EAI_AGAIN redis redis:6379', 'redis:6379'],
])('%s is of %s', (message, place) => {
  expect(services({ tests: [failed('a', message)], faults: [] })[0]?.needs).toBe(`a server at ${place}`)
})
