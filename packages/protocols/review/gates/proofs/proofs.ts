/** That each part of the gate can refuse, and that it passes what was built as planned. */
import type { GateProof } from '@sigma/engine'
import { jsonOf } from '@sigma/protocol'
import { z } from 'zod'
import type { ReviewParameters } from '../../machine/gate-parameters.ts'

const designPath = 'memory-bank/modules/text/design.md'
const design = `# Text

## Interface

\`\`\`ts
export function slugify(text: string): string
\`\`\`

## Behaviour

Words are joined by hyphens.
`
const source = "export function slugify(text) {\n  return text.toLowerCase().replaceAll(' ', '-')\n}\n"
const test = `import assert from 'node:assert/strict'
import test from 'node:test'
import { slugify } from '../src/slugify.js'

test('words are joined', () => assert.equal(slugify('A b'), 'a-b'))
`
const before = {
  'package.json': '{ "type": "module" }',
  [designPath]: design,
  'check.js': "import { existsSync } from 'node:fs'\nprocess.exit(existsSync('src/slugify.js') ? 1 : 0)\n",
  'src/other.js': 'export const other = 1\n',
}
const built = { ...before, 'src/slugify.js': source, 'test/slugify.test.js': test }

interface Told {
  readonly after?: Readonly<Record<string, string>>
  readonly checks?: readonly string[]
  readonly files?: readonly string[]
}

function proof(rule: string | null, title: string, { after = built, checks = [], files }: Told = {}): GateProof {
  const parameters = (base: string): ReviewParameters => ({
    base,
    design: { path: designPath, blob: null },
    cycles: [
      {
        id: 'TDD_1',
        title: 'Slugs',
        interfaces: ['slugify'],
        tests: ['test/slugify.test.js'],
        source: ['src/slugify.js'],
        files: files ?? ['src/slugify.js', 'test/slugify.test.js'],
      },
    ],
    project: {
      runner: 'node:test',
      folder: '',
      tests: ['test/**'],
      source: ['src/**'],
      guarded: [],
      coverage: { lines: 0, functions: 0, branches: 0, statements: 0 },
      checkLimitMs: 60_000,
      checks,
    },
  })
  return {
    gate: 'review',
    rule,
    title,
    before,
    after,
    others: {},
    parameters: async ({ before: base }) => z.record(z.string(), z.json()).parse(jsonOf(parameters(base))),
  }
}

const without = (path: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(built).filter(([each]) => each !== path))

export const proofs: readonly GateProof[] = [
  proof(null, 'a module that was built as planned'),
  proof(null, 'one whose checks pass', { checks: ['node --check src/slugify.js'] }),
  proof('check-failed', 'a check of the project that fails', { checks: ['node check.js'] }),
  proof('check-cannot-run', 'a check that cannot be run', { checks: ['no-such-program-here'] }),
  proof('planned-file-missing', 'a planned file that is not there', {
    files: ['src/slugify.js', 'test/slugify.test.js', 'src/words.js'],
  }),
  proof('cycle-without-change', 'a cycle for which nothing was built', {
    after: { ...before, 'test/slugify.test.js': test },
    files: ['src/slugify.js'],
  }),
  proof('cycle-without-tests', 'a cycle without tests', { after: without('test/slugify.test.js') }),
  proof('interface-missing', 'an interface that is not there', {
    after: { ...built, 'src/slugify.js': 'export function slug(text) {\n  return text\n}\n' },
  }),
  proof('signature-differs', 'an interface with other parameters', {
    after: { ...built, 'src/slugify.js': source.replace('slugify(text)', 'slugify(text, separator)') },
  }),
  proof('interface-untested', 'tests that name the interface in their titles alone', {
    after: { ...built, 'test/slugify.test.js': test.replace("slugify('A b')", "'a-b' /* slugify */") },
  }),
  proof('test-unreadable', 'tests that are no code', { after: { ...built, 'test/slugify.test.js': 'const {' } }),
]
