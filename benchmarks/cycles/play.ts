/**
 * Whole runs as their user has them, from `sigma tdd` to the branch that was delivered, with agents that write at once
 * what is wanted; against the runner alone in the user's tree, before and after each.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { homedir, loadavg } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandConfig } from '../../test/kit/project.ts'
import type { Work } from '../../test/repositories/published.ts'
import { lay } from '../ground.ts'
import type { Figure, Scale } from '../measure.ts'
import { installed } from '../repository.ts'
import type { Subject } from './subject.ts'

const developer = fileURLToPath(new URL('../../test/repositories/developer.mjs', import.meta.url))

export async function* play(name: string, subject: Subject, folder: string, scale: Scale): AsyncGenerator<Figure> {
  const caches = join(homedir(), '.cache')
  mkdirSync(caches, { recursive: true })
  // Where a user's is: beside the benchmark its name would be too long for a socket.
  using cache = mkdtempDisposableSync(join(caches, 'sigma-'))
  const { path, env } = await settle(subject, folder, cache.path)
  const [program = '', ...args] = subject.alone
  const alone = (): number => timed(() => must(spawnSync(program, args, { cwd: path, env, encoding: 'utf8' }), program))
  let before = alone()
  for (const run of scale({ whole: subject.runs, short: subject.runs.slice(0, 1) })) {
    const load = loadavg()[0] ?? 0
    const took = timed(() => build(path, env, run.work))
    const after = alone()
    const suite = (before + after) / 2
    before = after
    yield {
      name: `${run.name} of ${name}, start to branch, against its suite alone`,
      value: took / suite,
      goal: { kind: 'at most', value: run.goal },
      detail: `${seconds(took)} against ${seconds(suite)}; ${subject.size}; load ${load.toFixed(1)}`,
    }
  }
}

interface Settled {
  readonly path: string
  readonly env: NodeJS.ProcessEnv
}

/** The project of a user, committed and set up, with a developer on the PATH. */
async function settle(subject: Subject, folder: string, cache: string): Promise<Settled> {
  const [path, home, tools] = ['project', 'home', 'tools'].map((each) => join(folder, each)) as [string, string, string]
  for (const each of [path, home, tools]) mkdirSync(each)
  await subject.lay(path)
  const works = Object.fromEntries(subject.runs.map(({ work }) => [work.module, work]))
  lay(tools, { 'works.json': JSON.stringify(works) })
  cpSync(developer, join(tools, 'developer'))
  chmodSync(join(tools, 'developer'), 0o755)
  const { runner, tests, source } = subject
  const settings = { tests: { runner, files: tests }, source }
  writeFileSync(join(path, 'sigma.config.json'), commandConfig(['developer'], {}, settings))
  for (const { work } of subject.runs) {
    const module = `memory-bank/modules/${work.module}`
    lay(path, { [`${module}/design.md`]: work.design, [`${module}/tdd_plan.md`]: work.plan })
  }
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], { cwd: path })
  git('init', '--quiet', '--initial-branch=main')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Begin')
  const env = {
    ...process.env,
    PATH: [tools, dirname(process.execPath), process.env['PATH']].join(delimiter),
    HOME: home,
    XDG_CACHE_HOME: cache,
    XDG_CONFIG_HOME: join(home, '.config'),
    CI: 'true',
  }
  must(spawnSync(process.execPath, [installed, 'trust', '--yes'], { cwd: path, env, encoding: 'utf8' }), 'sigma trust')
  return { path, env }
}

function build(path: string, env: NodeJS.ProcessEnv, { module }: Work): void {
  const args = [installed, 'tdd', module]
  const { stdout } = must(
    spawnSync(process.execPath, args, { cwd: path, env, encoding: 'utf8' }),
    `sigma tdd ${module}`,
  )
  const { delivered } = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')
  if (delivered === null) throw new Error(`sigma tdd ${module} delivered nothing`)
}

interface Ended {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

function must<Of extends Ended>(ended: Of, what: string): Of {
  const { status, stdout, stderr } = ended
  if (status !== 0) throw new Error(`${what} ended with ${status}: ${stdout.slice(-1500)}${stderr.slice(-1500)}`)
  return ended
}

function timed(work: () => unknown): number {
  const began = performance.now()
  work()
  return performance.now() - began
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
