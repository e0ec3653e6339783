import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Checkouts, createMatcher, type Difference } from '@sigma/engine'
import { type Environment, gateEnvironment } from '../environment.ts'
import { unsafeName } from '../errors.ts'
import type { Entry, SigmaGit, Tree } from '../git/sigma-git.ts'
import type { Dependencies } from './dependencies.ts'
import type { Folders } from './folders.ts'
import { materialize, remove } from './materialize.ts'

/** Fresh folders for gates. Each is made from a commit alone, and is gone when its check is over. */
export function createCheckouts(
  git: SigmaGit,
  folders: Folders,
  dependencies: Dependencies,
  environment: Environment,
): Checkouts {
  return {
    async open({ commit, overlay }) {
      const entries =
        overlay === undefined
          ? await git.tree(commit)
          : overlaid(await git.tree(commit), await git.tree(overlay.commit), overlay.globs)
      // The pid tells a later start which folders were left by a host that died.
      const folder = join(folders.checks, `${process.pid}-${crypto.randomUUID().slice(0, 8)}`)
      const [path, scratch] = [join(folder, 'tree'), join(folder, 'out')]
      const [home, temporary] = [join(folder, 'home'), join(folder, 'tmp')]
      for (const made of [scratch, home, temporary]) mkdirSync(made, { recursive: true, mode: 0o700 })
      await materialize(git, path, { entries, contents: new Map() })
      await dependencies.link(path, commit, 'gates')
      return {
        path,
        scratch,
        env: gateEnvironment(environment, home, temporary),
        [Symbol.asyncDispose]: () => remove(folder),
      }
    },
    async diff(from, to) {
      for (const commit of [from, to]) await git.ensure(commit)
      const options = ['-r', '-z', '--no-renames', '--name-status']
      const fields = (await git.run({ verb: 'diff-tree', options, revisions: [from, to] })).fields()
      return Array.from({ length: fields.length / 2 }, (_, at) => ({
        path: fields[2 * at + 1] ?? '',
        status: statusOf(fields[2 * at] ?? ''),
      }))
    },
    async files(commit) {
      return [...(await git.tree(commit))].filter(([, { mode }]) => mode !== '160000').map(([path]) => path)
    },
    async read(commit, path) {
      const entry = (await git.tree(commit)).get(path)
      if (entry === undefined || entry.mode === '160000') return null
      return (await git.blobs([entry.oid])).get(entry.oid) ?? null
    },
  }
}

/** Removes what checks of hosts that are no more left behind. */
export function removeDeadChecks(folders: Folders): void {
  mkdirSync(folders.checks, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(folders.checks)) {
    if (!isAlive(Number.parseInt(name, 10))) rmSync(join(folders.checks, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function overlaid(under: Tree, over: Tree, globs: readonly string[]): Tree {
  const isTaken = createMatcher(globs)
  const kept: [string, Entry][] = [...under].filter(([path]) => !isTaken(path))
  return new Map([...kept, ...[...over].filter(([path]) => isTaken(path))])
}

function statusOf(letter: string): Difference['status'] {
  if (letter === 'A' || letter === 'M' || letter === 'D' || letter === 'T') return letter
  throw unsafeName('difference', letter)
}
