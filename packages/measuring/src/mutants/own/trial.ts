/**
 * Tries mutants that Sigma plants itself: all of them stand in the text of the source at once, each behind a switch, and the test
 * files that reach it run with one after the other switched on, in one process of the project's runner where it has one.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, realpath, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { CheckoutSpec } from '@sigma/engine'
import type { Project } from '@sigma/protocol'
import { type Bench, openBench, type Tools } from '../../benches/bench.ts'
import { confinedTo } from '../../benches/confining.ts'
import { usable } from '../../runners/installed.ts'
import { jestOptionsIn } from '../../runners/jest-command.ts'
import { readNodeArguments } from '../../runners/node-arguments.ts'
import { programAt } from '../../runners/programs.ts'
import { readText } from '../../runners/test-files.ts'
import { workersFor } from '../../runners/workers.ts'
import { type Account, readAccount } from './account.ts'
import { type PlantedFunction, type PlantedMutant, type Planting, type Schemata, schemataOf } from './schemata.ts'

export interface Wanted {
  readonly path: string
  /** Lines in which mutants are wanted, from 1; null: all. */
  readonly lines: ReadonlySet<number> | null
}

export interface TrialOptions {
  /** All of it takes at most so many times as long as one run of the test files; null: as long as `limitMs`. */
  readonly runs: number | null
  /** So long it may take in any case, however short a run was. */
  readonly leastMs: number
  readonly limitMs: number
}

export interface Tried {
  readonly mutants: readonly PlantedMutant[]
  readonly functions: readonly PlantedFunction[]
  /** Files that cannot be read, in which nothing is planted. */
  readonly unread: readonly string[]
  readonly account: Account
  readonly durationMs: number
  readonly exit: number | null
  readonly printed: string
}

export async function tryMutants(
  tools: Tools,
  project: Project,
  spec: CheckoutSpec,
  wanted: readonly Wanted[],
  options: TrialOptions,
  signal: AbortSignal,
): Promise<Tried> {
  await using bench = await openBench(tools, project, spec, signal)
  const name = `k${randomBytes(6).toString('hex')}`
  const texts = await bench.texts(wanted.map(({ path }) => path))
  const planted = plantAll(
    wanted.map(({ path, lines }) => ({ file: path, text: texts.get(path) ?? '', lines })),
    name,
  )
  const { mutants } = planted
  const reaching = (await bench.reaching(wanted.map(({ path }) => path))) ?? bench.testFiles
  const nothing = { mutants, functions: planted.functions, unread: planted.unread, durationMs: 0, exit: 0, printed: '' }
  // Where there is no test at all, that is known of each.
  if (bench.testFiles.length === 0) return { ...nothing, account: { files: [], tries: [], isWhole: true } }
  if (mutants.length === 0 || reaching.length === 0) return { ...nothing, account: readAccount('', '', '') }
  for (const [path, text] of planted.texts) {
    const place = join(bench.checkout.path, path)
    await rm(place, { force: true })
    await writeFile(place, text)
  }
  const root = await realpath(bench.checkout.path)
  const scratch = join(bench.checkout.scratch, `mutants-${randomUUID()}`)
  await mkdir(scratch, { recursive: true })
  const [account, key] = [join(scratch, 'account.jsonl'), randomUUID()]
  const order = inTurn(mutants).map(({ id }) => id)
  const began = Date.now()
  const given = {
    ...{ account, key, name, order, scratch, stallMs },
    budget: { began, runs: options.runs, leastMs: options.leastMs, until: began + options.limitMs },
    files: reaching.map((file) => relative(project.folder, file)),
  }
  const starting = startingOf(bench, project, root, given)
  if (starting === null) return { ...nothing, account: readAccount('', '', '') }
  const result = await confinedTo(tools.processes, bench.checkout.confined).run(
    {
      command: ['node', programAt('mutant-run.mjs')],
      cwd: join(root, project.folder),
      env: { ...bench.checkout.env, ...starting.env },
      stdin: JSON.stringify({ ...given, ...starting.given }),
      limitMs: options.limitMs + stallMs,
      maxOutputBytes: 64 * 1024,
      graceMs: 2_000,
    },
    signal,
  )
  signal.throwIfAborted()
  const read = readAccount(await readText(account), key, root)
  const printed = `${result.stdout}\n${result.stderr}`.trim()
  return { ...nothing, account: read, durationMs: result.durationMs, exit: result.exit, printed }
}

