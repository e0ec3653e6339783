/** A small module with design, plan and a script of the agents that build it. */
import type { Files } from './temporary-project.ts'

const shout = 'export const shout = (text) => text.toUpperCase()\n'
const declared = `${shout}export function slug(text) {\n  throw new Error('not implemented')\n}\n`

export const slugTest: string = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slug } from '../src/text.js'
test('makes a slug', () => assert.equal(slug('A b'), 'a-b'))
`
export const slugSource: string = `${shout}export function slug(text) {\n  return text.toLowerCase().replaceAll(' ', '-')\n}\n`

export interface ScriptedTurn {
  readonly when?: Readonly<Record<string, unknown>>
  readonly write?: Files
  readonly answer: string
  readonly delayMs?: number
}

/** Agents that do the work, after whatever a test has them do first. */
export function scriptOf(...first: readonly ScriptedTurn[]): string {
  const honest: readonly ScriptedTurn[] = [
    { when: { phase: 'Phase0' }, write: { 'src/text.js': declared }, answer: '→[P0C, declared]' },
    { when: { phase: 'RED' }, write: { 'test/slug.test.js': slugTest }, answer: '→[RC, one test]' },
    { when: { phase: 'GREEN' }, write: { 'src/text.js': slugSource }, answer: '→[GC, it works]' },
    { when: { phase: 'REFACTOR_TESTS' }, answer: '→[RTC, nothing to do]' },
    { when: { phase: 'REFACTOR_IMPL' }, answer: '→[RIC, nothing to do]' },
    { answer: '→[APPROVED, well done]' },
  ]
  return JSON.stringify({ turns: [...first, ...honest] })
}

const design = '# text\n\n## Interface\n\n```js\nexport function slug(text)\n```\n'
const plan = '# Plan\n\nBatch₁: (parallel 1)\n□ TDD₁: Slugs (slug) → ℜ→ℜᴳ→ℜᶠ\n'

export const textConfig: object = {
  agents: { actor: { kind: 'scripted', script: 'script.json' } },
  roles: { qa: 'actor', dev: 'actor' },
}

/** The whole project; the module is called `text`. */
export const textModule: Files = {
  'package.json': '{ "type": "module" }\n',
  'src/text.js': shout,
  'test/shout.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shout } from '../src/text.js'
test('shouts', () => assert.equal(shout('a'), 'A'))
`,
  'memory-bank/modules/text/design.md': design,
  'memory-bank/modules/text/tdd_plan.md': plan,
  'sigma.config.json': JSON.stringify(textConfig),
  'script.json': scriptOf(),
}
