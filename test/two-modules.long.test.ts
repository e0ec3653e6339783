/** A wish that makes two modules: each is planned, built and reviewed, the second on what the first left. */
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { git } from './kit/repository.ts'
import { resultOf, sigma } from './kit/sigma.ts'
import { design, designPath, onBranch, type Turn, wishing } from './kit/wishes.ts'

const shoutDesign = `# shout

## Interface

\`\`\`js
export function shout(text)
\`\`\`

## Behaviour

- The text is in capitals, and ends with "!".
`
const shoutPlan = `Batch₁: (parallel 1)
□ TDD₁: Shouting (shout) → ℜ→ℜᴳ→ℜᶠ [files: src/shout.js, test/shout.test.js]
`
const shoutTests = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shout } from '../src/shout.js'

test('it is loud', () => {
  assert.equal(shout('ab'), 'AB!')
})
`
const path = (file: string): string => `memory-bank/modules/shout/${file}`
const code = (body: string): string => `export function shout(text) {\n  ${body}\n}\n`
const forShout = (phase: string): Turn['when'] => ({ phase, subject: 'shout' })

const turns: readonly Turn[] = [
  { when: { phase: 'DESIGN', type: 'explore' }, answer: '→[DC, texts]' },
  {
    when: { phase: 'DESIGN' },
    write: { [designPath]: design, [path('design.md')]: shoutDesign },
    answer: '→[DC, two modules]',
  },
  { when: forShout('PLAN'), write: { [path('tdd_plan.md')]: shoutPlan }, answer: '→[PC, one cycle]' },
  {
    when: forShout('Phase0'),
    write: { 'src/shout.js': code("throw new Error('not implemented')") },
    answer: '→[P0C, one]',
  },
  { when: forShout('RED'), write: { 'test/shout.test.js': shoutTests }, answer: '→[RC, one test]' },
  {
    when: forShout('GREEN'),
    write: { 'src/shout.js': code("return text.toUpperCase() + '!'") },
    answer: '→[GC, passes]',
  },
]

test('a wish that makes two modules ends with one branch that holds both', { timeout: 300_000 }, async () => {
  proves('DPTR-01', 'DPTR-03')
  using repository = wishing(turns)
  const ended = await sigma(repository, 'run', 'Cut long texts, and shout others.', '--yes')
  expect(ended.exit, ended.stdout + ended.stderr).toBe(0)
  const { run, delivered } = resultOf(ended)
  const branch = delivered?.branch ?? ''
  expect(onBranch(repository, branch, 'src/shout.js')).toContain("toUpperCase() + '!'")
  expect(onBranch(repository, branch, 'src/text.js')).toContain('text.slice(0, length)')
  expect(git(repository, 'branch', '--list', 'sigma/*').trim()).toBe(`sigma/${run}`)
  expect((await sigma(repository, 'status')).stdout.match(/(plan|tdd|review)-\w+ \(completed\)/g)).toHaveLength(6)
})