/** So long nothing may happen until a mutant counts as one that never ends. */
const stallMs = 30_000

interface PlantedTexts {
  readonly texts: ReadonlyMap<string, string>
  readonly mutants: readonly PlantedMutant[]
  readonly functions: readonly PlantedFunction[]
  readonly unread: readonly string[]
}

function plantAll(files: readonly Planting[], name: string): PlantedTexts {
  const texts = new Map<string, string>()
  const all: Schemata[] = []
  const unread: string[] = []
  let count = 0
  for (const file of files) {
    const planted = schemataOf(file, count, name)
    if (planted === null) unread.push(file.file)
    else {
      count += planted.mutants.length
      all.push(planted)
      if (planted.mutants.length > 0) texts.set(file.file, withoutTypes(file.file, planted.text))
    }
  }
  return {
    texts,
    mutants: all.flatMap(({ mutants }) => mutants),
    functions: all.flatMap(({ functions }) => functions),
    unread,
  }
}

/** A compiler that checks types has nothing to say of what is planted. */
const withoutTypes = (file: string, text: string): string =>
  /\.[cm]?tsx?$/.test(file) && !text.startsWith('#!') ? `// @ts-nocheck\n${text}` : text

/** The first of each function, then the second of each, and so on: where time ends early something is known of each. */
function inTurn(mutants: readonly PlantedMutant[]): readonly PlantedMutant[] {
  const before = new Map<string, number>()
  return mutants
    .map((mutant) => {
      const place = `${mutant.file} ${mutant.within}`
      const turn = before.get(place) ?? 0
      before.set(place, turn + 1)
      return { mutant, turn }
    })
    .toSorted((a, b) => a.turn - b.turn)
    .map(({ mutant }) => mutant)
}

interface Starting {
  readonly given: Readonly<Record<string, unknown>>
  readonly env: Readonly<Record<string, string>>
}

/** How the project's runner is started; null: Sigma has no way. */
function startingOf(
  bench: Bench,
  project: Project,
  root: string,
  given: { readonly files: readonly string[] },
): Starting | null {
  const { name } = bench.runner
  if (name === 'node:test') {
    const workers = workersFor('node:test', project, root)
    const node = readNodeArguments(project.node ?? [])
    return { given: { program: ['node', programAt('mutant-node-test.mjs')], workers, node }, env: {} }
  }
  if (name !== 'vitest' && name !== 'jest') return null
  const installed = usable(name, root, project.folder)
  if ('rule' in installed) return null
  const workers = workersFor(name, project, root)
  if (name === 'vitest') {
    const vitest = join(installed.folder, 'dist', 'node.js')
    return { given: { program: ['node', programAt('mutant-vitest.mjs')], workers, vitest }, env: { CI: 'true' } }
  }
  const { nodeOptions, options } = jestOptionsIn(join(root, project.folder))
  const off = [
    'watch',
    'watchAll',
    'onlyChanged',
    'onlyFailures',
    'detectOpenHandles',
    'notify',
    'coverage',
    'watchman',
  ]
  const command = [
    ...[
      'node',
      ...nodeOptions,
      join(installed.folder, 'bin', 'jest.js'),
      ...options,
      '--ci',
      '--runInBand',
      '--forceExit',
    ],
    `--cacheDirectory=${join(bench.checkout.scratch, 'jest-cache')}`,
    `--runner=${programAt('mutant-jest-runner.cjs')}`,
    `--reporters=${programAt('silent-reporter.cjs')}`,
    ...off.map((option) => `--${option}=false`),
    '--runTestsByPath',
    ...given.files.map((file) => join(root, project.folder, file)),
  ]
  return { given: { program: command, jest: installed.folder }, env: { CI: 'true' } }
}
