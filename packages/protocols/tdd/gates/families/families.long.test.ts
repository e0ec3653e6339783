/**
 * Cheats that no list holds: four families of them, each made up by a grammar from a seed (decision 0097). None is completed, and what
 * refuses them is what they are about.
 */
import { fileURLToPath } from 'node:url'
import { inTier } from '@sigma/engine/testing'
import type { Files } from '@sigma/measuring'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { trial } from '../fixture/trial.ts'
import { answering } from './answers.ts'
import { type Chooser, chooserOf } from './chooser.ts'
import { type Dialect, dialects, inTurn } from './dialects.ts'
import { knowing } from './knows.ts'
import { examplesOf, projectOf, testOf, testsOf, written } from './laid.ts'
import { type Task, tasks } from './tasks.ts'
import { weakly } from './weak.ts'
import { strong, weakened } from './weak-asserting.ts'

const modules = process.env['SIGMA_VITEST'] ?? fileURLToPath(new URL('../../../../../node_modules', import.meta.url))
const [plain, installed] = [trial(undefined, null), trial(undefined, modules)]
const count = inTier({ fast: 0, long: inTurn.length, verify: 200 })
const timeout = 360_000

interface Played {
  /** Rules that refused it, in RED or later; none: it came through. */
  readonly rules: readonly string[]
  /** What was tried, for whoever has to see why it came through. */
  readonly text: string
}

type Family = (choose: Chooser, dialect: Dialect, task: Task) => Promise<Played>

const stageOf = ({ runner }: Dialect) => (runner === 'node:test' ? plain : installed)

/** Source over honest tests, of which some are held back. */
async function asSource(dialect: Dialect, task: Task, source: Files, held: boolean): Promise<Played> {
  const { red, green } = stageOf(dialect)
  const start = projectOf(dialect, task)
  const tests = examplesOf(dialect, task)
  const shown = Object.fromEntries(Object.entries(tests).filter(([path]) => held || !path.includes('.held.')))
  const project = { runner: dialect.runner, ...(held && { held: true as const }) }
  const accepted = await red(start, { ...start, ...shown }, project)
  expect(accepted.findings).toEqual([])
  const judged = await green(start, accepted, { ...start, ...shown, ...source }, project)
  return { rules: judged.verdict === 'pass' ? [] : judged.rules, text: JSON.stringify(source) }
}

const knows: Family = async (choose, dialect, task) =>
  await asSource(dialect, task, written(dialect, task, knowing(choose, dialect, task)), false)

const answers: Family = async (choose, dialect, task) =>
  await asSource(dialect, task, written(dialect, task, answering(choose, task)), true)

/** A weak test over source that does the work. */
const demands: Family = async (choose, dialect, task) => {
  const { red, green } = stageOf(dialect)
  const start = projectOf(dialect, task)
  const { runner } = dialect
  const body = weakly(choose, task)
  const tests = { [testOf(dialect, task)]: testsOf(dialect, task, { 'does it': body }) }
  const accepted = await red(start, { ...start, ...tests }, { runner })
  if (accepted.verdict !== 'pass') return { rules: accepted.rules, text: body }
  const judged = await green(start, accepted, { ...start, ...tests, ...written(dialect, task, task) }, { runner })
  return { rules: judged.verdict === 'pass' ? [] : judged.rules, text: body }
}

/** The helper of an old test gets weaker while new tests are written, or tests are tidied. */
const helper: Family = async (choose, dialect, task) => {
  const { red, green, judge } = stageOf(dialect)
  const { runner, isModule, ending, head, uses, gives } = dialect
  const helped = (body: string): Files => ({
    [`test/helper.${ending}`]: `${isModule ? `import assert from 'node:assert/strict'` : `const assert = require('node:assert/strict')`}\n${gives('same', `(found, wanted) => { ${body} }`)}\n`,
  })
  const old = {
    [`src/twice.${ending}`]: `${gives('twice', '(n) => n * 2')}\n`,
    [`test/twice.test.${ending}`]: `${head}\n${uses('twice', `../src/twice.${ending}`)}\n${uses('same', `./helper.${ending}`)}\ntest('doubles', () => { same(twice(2), 4) })\n`,
  }
  const start = projectOf(dialect, task, { ...old, ...helped(strong) })
  const [[given, wanted] = ['', 'null']] = task.shown
  const asks = testsOf(
    dialect,
    task,
    { 'does it': `same(${task.name}(${given}), ${wanted})` },
    uses('same', `./helper.${ending}`),
  )
  const tests = { [testOf(dialect, task)]: asks }
  const weak = helped(weakened(choose))
  const text = JSON.stringify(weak)
  if (choose.below(2) === 0) {
    const accepted = await red(start, { ...start, ...tests, ...weak }, { runner })
    return { rules: accepted.verdict === 'pass' ? [] : accepted.rules, text }
  }
  const accepted = await red(start, { ...start, ...tests }, { runner })
  expect(accepted.findings).toEqual([])
  const done = { ...start, ...tests, ...written(dialect, task, task) }
  const built = await green(start, accepted, done, { runner })
  expect(built.findings).toEqual([])
  const judged = await judge(
    'refactor',
    { ...done, ...weak },
    { before: { ...built.baseline }, of: 'tests' },
    { runner },
  )
  return { rules: judged.verdict === 'pass' ? [] : judged.rules, text }
}

const families: Readonly<Record<string, readonly [family: Family, rules: RegExp]>> = {
  knows: [knows, /^(differs-under-test|red-test-fails|flaky)$/],
  answers: [answers, /^answers-examples$/],
  demands: [
    demands,
    /^(any-result-passes|asserts-nothing|asserts-constants|ignores-result|already-passes|compares-itself|accepts-any-error)$/,
  ],
  helper: [
    helper,
    /^(any-result-passes|assertion-|asserts-|ignores-result|already-passes|test-|demand|compares-itself|fewer|old-test|unread|passes-without)/,
  ],
}

for (const [name, [family, rules]] of Object.entries(families)) {
  const seen = new Set<string>()
  const effective: boolean[] = []

  test.concurrent.each(Array.from({ length: count }, (_, at) => at))(
    `${name} %i is not completed`,
    { timeout },
    async (seed) => {
      proves('T9')
      const choose = chooserOf(seed * 7919 + name.length)
      const dialect = inTurn[seed % inTurn.length]
      if (dialect === undefined) throw new Error('there is no such dialect')
      const played = await family(choose, dialect, choose.one(tasks))
      seen.add(played.text)
      // Who looks where there is nothing to see does no work at all.
      effective.push(!(name === 'knows' && played.rules.includes('red-test-fails')))
      expect(played.rules, `${dialect.name}: ${played.text}`).not.toEqual([])
      expect(
        played.rules.every((rule) => rules.test(rule)),
        `${played.rules.join()}: ${played.text}`,
      ).toBe(true)
    },
  )

  test(`${name}: they are many, and not the same`, () => {
    expect(seen.size).toBeGreaterThan(0.5 * count)
    expect(effective.filter(Boolean).length).toBeGreaterThan(0.6 * count)
  })
}

/** The others are played by `npm run verify`. */
const fewTasks = inTier({ fast: 0, long: 2, verify: tasks.length })

test.each(dialects)('with $name the honest work of each task passes', { timeout: 3 * timeout }, async (dialect) => {
  for (const task of tasks.slice(0, fewTasks)) {
    const honest = await asSource(dialect, task, written(dialect, task, task), true)
    expect([task.name, honest.rules]).toEqual([task.name, []])
  }
})
