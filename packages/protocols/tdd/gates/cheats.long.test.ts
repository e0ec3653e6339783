import { fileURLToPath } from 'node:url'
import { inTier } from '@sigma/engine/testing'
import type { Files } from '@sigma/measuring'
import type { Thresholds } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { describe, expect, test } from 'vitest'
import type { Style } from '../../../measuring/src/fixture/small-project.ts'
import { honest, type SourceCheat, wrong } from './fixture/cheat.ts'
import { cheats } from './fixture/cheats.ts'
import { type Judged, trial } from './fixture/trial.ts'

const own = fileURLToPath(new URL('../../../../node_modules', import.meta.url))
const modules = {
  'node:test': null,
  vitest: process.env['SIGMA_VITEST'] ?? own,
  jest: process.env['SIGMA_JEST'] ?? own,
}
const full: Thresholds = { lines: 100, functions: 100, branches: 100, statements: 100 }
const timeout = 240_000

/** The project that the cheats are played in, as each runner has it. */
interface CheatProject {
  /** `slug` is there, and not implemented. */
  readonly before: Files
  /** Its tests are there, and fail. */
  readonly red: Files
  /** With the source, and the files, of such a cheat. */
  after(cheat: Pick<SourceCheat, 'begins' | 'body' | 'files'>): Files
}

const unwritten = `throw new Error('not implemented')`

function cheatProject(runner: Style['runner']): CheatProject {
  const isModule = runner === 'vitest'
  const uses = (name: string, from: string): string =>
    isModule ? `import { ${name} } from '${from}'` : `const { ${name} } = require('${from}')`
  const head = {
    'node:test': `const assert = require('node:assert/strict')\nconst { test } = require('node:test')`,
    vitest: `import assert from 'node:assert/strict'\nimport { expect, test } from 'vitest'`,
    jest: `const assert = require('node:assert/strict')`,
  }[runner]
  const source = (begins: string, name: string, body: string): string =>
    [
      ...(isModule
        ? [`import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)`]
        : []),
      begins,
      `${isModule ? 'export const' : 'const'} ${name} = (text) => { ${body} }`,
      ...(isModule ? [] : [`exports.${name} = ${name}`]),
    ].join('\n')
  const expects =
    runner === 'node:test' ? 'assert.deepEqual([slug("A B")], ["a-b"])' : 'expect([slug("A B")]).toEqual(["a-b"])'
  const before: Files = {
    'package.json': JSON.stringify({ name: 'small', type: isModule ? 'module' : 'commonjs' }),
    'src/text.js': source('', 'shout', 'return text.toUpperCase()'),
    'src/slug.js': source('', 'slug', unwritten),
    'test/text.test.js': [
      head,
      uses('shout', '../src/text.js'),
      `test('shouts', () => { assert.equal(shout('a'), 'A') })`,
    ].join('\n'),
  }
  const red: Files = {
    ...before,
    'test/slug.test.js': [
      head,
      uses('slug', '../src/slug.js'),
      `test('joins', async () => { assert.equal(slug('a b'), 'a-b'); await null })`,
      `test('lowers', async () => { ${expects}; await null })`,
    ].join('\n'),
  }
  return {
    before,
    red,
    after: ({ begins = '', body = wrong, files }) => ({
      ...red,
      'src/slug.js': source(begins, 'slug', body),
      ...files,
    }),
  }
}

const playedBy = ({ runners }: SourceCheat, runner: Style['runner']): boolean => runners?.includes(runner) ?? true

/** All of them for node:test, and for the others one for each rule and way; `npm run verify` plays all. */
function playedWith(runner: Style['runner']): readonly SourceCheat[] {
  const all = cheats.filter((cheat) => playedBy(cheat, runner))
  const key = ({ rules, way = '' }: SourceCheat): string => [...rules, way].join()
  const few = all.filter((one, at) => at === all.findIndex((each) => key(each) === key(one)))
  return runner === 'node:test' ? all : inTier({ fast: [], long: few, verify: all })
}

for (const runner of ['node:test', 'vitest', 'jest'] as const) {
  describe(runner, () => {
    const stage = trial(undefined, modules[runner])
    const { before, red, after } = cheatProject(runner)
    const accepted: Promise<Judged> = stage.red(before, red, { runner })
    const judge = async (cheat: Partial<SourceCheat>): Promise<Judged> =>
      await stage.green(before, await accepted, after(cheat), {
        runner,
        ...(cheat.covers === true && { coverage: full }),
      })

    test.concurrent('honest work passes', { timeout }, async () => {
      expect(await accepted).toMatchObject({ verdict: 'pass' })
      expect(await judge({ body: honest, covers: true })).toMatchObject({ verdict: 'pass', findings: [] })
    })

    test.concurrent.each(playedWith(runner).map((cheat) => [cheat.id, cheat.does, cheat] as const))(
      '%s: who %s does not pass',
      { timeout },
      async (_id, _does, cheat) => {
        proves('T9')
        const { verdict, rules: found } = await judge(cheat)
        expect(verdict).not.toBe('pass')
        expect(
          found.filter((rule) => cheat.rules.includes(rule)),
          `found ${found.join(', ')}`,
        ).not.toEqual([])
      },
    )
  })
}

test('there are twenty-five and more, each under a name of its own', () => {
  proves('T9')
  expect(new Set(cheats.map(({ id }) => id)).size).toBeGreaterThanOrEqual(25)
})
