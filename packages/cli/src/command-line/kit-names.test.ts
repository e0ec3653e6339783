/** A name that a kit brings and that cannot be meant fails at once, in one sentence. */
import type { Kit, KitCommand } from '@sigma/engine'
import { kits } from '@sigma/protocols'
import { expect, test } from 'vitest'
import { isOwn } from '../commands/catalog.ts'
import { requireKitNames } from './kit-names.ts'

const [base] = kits

const walk: KitCommand = {
  name: 'walk',
  brief: '',
  description: '',
  flags: {},
  does: { kind: 'calls', verb: 'walk', argumentsOf: () => null },
}

function brought(name: string, change: Partial<KitCommand>): Kit {
  if (base === undefined) throw new Error('There is no kit.')
  return { ...base, name, commands: [{ ...walk, ...change }] }
}

const named = (more: readonly Kit[]) => () => requireKitNames([...kits, ...more], isOwn)

test('the names that come with Sigma can be meant, and so can others', () => {
  expect(named([brought('walks', {})])).not.toThrow()
})

test.each([
  [brought('tdd', {}), 'Two protocols bring the protocol "tdd 1".'],
  [brought('Min utes', {}), 'The protocol "Min utes" is no word of small letters, digits and dashes.'],
  [brought('walks', { name: 'tdd' }), 'Two protocols bring the command "tdd".'],
  [brought('walks', { name: 'status' }), 'A protocol brings the command "status", which is Sigma\'s own.'],
  [brought('walks', { name: '--help' }), 'The command "--help" is no word of small letters, digits and dashes.'],
  [
    brought('walks', { flags: { json: { kind: 'boolean', brief: '' } } }),
    'The command "walk" brings the flag --json, which is Sigma\'s own.',
  ],
])('%# is refused', (kit, sentence) => {
  expect(named([kit])).toThrow(sentence)
})
