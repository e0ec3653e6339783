/** A project in which a wish is designed, planned, built and reviewed by agents that a script plays. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Files, git, makeRepository, type Repository } from './repository.ts'

/** Ends a turn: what it writes, and what it answers. */
export interface Turn {
  readonly when: Readonly<Record<string, unknown>>
  readonly write?: Files
  readonly answer: string
  readonly delayMs?: number
}

const module = 'text'
export const designPath = `memory-bank/modules/${module}/design.md`
export const planPath = `memory-bank/modules/${module}/tdd_plan.md`

export const design = `# text

## Interface

\`\`\`js
export function shorten(text, length)
\`\`\`

## Behaviour

- A text that is longer than \`length\` is cut there, and ends with "…" beyond it.
- Every other text stays as it is.
`

export const plan = `Batch₁: (parallel 1)
□ TDD₁: Shortening (shorten) → ℜ→ℜᴳ→ℜᶠ [files: src/text.js, test/text.test.js]
`

const before = `/** Small letters. */
export function small(text) {
  return text.toLowerCase()
}
`
const stub = `${before}
export function shorten(text, length) {
  throw new Error('not implemented')
}
`
const done = `${before}
export function shorten(text, length) {
  return text.length > length ? \`\${text.slice(0, length)}…\` : text
}
`
const oldTests = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { small } from '../src/text.js'

test('small letters', () => {
  assert.equal(small('Ab'), 'ab')
})
`
const tests = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shorten, small } from '../src/text.js'

test('small letters', () => {
  assert.equal(small('Ab'), 'ab')
})

test('a long text is cut', () => {
  assert.equal(shorten('abcdef', 3), 'abc…')
})

test('a short text stays', () => {
  assert.equal(shorten('abc', 3), 'abc')
})
`

export const turns: readonly Turn[] = [
  { when: { phase: 'DESIGN', type: 'explore' }, answer: '→[DC, one module of texts, tests with node:test]' },
  { when: { phase: 'DESIGN' }, write: { [designPath]: design }, answer: '→[DC, text has one more function]' },
  { when: { phase: 'AUDIT' }, answer: '→[ACCEPT, it can be built]' },
  { when: { phase: 'PLAN' }, write: { [planPath]: plan }, answer: '→[PC, one cycle]' },
  { when: { phase: 'CRITIQUE' }, answer: '→[PA, it can be built]' },
  { when: { phase: 'Phase0' }, write: { 'src/text.js': stub }, answer: '→[P0C, one function]' },
  { when: { phase: 'RED' }, write: { 'test/text.test.js': tests }, answer: '→[RC, two tests]' },
  { when: { phase: 'GREEN' }, write: { 'src/text.js': done }, answer: '→[GC, all pass]' },
  { when: { phase: 'REFACTOR_TESTS' }, answer: '→[RTC, nothing to do]' },
  { when: { phase: 'REFACTOR_IMPL' }, answer: '→[RIC, nothing to do]' },
  { when: { phase: 'REVIEW_TESTS' }, answer: '→[APPROVED, as designed]' },
  { when: { phase: 'REVIEW_IMPL' }, answer: '→[APPROVED, as designed]' },
  { when: { phase: 'REVIEW' }, answer: '→[VC, as designed]' },
]

const roles = ['designer', 'critic', 'spec', 'qa', 'dev', 'reviewer']

const project: Files = {
  'package.json': JSON.stringify({ name: 'texts', version: '1.0.0', private: true, type: 'module' }),
  'src/text.js': before,
  'test/text.test.js': oldTests,
}

/** `own` turns come before those that are told above. */
export function wishing(own: readonly Turn[] = [], files: Files = {}, settings: object = {}): Repository {
  return makeRepository({
    ...project,
    '../agents.json': JSON.stringify({ turns: [...own, ...turns] }),
    'sigma.config.json': JSON.stringify({
      agents: { scripted: { kind: 'scripted', script: '../agents.json' } },
      roles: Object.fromEntries(roles.map((role) => [role, 'scripted'])),
      ...settings,
    }),
    ...files,
  })
}

export const read = ({ path }: Repository, file: string): string => readFileSync(join(path, file), 'utf8')

/** A file as it stands on a branch. */
export const onBranch = (repository: Repository, branch: string, file: string): string =>
  git(repository, 'show', `${branch}:${file}`)
