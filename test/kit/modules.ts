/** A project with designs of several modules, each built by agents that a script plays. */
import type { Files } from './repository.ts'
import type { Turn } from './wishes.ts'

export interface Built {
  readonly name: string
  /** What its function gives for `text`. */
  readonly gives: string
  /** Before the function: imports. */
  readonly imports?: string
  /** Further tests, after the one of what it gives. */
  readonly tests?: string
  /** What GREEN writes beside its source. */
  readonly beside?: Files
  /** The same of a module that is built again. */
  readonly again?: Files
  /** Of these, files that exist: its plan names them. */
  readonly existing?: readonly string[]
  /** How long GREEN takes, the first time and then. */
  readonly delaysMs?: readonly [number, number]
}

const file = (name: string): string => `memory-bank/modules/${name}/design.md`
const sourceOf = ({ name, gives, imports = '' }: Built): string =>
  `${imports}/** ${name} */\nexport function ${name}(text) {\n  return ${gives}\n}\n`

/** `[module, needs]`, in the order of building; needs that are null are not said. */
export function designs(modules: readonly (readonly [string, string | null])[]): Files {
  const items = modules.map(
    ([name, needs]) => `- \`${name}\`: one function${needs === null ? '' : ` [needs: ${needs}]`}`,
  )
  const texts = modules.map(([name]) => [
    file(name),
    `# ${name}\n\n## Interface\n\n\`\`\`js\nexport function ${name}(text)\n\`\`\`\n\n## Behaviour\n\n- A text becomes another.\n`,
  ])
  return {
    'memory-bank/systemPatterns.md': `# Patterns\n\n## Modules\n\n${items.join('\n')}\n`,
    ...Object.fromEntries(texts),
  }
}

export function buildsOf(built: Built): readonly Turn[] {
  const { name, tests = '', beside = {}, again = beside, existing = [], delaysMs: [first, later] = [0, 0] } = built
  const of = (phase: string): Turn['when'] => ({ phase, subject: name })
  const files = [`src/${name}.js`, ...existing, `test/${name}.test.js`]
  const plan = `Batch₁: (parallel 1)\n□ TDD₁: Making ${name} (${name}) → ℜ→ℜᴳ→ℜᶠ [files: ${files.join(', ')}]\n`
  const stub = `/** ${name} */\nexport function ${name}(text) {\n  throw new Error('not implemented')\n}\n`
  const test = `import assert from 'node:assert/strict'\nimport { readdirSync } from 'node:fs'\nimport { test } from 'node:test'\nimport { ${name} } from '../src/${name}.js'\n\ntest('${name} gives its text', () => {\n  const text = 'a'\n  assert.equal(${name}(text), ${expected(built)})\n  ${tests}\n})\n`
  return [
    { when: of('PLAN'), write: { [`memory-bank/modules/${name}/tdd_plan.md`]: plan }, answer: '→[PC, one cycle]' },
    { when: of('Phase0'), write: { [`src/${name}.js`]: stub }, answer: '→[P0C, one]' },
    { when: of('RED'), write: { [`test/${name}.test.js`]: test }, answer: '→[RC, one test]' },
    {
      when: { ...of('GREEN'), refused: 0 },
      write: { [`src/${name}.js`]: sourceOf(built), ...beside },
      answer: '→[GC, passes]',
      delayMs: first,
    },
    {
      when: of('GREEN'),
      write: { [`src/${name}.js`]: sourceOf(built), ...again },
      answer: '→[GC, fits now]',
      delayMs: later,
    },
  ]
}

/** What the module gives in a test, without what it imports. */
const expected = ({ name, gives, imports = '' }: Built): string =>
  imports === '' ? gives : `'${name}: api: a, shop: a'`
