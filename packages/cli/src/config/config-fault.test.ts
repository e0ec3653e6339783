import type { SigmaError } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { configSchema } from './config.ts'
import { configFault } from './config-fault.ts'

/** The sentence and the hint that a person reads about a faulty configuration. */
function faultOf(value: unknown): SigmaError | null {
  const { error } = configSchema.safeParse(value)
  return error === undefined ? null : configFault(JSON.stringify(value), error, value)
}

test.each<[unknown, string]>([
  [{ tests: { runner: 'vite' } }, '"tests": { "runner": "vitest" }'],
  [{ tests: { scope: 'everything' } }, '"tests": { "scope": "auto" }'],
  [{ tests: { scope: 'reach' } }, '"tests": { "scope": "reached" }'],
  [{ tests: { scope: true } }, '"tests": { "scope": "auto" }'],
  [{ tests: { files: 'spec' } }, '"tests": { "files": ["spec/**"] }'],
  [{ source: 'lib/*.js' }, '"source": ["lib/*.js"]'],
  [{ tests: { files: [''] } }, '"tests": { "files": ["test/**"] }'],
  [{ tests: { node: ['--watch'] } }, '"tests": { "node": ["--import", "tsx"] }'],
  [{ tests: { reads: ['a', '/etc'] } }, '"tests": { "reads": ["a", "fixtures/data.json"] }'],
  [{ tests: [] }, '"tests": {}'],
  [{ limits: { turn: 30 } }, '"limits": { "turn": "30m" }'],
  [{ limits: { tries: '2' } }, '"limits": { "tries": 2 }'],
  [{ limits: { tries: 0 } }, '"limits": { "tries": 1 }'],
  [{ limits: { disk: 'lots' } }, '"limits": { "disk": "500MB" }'],
  [{ coverage: { lines: 101 } }, '"coverage": { "lines": 100 }'],
  [{ checks: ['npm run lint && tsc'] }, '"checks": ["npm run lint"]'],
  [{ mutants: { least: 101 } }, '"mutants": { "least": 100 }'],
  [{ mutants: { report: '../x.json' } }, '"mutants": { "report": "reports/mutation/mutation.json" }'],
  [{ mutants: { limit: 9 } }, '"mutants": { "limit": "15m" }'],
  [{ agents: { m: { kind: 'comand' } } }, '"agents": { "m": { "kind": "command" } }'],
  [{ agents: { m: { kind: 'claude', session: 'run' } } }, '"agents": { "m": { "session": "turn" } }'],
  [
    { agents: { m: { kind: 'command', command: 'node a.mjs' } } },
    '"agents": { "m": { "command": ["node", "a.mjs"] } }',
  ],
])('what is wrong in %j is answered with a line that would do', (value, line) => {
  expect(faultOf(value)?.hint).toBe(`Write e.g. ${line}`)
})

test.each<[unknown, string, string]>([
  [
    { tests: { env: { PATH: 'x' } } },
    'sigma.config.json:1: "tests.env.PATH" must not be set, for it decides how Sigma itself runs tests.',
    'Take "tests.env.PATH" out of the configuration.',
  ],
  [[], 'sigma.config.json must be an object, not [].', 'sigma init --force'],
  [
    { roles: { qa: 3 } },
    'sigma.config.json:1: "roles.qa" must be a string, not 3.',
    'Correct "roles.qa" in sigma.config.json:1.',
  ],
  [
    { tests: { node: ['--import', 'a', '--watch'] } },
    'sigma.config.json:1: "tests.node" must be arguments that load code or switch the language, such as "--import", "tsx", not "--watch".',
    'Write e.g. "tests": { "node": ["--import", "tsx"] }',
  ],
  [
    { routing: { otherwise: 'direct' } },
    'sigma.config.json:1: "routing.otherwise" is "direct", which does a task without a protocol, and nothing allows that.',
    'Write "direct": true in "routing".',
  ],
  [
    { routing: { rules: [{ words: ['typo'], route: 'direct', why: 'Trivial.' }] } },
    'sigma.config.json:1: "routing.rules.0.route" is "direct", which does a task without a protocol, and nothing allows that.',
    'Write "direct": true in "routing".',
  ],
])('%j: %s', (value, message, hint) => {
  proves('SIG-35')
  expect(faultOf(value)).toMatchObject({ message, hint })
})
