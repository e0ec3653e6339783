/**
 * What Sigma's own checking costs around a runner: a whole GREEN check, with its checkout, sandbox, report and evidence,
 * and all gates of a cycle, against the runner alone, which is started without npx in the user's own tree.
 */
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Style, styles } from '../packages/measuring/src/fixture/small-project.ts'
import { type Files, type Ground, lay, openGround } from './ground.ts'
import { type Benchmark, type Figure, inTurn, median, ms, type Scale } from './measure.ts'

interface Baseline {
  readonly name: string
  readonly command: (path: string) => readonly string[]
}

const baselines: Readonly<Record<Style['runner'], Baseline>> = {
  'node:test': { name: '`node --test`', command: (path) => ['node', '--test', ...testsIn(path)] },
  vitest: { name: '`vitest run`', command: () => ['node', 'node_modules/vitest/vitest.mjs', 'run'] },
  // As in the fresh checkout that a gate works in.
  jest: {
    name: '`jest` with an empty cache',
    command: () => [
      'node',
      'node_modules/jest/bin/jest.js',
      `--cacheDirectory=${mkdtempSync(join(tmpdir(), 'jest-'))}`,
    ],
  },
}

export const gatesWith =
  (runner: Style['runner']): Benchmark =>
  (folder, scale) =>
    gates(styles[runner], folder, scale)

async function* gates(style: Style, folder: string, scale: Scale): AsyncGenerator<Figure> {
  await using ground = await openGround(folder, style, half(style, `{ throw new Error('not implemented') }`))
  const play = await cycleOn(ground, style)
  lay(ground.path, { ...halfTest(style), ...half(style, 'number / 2') })
  const { name, command } = baselines[style.runner]
  await play.next()
  await play.green()
  const taken = await inTurn(scale({ whole: 9, short: 1 }), {
    alone: () => ground.type(command(ground.path)),
    prepared: play.next,
    green: play.green,
    cycle: play.cycle,
  })
  const [green, cycle, alone] = [median(taken('green')), median(taken('cycle')), median(taken('alone'))]
  yield {
    name: `cold GREEN check with ${style.runner}, against ${name}`,
    value: green / alone,
    goal: { kind: 'at most', value: 2.2 },
    detail: `${ms(green)} in the sandbox, on a git checkout, against ${ms(alone)}`,
  }
  yield {
    name: `all gates of a cycle with ${style.runner}, against ${name}`,
    value: cycle / alone,
    goal: { kind: 'at most', value: 6 },
    detail: `${ms(cycle)} against ${ms(alone)}; five checks`,
  }
}

interface Cycle {
  /** Commits the work of a round, which is that of agents. */
  readonly next: () => Promise<void>
  readonly green: () => Promise<unknown>
  readonly cycle: () => Promise<unknown>
}

/** Each round has commits of its own: nothing is known of them from an earlier one. */
async function cycleOn({ head, commit, judge }: Ground, style: Style): Promise<Cycle> {
  const before = { commit: head, evidence: null }
  const asked = { before, tests: ['test/**/*.test.js'], interfaces: ['half'], sourceFrom: null }
  const tested = halfTest(style)
  const tidied = Object.fromEntries(Object.entries(tested).map(([file, text]) => [file, `${text}\n// tidied`]))
  let [round, tests, work, tidy, source] = [0, '', '', '', '']
  const next = async (): Promise<void> => {
    round += 1
    tests = await commit(head, { ...tested, 'notes.md': `${round}\n` })
    work = await commit(tests, half(style, `number / 2 // ${round}`))
    tidy = await commit(work, tidied)
    source = await commit(tidy, half(style, `number / 2 // tidy, ${round}`))
  }
  // As each run begins.
  await judge('baseline', head, {})
  const first = await commit(head, tested)
  const red = await judge('red', first, asked)
  let implemented = ''
  return {
    next: async () => {
      await next()
      implemented = await commit(first, half(style, `number / 2 // ${round}`))
    },
    green: () => judge('green', implemented, { before, red }),
    cycle: async () => {
      const accepted = await judge('red', tests, asked)
      const green = await judge('green', work, { before, red: accepted })
      const done = await judge('refactor', tidy, { before: green, of: 'tests' })
      const over = await judge('refactor', source, { before: done, of: 'implementation' })
      await judge('combined', source, { cycles: [{ name: 'C1', accepted: over }] })
    },
  }
}

const half = ({ gives }: Style, body: string): Files => ({ 'src/half.js': `${gives('half', `(number) => ${body}`)}\n` })
const halfTest = ({ head, uses, test }: Style): Files => ({
  [test('half')]: `${head}\n${uses('half', '../src/half.js')}\ntest('halves', () => { assert.equal(half(6), 3) })\n`,
})

const testsIn = (path: string): readonly string[] =>
  readdirSync(join(path, 'test'))
    .filter((name) => name.endsWith('.test.js'))
    .map((name) => `test/${name}`)
