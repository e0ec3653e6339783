/**
 * A ground to play on: a repository of the gauntlet's own, with the files of the user's HEAD but for their tests, the
 * user's configuration and dependencies, and a small function that is done and tested. One is used for many cases.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { GauntletKit, Kit, Layout, Processes, Theirs, TrialGround } from '@sigma/engine'
import { cannotFound, nowhereToWrite } from './errors.ts'
import { holdsTests, isCode, layoutIn } from './layout.ts'

export interface Machine {
  readonly processes: Processes
  /** How sigma is started. */
  readonly program: readonly string[]
  /** Those that it knows. */
  readonly protocols: readonly Kit[]
  /** Sigma's programs are confined here, as the project is configured. */
  readonly confined: boolean
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
}

export interface Ground {
  /** Holds everything below. */
  readonly folder: string
  readonly repository: string
  /** Where sigma is started: the folder of the configuration. */
  readonly root: string
  /** Paths relative to the top of the repository, as agents see them. */
  readonly layout: Layout
  readonly git: (...args: readonly string[]) => Promise<string>
}

/** What is played with, on every ground of a gauntlet. */
export interface Setting {
  readonly kit: GauntletKit
  readonly theirs: Theirs
  readonly machine: Machine
}

export const trialGround = ({ root, repository, layout }: Ground, { theirs, machine }: Setting): TrialGround => ({
  theirs,
  layout,
  confined: machine.confined,
  // Node finds a package in the folder of the configuration, or above it.
  has: (name) => [root, repository].some((folder) => existsSync(join(folder, 'node_modules', name))),
})

/** Fails with `gauntlet-nowhere`, `gauntlet-ground`. */
export async function makeGround(folder: string, setting: Setting): Promise<Ground> {
  const { theirs, machine } = setting
  const repository = join(folder, 'repository')
  mkdirSync(repository, { recursive: true, mode: 0o700 })
  const git = gitIn(repository, folder, machine)
  const files = await checkOut(theirs, folder, machine)
  const here = (path: string): string => (theirs.folder === '' ? path : `${theirs.folder}/${path}`)
  const own = files.filter((path) => path.startsWith(here(''))).map((path) => path.slice(here('').length))
  const root = join(repository, theirs.folder)
  const read = (path: string): string => readFileSync(join(root, path), 'utf8')
  const layout = layoutIn({ ...theirs, files: own, read })
  if (layout === null) throw nowhereToWrite(theirs.source, theirs.tests)
  removeTests(repository, files)
  for (const name of ['sigma.config.ts', 'sigma.config.json']) rmSync(join(root, name), { force: true })
  writeFileSync(join(root, 'sigma.config.json'), '{}\n')
  const shown = shownIn(layout, here)
  await found(root, layout, setting)
  await git('init', '--quiet', '--initial-branch=main')
  writeFileSync(join(repository, '.git', 'info', 'exclude'), 'node_modules\n')
  await git('add', '--all', '--force', '--', '.', ':(exclude)**/node_modules')
  await git('commit', '--quiet', '--no-verify', '--message', 'The ground of the gauntlet')
  linkModules(theirs.top, repository, files)
  return { folder, repository, root, layout: shown, git }
}

/** As git has them at HEAD, without writing to the user's index. */
async function checkOut(theirs: Theirs, folder: string, machine: Machine): Promise<readonly string[]> {
  const index = { GIT_INDEX_FILE: join(folder, 'index') }
  const git = gitIn(theirs.top, folder, machine, index)
  await git('read-tree', theirs.head)
  await git('checkout-index', '--all', '--quiet', `--prefix=${join(folder, 'repository')}/`)
  const listed = await git('ls-tree', '-r', '-z', '--name-only', theirs.head)
  return listed.split('\0').filter((path) => path !== '')
}

/** The user's tests are not played: what is of interest is how theirs are measured, not what they measure. */
function removeTests(repository: string, files: readonly string[]): void {
  for (const path of files.filter(isCode)) {
    const file = join(repository, path)
    const looksLikeTest = /([._-](test|spec)\.|(^|\/)(tests?|__tests__|specs?|e2e)\/)/.test(path)
    if (looksLikeTest && existsSync(file) && holdsTests(readFileSync(file, 'utf8'))) rmSync(file)
  }
}

function shownIn(layout: Layout, here: (path: string) => string): Layout {
  const { source, test, oldSource, oldTest, manifest, lockFile, config, secondConfig } = layout
  return {
    ...layout,
    source: here(source),
    test: here(test),
    oldSource: here(oldSource),
    oldTest: here(oldTest),
    manifest: here(manifest),
    lockFile: here(lockFile),
    config: here(config),
    secondConfig: here(secondConfig),
  }
}

async function found(root: string, layout: Layout, { kit, machine }: Setting): Promise<void> {
  const { end, exit, stderr, reason } = await machine.processes.run(
    {
      command: ['node', kit.program, kit.founder.agent],
      cwd: root,
      env: { PATH: machine.environment['PATH'] ?? '', SIGMA_GAUNTLET: JSON.stringify(layout) },
      stdin: JSON.stringify(kit.founder.input),
      limitMs: 30_000,
      maxOutputBytes: 10_000,
      graceMs: 500,
    },
    machine.signal,
  )
  if (end !== 'exited' || exit !== 0) throw cannotFound(reason ?? stderr)
}

/** Linked to, not copied: Sigma makes its own copies, and no agent of a run reaches the link. */
function linkModules(top: string, repository: string, files: readonly string[]): void {
  for (const manifest of files.filter((path) => /(^|\/)package\.json$/.test(path))) {
    const modules = join(dirname(manifest), 'node_modules')
    const to = join(repository, modules)
    if (existsSync(join(top, modules)) && !existsSync(to)) symlinkSync(join(top, modules), to)
  }
}

function gitIn(
  cwd: string,
  home: string,
  { processes, environment, signal }: Machine,
  more: Readonly<Record<string, string>> = {},
): Ground['git'] {
  const person = { NAME: 'sigma gauntlet', EMAIL: 'gauntlet@sigma.invalid' }
  const env = {
    PATH: environment['PATH'] ?? '',
    HOME: home,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: person.NAME,
    GIT_AUTHOR_EMAIL: person.EMAIL,
    GIT_COMMITTER_NAME: person.NAME,
    GIT_COMMITTER_EMAIL: person.EMAIL,
    ...more,
  }
  return async (...args) => {
    const command = ['git', ...args]
    const spec = { command, cwd, env, limitMs: 120_000, maxOutputBytes: 64 * 1024 * 1024, graceMs: 500 }
    const { end, exit, stdout, stderr, reason } = await processes.run(spec, signal)
    if (end !== 'exited' || exit !== 0) throw cannotFound(reason ?? `git ${args[0]}: ${stderr.trim()}`)
    return stdout
  }
}
