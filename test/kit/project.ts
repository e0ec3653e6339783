import type { Files } from './repository.ts'

/** A project with one module, `numbers`: the functions `twice` and `half`, as two cycles side by side. */
export const numbers: Files = {
  'package.json': JSON.stringify({ name: 'numbers', version: '1.0.0', private: true, type: 'module' }),
  'src/zero.js': 'export const zero = 0\n',
  'test/zero.test.js': testOf('zero', 'assert.equal(zero, 0)'),
  'memory-bank/modules/numbers/design.md': [
    '# numbers',
    '## Interface',
    '```js',
    'export function twice(number)',
    'export function half(number)',
    '```',
    '',
  ].join('\n'),
  'memory-bank/modules/numbers/tdd_plan.md': [
    'Batch₁: (parallel 2)',
    '□ TDD₁: Doubling (twice) → ℜ→ℜᴳ→ℜᶠ [files: src/twice.js, test/twice.test.js]',
    '□ TDD₂: Halving (half) → ℜ→ℜᴳ→ℜᶠ [files: src/half.js, test/half.test.js]',
    '',
  ].join('\n'),
}

/** What an honest agent writes and answers, by phase; C stands for the cycle's function. */
export interface Turn {
  readonly write: Files
  readonly answer: string
}

const stub = (name: string): string => `export function ${name}(number) {\n  throw new Error('not implemented')\n}\n`
const bodies: Files = { twice: 'number * 2', half: 'number / 2' }
const examples: Files = { twice: 'assert.equal(twice(3), 6)', half: 'assert.equal(half(6), 3)' }

export function honestTurn(phase: string, cycle: number): Turn {
  const name = cycle === 2 ? 'half' : 'twice'
  switch (phase) {
    case 'Phase0':
      return { write: { 'src/twice.js': stub('twice'), 'src/half.js': stub('half') }, answer: '→[P0C, two functions]' }
    case 'RED':
      return { write: { [`test/${name}.test.js`]: testOf(name, examples[name] ?? '') }, answer: '→[RC, one test]' }
    case 'GREEN':
      return { write: { [`src/${name}.js`]: implementation(name) }, answer: '→[GC, it passes]' }
    case 'REFACTOR_TESTS':
      return { write: {}, answer: '→[RTC, nothing to do]' }
    case 'REFACTOR_IMPL':
      return { write: {}, answer: '→[RIC, nothing to do]' }
    default:
      return { write: {}, answer: '→[APPROVED, as designed]' }
  }
}

const phases = ['Phase0', 'RED', 'GREEN', 'REFACTOR_TESTS', 'REFACTOR_IMPL', 'REVIEW_TESTS', 'REVIEW_IMPL']

/** The honest turns as a program: a command agent in plain JavaScript, for `node`. */
export function honestAgent(before: string = ''): string {
  const turns = phases.flatMap((phase) => [0, 1, 2].map((cycle) => [`${phase} ${cycle}`, honestTurn(phase, cycle)]))
  return `import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
const handoff = JSON.parse(readFileSync(0, 'utf8'))
const { phase, cycle } = handoff.context.session
const turns = ${JSON.stringify(Object.fromEntries(turns))}
const { write, answer } = turns[phase + ' ' + cycle]
${before}
for (const [path, text] of Object.entries(write)) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
console.log(answer)
`
}

/** Configuration in which one command plays both roles, with `settings` of its own beside that. */
export function commandConfig(command: readonly string[], limits: object = {}, settings: object = {}): string {
  return JSON.stringify({
    agents: { agent: { kind: 'command', command } },
    roles: { qa: 'agent', dev: 'agent' },
    limits,
    ...settings,
  })
}

function implementation(name: string): string {
  return `export function ${name}(number) {\n  return ${bodies[name]}\n}\n`
}

function testOf(name: string, assertion: string): string {
  return `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ${name} } from '../src/${name}.js'

test('${name}', () => {
  ${assertion}
})
`
}
