/**
 * Cheats that no list holds: four families of them, each made up by a grammar from a seed (decision 0097). None is completed, and what
 * refuses them is what they are about.
 */
import { fileURLToPath } from 'node:url'
import { inTier } from '@sigma/engine/testing'
import type { Files } from '@sigma/measuring'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { styles } from '../../../../measuring/src/fixture/small-project.ts'
import { trial } from '../fixture/trial.ts'
import { answering } from './answers.ts'
import { type Chooser, chooserOf } from './chooser.ts'
import { knowing } from './knows.ts'
import { examplesOf, projectOf, type RunnerName, testsOf, written } from './laid.ts'
import { type Task, tasks } from './tasks.ts'
import { weakly } from './weak.ts'
import { strong, weakened } from './weak-asserting.ts'

const modules = process.env['SIGMA_VITEST'] ?? fileURLToPath(new URL('../../../../../node_modules', import.meta.url))
const runners = ['node:test', 'vitest', 'jest'] as const
/** A run of the others takes many times as long. */
const inTurn = ['node:test', 'node:test', 'vitest', 'node:test', 'node:test', 'jest'] as const
const stages = Object.fromEntries(
  runners.map((runner) => [runner, trial(undefined, runner === 'node:test' ? null : modules)] as const),
)
const count = inTier({ fast: 0, long: 51, verify: 200 })
const timeout = 360_000

interface Played {
  /** Rules that refused it, in RED or later; none: it came through. */
  readonly rules: readonly string[]
  /** What was tried, for whoever has to see why it came through. */
  readonly text: string
}

type Family = (choose: Chooser, runner: RunnerName, task: Task) => Promise<Played>

const stageOf = (runner: RunnerName) => stages[runner] ?? trial()

/** Source over honest tests, of which some are held back. */
async function asSource(runner: RunnerName, task: Task, source: Files, held: boolean): Promise<Played> {
  const { red, green } = stageOf(runner)
  const start = projectOf(runner, task)
  const tests = examplesOf(runner, task)
  const shown = Object.fromEntries(Object.entries(tests).filter(([path]) => held || !path.includes('.held.')))
  const project = { runner, ...(held && { held: true as const }) }
  const accepted = await red(start, { ...start, ...shown }, project)
  expect(accepted.findings).toEqual([])
  const judged = await green(start, accepted, { ...start, ...shown, ...source }, project)
  return { rules: judged.verdict === 'pass' ? [] : judged.rules, text: JSON.stringify(source) }
}

const knows: Family = async (choose, runner, task) =>
  await asSource(runner, task, written(runner, task, knowing(choose, runner, task)), false)

const answers: Family = async (choose, runner, task) =>
  await asSource(runner, task, written(runner, task, answering(choose, task)), true)

/** A weak test over source that does the work. */
const demands: Family = async (choose, runner, task) => {
  const { red, green } = stageOf(runner)
  const start = projectOf(runner, task)
  const body = weakly(choose, task)
  const tests = { [`test/${task.name}.test.js`]: testsOf(runner, task, { 'does it': body }) }
  const accepted = await red(start, { ...start, ...tests }, { runner })
  if (accepted.verdict !== 'pass') return { rules: accepted.rules, text: body }
  const judged = await green(start, accepted, { ...start, ...tests, ...written(runner, task, task) }, { runner })
  return { rules: judged.verdict === 'pass' ? [] : judged.rules, text: body }
}

/** The helper of an old test gets weaker while new tests are written, or tests are tidied. */
const helper: Family = async (choose, runner, task) => {
  const { red, green, judge } = stageOf(runner)
  const { head, uses, gives } = styles[runner]
  const helped = (body: string): Files => ({
    'test/helper.js': `${runner === 'jest' ? `const assert = require('node:assert/strict')` : `import assert from 'node:assert/strict'`}\n${gives('same', `(found, wanted) => { ${body} }`)}\n`,
  })
  const old = {
    'src/twice.js': `${gives('twice', '(n) => n * 2')}\n`,
    'test/twice.test.js': `${head}\n${uses('twice', '../src/twice.js')}\n${uses('same', './helper.js')}\ntest('doubles', () => { same(twice(2), 4) })\n`,
  }
  const start = projectOf(runner, task, { ...old, ...helped(strong) })
  const [[given, wanted] = ['', 'null']] = task.shown
  const asks = testsOf(
    runner,
    task,
    { 'does it': `same(${task.name}(${given}), ${wanted})` },
    uses('same', './helper.js'),
  )
  const tests = { [`test/${task.name}.test.js`]: asks }
  const weak = helped(weakened(choose))
  const text = JSON.stringify(weak)
  if (choose.below(2) === 0) {
    const accepted = await red(start, { ...start, ...tests, ...weak }, { runner })
    return { rules: accepted.verdict === 'pass' ? [] : accepted.rules, text }
  }
  const accepted = await red(start, { ...start, ...tests }, { runner })
  expect(accepted.findings).toEqual([])
  const done = { ...start, ...tests, ...written(runner, task, task) }
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
      const runner = inTurn[seed % inTurn.length] ?? 'node:test'
      const played = await family(choose, runner, choose.one(tasks))
      seen.add(played.text)
      // Who looks where there is nothing to see does no work at all.
      effective.push(!(name === 'knows' && played.rules.includes('red-test-fails')))
      expect(played.rules, `${runner}: ${played.text}`).not.toEqual([])
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

test.each(runners)('with %s the honest work of each task passes', { timeout }, async (runner) => {
  for (const task of tasks) {
    const honest = await asSource(runner, task, written(runner, task, task), true)
    expect([task.name, honest.rules]).toEqual([task.name, []])
  }
})
