/**
 * What Sigma's own checking costs around a runner. Cold: a whole GREEN check, with its checkout, report and evidence,
 * against the runner alone on the same files. Warm: an attempt on related tests after an edit, against what people type.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createGates, createRehearsals } from '@sigma/gates'
import type { Check, JsonObject, Project } from '@sigma/protocol'
import { createProcesses } from '@sigma/runtime'
import { folderCheckouts, memoryBlobs } from '../packages/gates/src/fixture/folder-checkouts.ts'
import { type Style, smallProject, styles } from '../packages/gates/src/fixture/small-project.ts'
import { type Figure, inTurn, median, ms } from './measure.ts'

type Files = Readonly<Record<string, string>>
type Runner = Style['runner']

const modules = fileURLToPath(new URL('../node_modules', import.meta.url))
const env = { PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`, HOME: '/nonexistent' }
const rounds = 9

const alone: Readonly<Record<Runner, (tests: readonly string[]) => readonly string[]>> = {
  'node:test': (tests) => ['node', '--test', ...tests],
  vitest: () => ['node', 'node_modules/vitest/vitest.mjs', 'run'],
  // On a fresh checkout, which a gate works in, jest has nothing in its cache.
  jest: () => ['node', 'node_modules/jest/bin/jest.js', `--cacheDirectory=${mkdtempSync(join(tmpdir(), 'jest-'))}`],
}
const typed: Readonly<Record<Runner, (tests: readonly string[]) => readonly string[]>> = {
  'node:test': alone['node:test'],
  vitest: () => ['npx', 'vitest', 'run'],
  jest: () => ['npx', 'jest'],
}
const warmGoals: Readonly<Record<Runner, number>> = { 'node:test': 1 / 6, vitest: 1 / 3, jest: 1 / 8 }

export async function gates(parent: string): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  for (const style of Object.values(styles)) {
    const folder = realpathSync(mkdtempSync(join(parent, 'gates-')))
    figures.push(...(await cold(style, join(folder, 'alone'))), await warm(style, folder))
  }
  return figures
}

async function cold(style: Style, path: string): Promise<readonly Figure[]> {
  const checkouts = folderCheckouts(env, modules)
  const measuring = createGates({ processes: createProcesses(), checkouts, blobs: memoryBlobs() })
  const project = projectOf(style)
  const judge = async (gate: Check['gate'], files: Files, parameters: JsonObject) => {
    const commit = await checkouts.commit(files)
    const given = { ...parameters, project: { ...project, coverage: { ...project.coverage } } }
    const { verdict, evidence, findings } = await measuring.check(
      { kind: 'check', id: gate, gate, commit, parameters: given },
      AbortSignal.timeout(120_000),
    )
    if (verdict !== 'pass') throw new Error(`${style.runner}: ${gate} says ${verdict}: ${findings[0]?.message}`)
    return { commit, evidence }
  }
  const stub = half(style, `{ throw new Error('not implemented') }`)
  const start = { ...smallProject(style), ...stub }
  const tested = { ...start, ...halfTest(style) }
  const before = { commit: await checkouts.commit(start), evidence: null }
  const asked = { before, tests: ['test/**/*.test.js'], interfaces: ['half'], sourceFrom: null }
  const red = await judge('red', tested, asked)
  let round = 0
  const written = (): Files => ({ ...tested, ...half(style, `number / 2 // ${round}`) })
  lay(path, written())
  const tests = testsIn(path)
  const taken = await inTurn(rounds, {
    alone: () => run(alone[style.runner](tests), path),
    gate: () => {
      round += 1
      return judge('green', written(), { before, red })
    },
    cycle: async () => {
      round += 1
      const accepted = await judge('red', tested, asked)
      const green = await judge('green', written(), { before, red: accepted })
      const tests = Object.fromEntries(Object.entries(written()).map(([file, text]) => [file, tidied(file, text)]))
      const tidy = await judge('refactor', tests, { before: green, of: 'tests' })
      round += 1
      const source = { ...tests, ...half(style, `number / 2 // ${round}`) }
      const done = await judge('refactor', source, { before: tidy, of: 'implementation' })
      await judge('combined', source, { cycles: [{ name: 'C1', accepted: done }] })
    },
  })
  const [whole, cycle, bare] = [median(taken('gate')), median(taken('cycle')), median(taken('alone'))]
  return [
    {
      name: `cold GREEN check with ${style.runner}, against the runner alone`,
      value: whole / bare,
      goal: { kind: 'at most', value: 3.5 },
      detail: `${ms(whole)} against ${ms(bare)}`,
    },
    {
      name: `all gates of a cycle with ${style.runner}, against the runner alone`,
      value: cycle / bare,
      goal: { kind: 'at most', value: 9 },
      detail: `${ms(cycle)} against ${ms(bare)}`,
    },
  ]
}

