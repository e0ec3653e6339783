import { expect, test } from 'vitest'
import type { Proposed, Settings } from './config-text.ts'
import { keeping, untried } from './kept-settings.ts'

const proposed: Proposed = {
  agents: {},
  roles: {},
  tests: { runner: 'node:test', files: ['test/**'], node: ['--import', 'tsx'] },
  source: ['src/**'],
  checks: ['npm run lint'],
  format: null,
  limits: { crashes: 2 },
}
const kept = (old: Settings, found: Partial<Proposed> = {}) => keeping(old, { ...proposed, ...found })

test.each<[string, Settings, unknown]>([
  ['tests.runner', { tests: { runner: 'jest' } }, 'jest'],
  ['tests.files', { tests: { files: ['spec/**'] } }, ['spec/**']],
  ['tests.node', { tests: { node: ['-r', 'old'] } }, ['-r', 'old']],
  ['tests.env', { tests: { env: { A: '1' } } }, { A: '1' }],
  ['tests.reads', { tests: { reads: ['gone.json'] } }, ['gone.json']],
  ['source', { source: ['lib/**'] }, ['lib/**']],
  ['checks', { checks: ['tsc'] }, ['tsc']],
  ['format', { format: 'prettier --write' }, 'prettier --write'],
])('%s is found anew, and the value that it had is told', (name, old, value) => {
  const { settings, replaced, stays } = kept(old)
  expect([replaced, stays]).toEqual([{ [name]: value }, []])
  expect(settings).toEqual(proposed)
})

test.each<[string, Settings]>([
  ['coverage.lines', { coverage: { lines: 90 } }],
  ['limits.crashes', { limits: { crashes: 3 } }],
  ['tests.tolerate', { tests: { tolerate: 'known' } }],
  ['tests.scope', { tests: { scope: 'all' } }],
  ['tests.hosts', { tests: { hosts: ['db:5432'] } }],
  ['guarded', { guarded: ['own/**'] }],
  ['setup', { setup: 'npm run fetch' }],
  ['deliver', { deliver: 'merge' }],
  ['memoryBank', { memoryBank: 'docs' }],
])('%s, which init does not find out, stays as it was set by hand', (name, old) => {
  const { settings, replaced, stays } = kept(old)
  expect([replaced, stays]).toEqual([{}, [name]])
  expect(settings).toMatchObject(old)
})

test('agents and roles stay but for those that are named now', () => {
  const old = { agents: { robot: { kind: 'person' }, me: { kind: 'command', command: ['x'] } }, roles: { qa: 'robot' } }
  const now = { agents: { me: { kind: 'person' } }, roles: { dev: 'me' } } as const
  const { settings, replaced, stays } = kept(old, now)
  expect(settings).toMatchObject({ agents: { ...old.agents, ...now.agents }, roles: { qa: 'robot', dev: 'me' } })
  expect([replaced, stays]).toEqual([{ 'agents.me': old.agents.me }, ['agents.robot', 'roles.qa']])
})

test('what is as usual, or as it is found now, is neither told as kept nor as replaced', () => {
  const old = { source: ['src/**'], checks: ['npm run lint'], format: null, coverage: {}, limits: { crashes: 0 } }
  for (const each of [old, { tests: { env: {}, reads: [] } }]) {
    const { replaced, stays } = kept(each)
    expect([replaced, stays]).toEqual([{}, []])
  }
})

test('without a trial what only a trial finds out stays', () => {
  const tests = { env: { A: '1' }, reads: ['a'], hosts: ['db:1'], files: ['spec/**'] }
  expect(untried({ tests, source: ['lib/**'] })).toEqual({ env: { A: '1' }, reads: ['a'] })
  expect(untried({})).toEqual({})
})
