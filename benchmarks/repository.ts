/** The small project of the end-to-end tests, with agents that do nothing but write what is wanted. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandConfig, honestAgent, numbers } from '../test/kit/project.ts'

/** The launcher of this checkout. */
export const launcher: string = fileURLToPath(new URL('../packages/cli/bin/sigma.js', import.meta.url))

const bundler = fileURLToPath(new URL('../scripts/bundle.ts', import.meta.url))

/** What users install, where it was made for this run, as by `npm run bench`; else the source. */
export const installed: string = process.env['SIGMA_PROGRAM'] ?? launcher

/** The release of this checkout, as `bin/…` of its package: the one that was made for this run, or one that is made in the folder. */
export function releaseIn(folder: string): string {
  const made = process.env['SIGMA_PROGRAM']
  if (made !== undefined) return join(dirname(made), '..')
  runNode({ path: folder, env: process.env }, [bundler, folder])
  return join(folder, 'package')
}

export interface UserProject {
  readonly path: string
  /** Of its user, with a home, configuration and cache of their own. */
  readonly env: NodeJS.ProcessEnv
}

/** As its user has it after the first minutes: with a commit, and a configuration that was confirmed. */
export function beginProject(parent: string): UserProject {
  const path = join(parent, 'repository')
  const agent = join(parent, 'agent.mjs')
  write(agent, honestAgent())
  // One cycle after the other: a turn that waits for another's tests would be blamed for it.
  for (const [file, text] of Object.entries(numbers))
    write(join(path, file), text.replace('(parallel 2)', '(parallel 1)'))
  write(join(path, 'sigma.config.json'), commandConfig(['node', agent]))
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], { cwd: path })
  git('init', '--quiet', '--initial-branch=main')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Begin')
  const home = join(parent, 'home')
  mkdirSync(home)
  const own = { HOME: home, XDG_CACHE_HOME: join(parent, 'cache'), XDG_CONFIG_HOME: join(home, '.config') }
  const project = { path, env: { ...process.env, ...own } }
  runNode(project, [launcher, 'trust', '--yes'])
  return project
}

/** What it printed. Fails unless it ends with 0. */
export function runNode({ path, env }: UserProject, args: readonly string[], more: NodeJS.ProcessEnv = {}): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: path,
    env: { ...env, ...more },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr.slice(-500)}`)
  return stdout
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
