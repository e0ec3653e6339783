import { expect, test } from 'vitest'
import { type Collected, untouched } from './collected.ts'
import { collectedText } from './gc-text.ts'

const looked: Collected = {
  ...untouched(9_000_000, null),
  taken: ['old-a'],
  after: 8_000_000,
  stays: [
    { run: 'text-a', why: 'unfinished' },
    { run: 'text-b', why: 'newest' },
    { run: 'text-c', why: 'newest' },
  ],
  copies: [
    { kind: 'dependencies', name: '1a2b', bytes: 2_000_000, why: 'linked' },
    { kind: 'set-up', name: '3c4d', bytes: 1_000_000, why: 'recent' },
  ],
}

test('who only looks is told of each thing why it stays', () => {
  expect(collectedText({ ...looked, dryRun: true }).split('\n')).toEqual([
    'Would take 1 run: old-a.',
    expect.stringMatching(/^Would free about .* here; .* stay\.$/),
    '  text-a stays: not over',
    '  text-b stays: newest of a module (--keep)',
    '  text-c stays: newest of a module (--keep)',
    expect.stringMatching(/^ {2}1a2b stays: a copy of dependencies, .*B; a workspace of a run that stays links to it$/),
    expect.stringMatching(/^ {2}3c4d stays: what setup installed, .*B; used too recently \(--older\)$/),
    '  The journal stays, and what runs that stay were begun from; branches, reports and events.log always do.',
  ])
})

test('afterwards runs that stay are told by their reasons', () => {
  expect(collectedText(looked)).toContain('  stays, newest of a module (--keep): text-b, text-c')
})
