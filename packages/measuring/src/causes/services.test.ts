import { expect, test } from 'vitest'
import { services } from './services.ts'
import type { Trouble } from './troubles.ts'

const failed = (id: string, text: string): Trouble => ({ id, file: 'test/a.test.js', text, places: ['test/a.test.js'] })

test('a server that did not answer is told by the failure alone, with the host to open', () => {
  const troubles = [
    failed('reads', 'connect ECONNREFUSED 127.0.0.1:5432'),
    failed('writes', 'connect ECONNREFUSED 127.0.0.1:5432'),
    failed('fetches', 'getaddrinfo EAI_AGAIN api.example.org'),
    failed('adds', 'Expected 3, found 4'),
  ]
  expect(services(troubles)).toMatchObject([
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
  ['Error ENOTFOUND getaddrinfo ENOTFOUND db', 'db:443'],
  ['request to http://redis:6379/ failed, reason: getaddrinfo EAI_AGAIN redis redis:6379', 'redis:6379'],
])('%s is of %s', (message, place) => {
  expect(services([failed('a', message)])[0]?.needs).toBe(`a server at ${place}`)
})
