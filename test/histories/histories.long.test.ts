/** Commits of published packages that add a function with tests: the gates have nothing against tests and code as their authors wrote them. */
import { fileURLToPath } from 'node:url'
import { inTier } from '@sigma/engine/testing'
import type { Files } from '@sigma/measuring'
import { describe, expect, test } from 'vitest'
import { trial } from '../../packages/protocols/tdd/gates/fixture/trial.ts'
import { endingOf, historyOf, type Step, settings } from './history.ts'

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))
const { judge, checkouts } = trial(undefined, modules)

/** Tests that demand nothing, as their authors left them: each must be refused by this rule. */
const empty: Readonly<Record<string, string>> = { b27422e32: 'asserts-nothing', '6bc724d3b': 'asserts-nothing' }

interface Given {
  readonly values: readonly string[]
  /** `indexed` of `export namespace map { export function indexed … }`, as `map.indexed`. */
  readonly members: readonly string[]
  readonly types: readonly string[]
}

/** What a module gives, and Phase 0 lays down unwritten. */
function given(source: string): Given {
  const names = (text: string, pattern: RegExp): readonly string[] => [
    ...new Set([...text.matchAll(pattern)].map(([, name = '']) => name)),
  ]
  const spaces = [...source.matchAll(/^export namespace (\w+) \{\n([\s\S]*?)^\}/gm)]
  return {
    values: names(source, /^export (?:async )?(?:function\*?|const|class) (\w+)/gm),
    members: spaces.flatMap(([, space, body = '']) =>
      names(body, /^ +export (?:function|const) (\w+)/gm).map((name) => `${space}.${name}`),
    ),
    types: names(source, /^export (?:type|interface) (\w+)/gm),
  }
}

const throwing = `{\n  throw new Error('not implemented')\n}`

function unwritten(source: string, isTyped: boolean): string {
  const { values, members, types } = given(source)
  const [any, some] = isTyped ? [': any', ': any[]'] : ['', '']
  return [
    ...values.map((name) => `export function ${name}(...given${some})${any} ${throwing}`),
    ...members.map((name) => `${name} = (...given${some})${any} => ${throwing}`),
    ...types.map((name) => `export type ${name} = any`),
  ].join('\n')
}

const unjudged = async (files: Files) => ({ commit: await checkouts.commit(files), evidence: null })

async function judged({ before, changed, source, test: path }: Step) {
  const project = {
    runner: 'vitest',
    tests: [`**/*${endingOf(path)}`],
    source: ['**/*.{ts,js}'],
    guarded: ['package.json', 'vitest.config.js'],
  } as const
  const written = changed[source] ?? ''
  const begun = { ...settings(path), ...before, [source]: unwritten(written, source.endsWith('.ts')) }
  // What else is new beside the source serves the test, or both.
  const tested = { ...begun, ...changed, [source]: begun[source] ?? '' }
  const red = await judge(
    'red',
    tested,
    { before: await unjudged(begun), tests: project.tests, interfaces: given(written).values, sourceFrom: null },
    project,
  )
  if (red.verdict !== 'pass') return { red, green: null }
  const green = await judge(
    'green',
    { ...tested, ...changed },
    { before: await unjudged(begun), red: { ...red.baseline } },
    project,
  )
  return { red, green }
}

/** CI plays every second commit, `npm run verify` all. */
const played = (steps: readonly Step[]): readonly Step[] =>
  inTier({ fast: [], long: steps.filter((_, at) => at % 2 === 0), verify: steps })

for (const name of ['es-toolkit', 'remeda', 'rambda']) {
  describe(name, () => {
    test.concurrent.each(
      played(historyOf(name).steps).map((step) => [step.subject, step.commit.slice(0, 9), step] as const),
    )('%s (%s)', { timeout: 600_000 }, async (_subject, commit, step) => {
      const { red, green } = await judged(step)
      const rule = empty[commit]
      if (rule !== undefined) return expect(new Set(red.rules)).toEqual(new Set([rule]))
      expect([red.verdict, red.findings]).toEqual(['pass', []])
      expect([green?.verdict, green?.findings]).toEqual(['pass', []])
    })
  })
}

test('thirty and more of the commits are to come through', () => {
  const all = ['es-toolkit', 'remeda', 'rambda'].flatMap((name) => historyOf(name).steps)
  expect(all.filter(({ commit }) => empty[commit.slice(0, 9)] === undefined).length).toBeGreaterThanOrEqual(30)
})
