import { hash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Processes } from '@sigma/engine'
import { commandWords } from '@sigma/protocol'
import type { Environment } from '../environment.ts'
import { setupEnvironment } from '../environment.ts'
import { setupFailed, setupHasOperators } from '../errors.ts'
import type { SigmaGit, Tree } from '../git/sigma-git.ts'
import type { Folders } from './folders.ts'
import type { Materials } from './materialize.ts'
import { materialize } from './materialize.ts'
import { markUsed } from './use.ts'

/** The ports and folders that dependencies are made with. */
export interface SourceSpec {
  readonly git: SigmaGit
  readonly wholeOf: (commit: string) => Promise<Materials>
  readonly folders: Folders
  readonly processes: Processes
  readonly environment: Environment
}

const setupMs = 30 * 60_000
const lockFiles = new Set([
  ...['package.json', 'package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'],
  ...['bun.lock', 'bun.lockb', '.npmrc'],
])

/** The words of the set-up command; one that only a shell understands is refused with `setup-not-plain`. */
export function splitCommand(text: string): readonly string[] {
  const words = commandWords(text)
  if (words === null) throw setupHasOperators(text)
  return words
}

/** Runs the set-up command in a checkout, once for each content of the lock files, and returns the checkout's folder. */
export async function setUp(
  { git, wholeOf, folders, processes, environment }: SourceSpec,
  setup: string,
  commit: string,
): Promise<string> {
  const command = splitCommand(setup)
  const tree = await git.tree(commit)
  const key = keyOf(setup, tree)
  const folder = join(folders.setups, key)
  const done = join(folders.setups, `${key}.done`)
  if (existsSync(done)) {
    markUsed(done)
    return folder
  }
  mkdirSync(folders.setups, { recursive: true, mode: 0o700 })
  await materialize(git, folder, await wholeOf(commit))
  const result = await processes.run({
    command,
    cwd: folder,
    env: setupEnvironment(environment),
    limitMs: setupMs,
    maxOutputBytes: 1024 * 1024,
    graceMs: 5_000,
  })
  if (result.end !== 'exited' || result.exit !== 0) {
    const said = `${result.stdout}\n${result.stderr}`.trim().split('\n').at(-1)
    throw setupFailed(setup, result.reason ?? said ?? `it ended with ${result.end}`)
  }
  writeFileSync(done, '')
  return folder
}

function keyOf(setup: string, tree: Tree): string {
  const locks = [...tree].filter(([path]) => lockFiles.has(basename(path))).map(([path, { oid }]) => `${path} ${oid}`)
  return hash('sha256', [setup, ...locks].join('\n')).slice(0, 16)
}
