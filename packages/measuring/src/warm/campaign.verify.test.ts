import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Rehearsal, RehearsalSpec } from '@sigma/engine'
import { counted, inTier } from '@sigma/engine/testing'
import { expect, test } from 'vitest'
import { localLiving, localProcesses } from '../fixture/local-processes.ts'
import { type Choice, mutate } from '../fixture/mutations.ts'
import { nodeProject } from '../fixture/node-project.ts'
import { type Style, smallProject, styles } from '../fixture/small-project.ts'
import type { Files } from '../project-files.ts'
import type { Runner } from '../runners/runner.ts'
import { looseOf, outcomesOf, summaryOf, withSilent } from './outcomes.ts'
import { createRehearsals } from './rehearsals.ts'
import type { WarmRunner } from './standby.ts'
import { warmJest, warmNodeTest, warmVitest } from './warm-runners.ts'

const checks = inTier({ fast: 0, long: 0, verify: 200 })
const seed = process.env['SIGMA_SEED'] ?? String(Date.now())
const installed = fileURLToPath(new URL('../../../../node_modules', import.meta.url))
const { PATH = '' } = process.env
const { signal } = new AbortController()
const processes = { ...localProcesses(), ...localLiving() }
const environment = (home: string, temporary: string) => ({ PATH, HOME: home, TMPDIR: temporary })

const choose: Choice = (question) =>
  Number.parseInt(createHash('sha256').update(`${seed} ${question}`).digest('hex').slice(0, 12), 16) / 2 ** 48

test.each([warmNodeTest, warmVitest, warmJest])(
  'speed changes no verdict: $runner.name says warm what it says cold, whatever is changed',
  { timeout: 960_000 + checks * 20_000 },
  async (warmRunner) => {
    const { runner } = warmRunner
    const style = Object.values(styles).find((each) => each.runner === runner.name)
    if (style === undefined) throw new Error(`no project for ${runner.name}`)
    const seen: string[] = []
    for await (const { what, warm, cold, coldMs } of trials(style, warmRunner)) {
      seen.push(
        `${warm.how} ${warm.ran.length}+${warm.kept} ${warm.durationMs}/${Math.round(coldMs)} ms ${warm.outcome}: ${what}`,
      )
      if (process.env['SIGMA_TELL'] === '1') console.log(seen.at(-1))
      const [said, wanted] = runner.name === 'jest' ? comparable(told(warm), cold) : [told(warm), cold]
      expect(said, `SIGMA_SEED=${seed}, after:\n${seen.join('\n')}`).toEqual(wanted)
    }
    expect(seen).toHaveLength(checks)
    counted(`checks with ${runner.name}`, checks)
  },
)

interface Trial {
  readonly what: string
  readonly warm: Rehearsal
  /** What warm has to agree with. */
  readonly cold: Told
  readonly coldMs: number
}

/** One project, changed again and again, tried warm in its folder and cold in a copy of it. */
async function* trials(style: Style, warmRunner: WarmRunner): AsyncGenerator<Trial> {
  const top = await mkdtemp(join(tmpdir(), 'sigma-speed-'))
  const [path, scratch] = [join(top, 'tree'), join(top, 'scratch')]
  await mkdir(path)
  await symlink(installed, join(path, 'node_modules'))
  const world = { processes, scratch, environment, warmRunners: [warmRunner] }
  const rehearsals = createRehearsals(world)
  const base = smallProject(style)
  const tests = ['test/**/*.test.js']
  const project = { ...nodeProject, runner: style.runner, tests, guarded: [], checkLimitMs: 60_000 }
  await lay(path, {}, base)
  let files = base
  try {
    await rehearsals.rehearse({ path, project, scope: 'related' }, signal)
    for (let check = 0; check < checks; check += 1) {
      const asked: Choice = (question) => choose(`${check} ${question}`)
      const from = asked('again') < 0.5 ? base : files
      const mutated = mutate(from, asked, style)
      await lay(path, files, mutated.files)
      files = mutated.files
      const checkLimitMs = Object.values(files).some((text) => text.includes('for (;;)')) ? 15_000 : 60_000
      const spec: RehearsalSpec = { path, project: { ...project, checkLimitMs }, scope: 'related' }
      const warm = await rehearsals.rehearse(spec, signal)
      const began = performance.now()
      const cold = await runCold(await mkdtemp(join(top, 'cold-')), files, warmRunner.runner, spec)
      yield { what: mutated.what, warm, cold, coldMs: performance.now() - began }
    }
  } finally {
    await rehearsals.release(path)
    await rm(top, { recursive: true, force: true })
  }
}

async function runCold(folder: string, files: Files, runner: Runner, { path, project }: RehearsalSpec): Promise<Told> {
  const [copy, own] = [join(folder, 'tree'), join(folder, 'scratch')]
  await Promise.all([cp(path, copy, { recursive: true, verbatimSymlinks: true }), mkdir(own)])
  const testFiles = Object.keys(files).filter((file) => file.endsWith('.test.js'))
  const ran = await runner.run({
    processes,
    checkout: { path: copy, scratch: own, env: environment(own, own), [Symbol.asyncDispose]: async () => {} },
    files: testFiles,
    folder: '',
    isSource: (file) => file.startsWith('src/'),
    limitMs: project.checkLimitMs,
    coverage: null,
    only: null,
    signal,
  })
  const run = await withSilent(ran, copy)
  await rm(folder, { recursive: true, force: true })
  if (run.problem !== null) return { problem: run.problem.rule }
  return told(summaryOf(outcomesOf(run, testFiles) ?? looseOf(run)))
}

type Said = Pick<Rehearsal, 'outcome' | 'tests' | 'failures' | 'problem'>

interface Told {
  readonly problem?: string | undefined
  readonly outcome?: string
  readonly tests?: Readonly<Record<string, string>>
  readonly failures?: readonly string[]
  /** A test ended its process. */
  readonly isCut?: boolean
}

/** Without the wording of failures, which may name times and addresses. */
function told({ outcome, tests, failures, problem }: Said): Told {
  if (outcome === 'unknown') return { problem: problem?.rule }
  return {
    outcome,
    tests,
    failures: failures.map(({ what, place }) => `${what} ${place}`).toSorted(),
    isCut: failures.some(({ message }) => message.startsWith('ended-early: ')),
  }
}

/**
 * Jest has all files in one process, those first that took longest before. So where a test ends it, the order of files, which a new
 * folder does not know, decides of which others something is told.
 */
function comparable(one: Told, other: Told): readonly [Told, Told] {
  if (one.isCut !== true || other.isCut !== true) return [one, other]
  const among = ({ tests = {} }: Told): ReadonlySet<string> => new Set(Object.keys(tests).map(fileOf))
  const files = among(one).intersection(among(other))
  const within = (each: Told): Told => ({
    ...each,
    tests: Object.fromEntries(Object.entries(each.tests ?? {}).filter(([id]) => files.has(fileOf(id)))),
  })
  return [within(one), within(other)]
}

const fileOf = (id: string): string => id.split(' › ')[0] ?? id

async function lay(path: string, before: Files, after: Files): Promise<void> {
  for (const file of Object.keys(before)) if (!(file in after)) await rm(join(path, file))
  for (const [file, text] of Object.entries(after)) {
    if (before[file] === text) continue
    await mkdir(dirname(join(path, file)), { recursive: true })
    await writeFile(join(path, file), text)
  }
}