/** A test file that says the same. */
const tidied = (file: string, text: string): string => (file.includes('.test.') ? `${text}\n// tidied` : text)

async function warm(style: Style, folder: string): Promise<Figure> {
  const [path, scratch] = [join(folder, 'tree'), join(folder, 'scratch')]
  lay(path, smallProject(style))
  const rehearsals = createRehearsals({
    processes: createProcesses(),
    scratch,
    environment: (home, temporary) => ({ ...env, HOME: home, TMPDIR: temporary }),
  })
  const spec = { path, project: projectOf(style), scope: 'related' } as const
  const signal = AbortSignal.timeout(300_000)
  let round = 0
  try {
    await rehearsals.rehearse(spec, signal)
    const text = smallProject(style)['src/text.js']
    const tests = testsIn(path)
    const taken = await inTurn(rounds, {
      typed: () => run(typed[style.runner](tests), path),
      edit: () => {
        round += 1
        writeFileSync(join(path, 'src/text.js'), `${text}\n// ${round}`)
        // A person or an agent takes a moment between an edit and the next try; a spare is made ready in it.
        return new Promise((resolve) => setTimeout(resolve, 1_000))
      },
      warm: async () => {
        const { outcome, how, failures, problem } = await rehearsals.rehearse(spec, signal)
        if (outcome !== 'passed' || how !== 'warm')
          throw new Error(`a warm attempt came out ${how} and ${outcome}: ${JSON.stringify(failures[0] ?? problem)}`)
      },
    })
    const [quick, long] = [median(taken('warm')), median(taken('typed'))]
    return {
      name: `warm attempt on related tests, against ${typed[style.runner]([]).join(' ')}`,
      value: quick / long,
      goal: { kind: 'at most', value: warmGoals[style.runner] },
      detail: `${ms(quick)} against ${ms(long)}, after the edit of one source file`,
    }
  } finally {
    await rehearsals.release(path)
  }
}

const projectOf = ({ runner }: Style): Project => ({
  runner,
  folder: '',
  tests: ['test/**/*.test.js'],
  source: ['src/**'],
  guarded: [],
  coverage: { lines: 0, functions: 0, branches: 0, statements: 0 },
  checkLimitMs: 120_000,
})

const half = ({ gives }: Style, body: string): Files => ({ 'src/half.js': `${gives('half', `(number) => ${body}`)}\n` })
const halfTest = ({ head, uses, test }: Style): Files => ({
  [test('half')]: `${head}\n${uses('half', '../src/half.js')}\ntest('halves', () => { assert.equal(half(6), 3) })\n`,
})

function lay(path: string, files: Files): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, file)), { recursive: true })
    writeFileSync(join(path, file), text)
  }
  symlinkSync(modules, join(path, 'node_modules'))
}

const testsIn = (path: string): readonly string[] =>
  readdirSync(join(path, 'test'))
    .filter((name) => name.endsWith('.test.js'))
    .map((name) => `test/${name}`)

function run([program = '', ...args]: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(program, args, {
    cwd,
    env: { ...process.env, ...env, CI: 'true' },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${stderr.slice(-500)}`)
}
