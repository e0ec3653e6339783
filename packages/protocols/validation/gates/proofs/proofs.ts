/** That each kind of specialist finds what is wrong, cannot judge what says nothing, and passes what is right. */
import type { GateProof } from '@sigma/engine'
import { jsonOf } from '@sigma/protocol'
import { z } from 'zod'
import type { SpecialistParameters, SurveyParameters } from '../../machine/gate-parameters.ts'
import type { SpecialistSettings } from '../../specialist-settings.ts'

type Files = Readonly<Record<string, string>>

const before: Files = {
  'package.json': JSON.stringify({ name: 'shop', type: 'module' }),
  'src/total.js': 'export const total = (prices) => prices.reduce((sum, each) => sum + each, 0)\n',
  'test/total.test.js': testOf('total', 'assert.equal(total([1, 2]), 3)'),
  'check.js': "console.log('src/total.js:1:1 it is wrong')\nprocess.exit(Number(process.argv[2]))\n",
}

function testOf(name: string, assertion: string): string {
  return `import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { ${name} } from '../src/${name}.js'\ntest('${name}', () => { ${assertion} })\n`
}

const project = {
  runner: 'node:test',
  folder: '',
  tests: ['test/**'],
  source: ['src/**'],
  guarded: [],
  coverage: { lines: 0, functions: 0, branches: 0, statements: 0 },
  checkLimitMs: 30_000,
}

const suite: SpecialistSettings = { by: 'tests', files: ['**'], mayLack: false }
const runs = (command: string): SpecialistSettings => ({
  ...{ by: 'commands', commands: [command], findings: [1], reads: 'output' },
})

const parsed = (value: object): Awaited<ReturnType<GateProof['parameters']>> =>
  z.record(z.string(), z.json()).parse(jsonOf(value))

interface Stage {
  readonly settings: SpecialistSettings
  readonly coverage?: number
  readonly changed?: Files
}

function specialist(rule: string | null, title: string, { settings, coverage = 0, changed = {} }: Stage): GateProof {
  const parameters = (base: string): SpecialistParameters => ({
    ...{ project, base, specialist: 'proof', settings: { ...settings }, coverage, iteration: 1, failedBefore: [] },
  })
  return {
    gate: 'specialist',
    rule,
    title,
    before,
    after: { ...before, ...changed },
    others: {},
    parameters: async ({ before: base }) => parsed(parameters(base)),
  }
}

const half = 'export const half = (of) => {\n  if (of > 9) {\n    return 5\n  }\n  return of / 2\n}\n'
const survey: SurveyParameters = { project, base: 'none', specialists: [{ name: 'proof', settings: { ...suite } }] }

export const proofs: readonly GateProof[] = [
  {
    gate: 'survey',
    rule: null,
    title: 'a project with tests',
    before,
    after: before,
    others: {},
    parameters: async () => parsed(survey),
  },
  specialist(null, 'a project whose tests pass and cover what they use', { settings: suite, coverage: 80 }),
  specialist('test-failure', 'a test that fails', {
    settings: suite,
    changed: { 'src/total.js': 'export const total = () => 0\n' },
  }),
  specialist('coverage-failure', 'a change that tests do not reach', {
    settings: suite,
    coverage: 80,
    changed: { 'src/half.js': half, 'test/half.test.js': testOf('half', 'assert.equal(half, half)') },
  }),
  specialist(null, 'a command that ends with 0', { settings: runs('node check.js 0') }),
  specialist('check-failure', 'a command that finds something', { settings: runs('node check.js 1') }),
  specialist('specialist-cannot-run', 'an exit code that is not declared', { settings: runs('node check.js 2') }),
  specialist('specialist-cannot-run', 'a command that is not there', { settings: runs('no-such-program-here') }),
  specialist('specialist-unset', 'a specialist without anything to check by', { settings: { by: 'agent' } }),
]
