import { expect, test } from 'vitest'
import { endFailure } from './failures.ts'

const failing = { agent: 'mine', limitMs: 1, opening: { told: '', remedy: '' }, addresses: ['127.0.0.1:9'] }
const findingOf = (message: string, addresses = failing.addresses) =>
  endFailure({ reason: 'failed', message }, { ...failing, addresses })?.findings[0]

test.each([
  'API Error: Unable to connect to API (ECONNREFUSED)',
  'API Error: Connection error.',
  'stream disconnected before completion: error sending request for url (http://127.0.0.1:9/responses)',
  'Cannot connect to API: fetch failed',
  'getaddrinfo ENOTFOUND model.invalid',
])('a model that is not reached is told with where it is said to be, and a way out: %s', (message) => {
  const { rule, message: told, remedy } = findingOf(message) ?? {}
  expect(rule).toBe('agent-model-unreached')
  expect(told).toContain('The agent mine did not reach its model at 127.0.0.1:9: ')
  expect(remedy).toBe(
    'See whether 127.0.0.1:9 answers from this machine; where its model is, is set by agents.mine.env, and sigma agents shows where it connects.',
  )
})

test('where nobody knows the address, none is told; and what broke off otherwise did just that', () => {
  expect(findingOf('fetch failed', [])).toMatchObject({
    message: 'The agent mine did not reach its model: fetch failed.',
    remedy: expect.stringContaining('See the network and its settings; '),
  })
  expect(findingOf('the model refused to go on')?.rule).toBe('agent-failed')
})
