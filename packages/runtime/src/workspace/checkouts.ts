import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type CheckoutSpec, type Checkouts, type Confinement, createMatcher } from '@sigma/engine'
import { gateEnvironment, givenVariables } from '../environment.ts'
import { patchOf } from '../git/patch.ts'
import type { Entry, Tree } from '../git/sigma-git.ts'
import { isAlive } from '../process/alive.ts'
import { looksSecret } from '../secrets/names.ts'
import { besideAt, layBeside, ownGit } from './beside.ts'
import type { CheckoutGits } from './checkout-git.ts'
import type { Dependencies } from './dependencies.ts'
import { differencesOf } from './differences.ts'
import { compiledOf, type Folders } from './folders.ts'
import { foldersOf, type Materials } from './materialize.ts'
import { remove } from './remove.ts'
import type { SourceSpec } from './setup.ts'
import { createSpares } from './spares.ts'

/** What is opened to tests beside their checkout. */
export type GateConfining = Pick<Confinement, 'hosts' | 'limits'>

/** Of commits laid over each other. */
const mostOverlays = 8

/** The same tests are read by one check after the other. */
const mostKept = { files: 200, bytes: 128 * 1024 }

export interface CheckoutsSpec extends Pick<SourceSpec, 'git' | 'wholeOf' | 'folders' | 'environment'> {
  readonly dependencies: Dependencies
  readonly confining?: GateConfining | undefined
  /** What is started in a checkout ends with it, and can write nowhere afterwards. */
  readonly confined: boolean
  /** Where what lies beside commits is read. */
  readonly root: string
  readonly gits: CheckoutGits
}

/**
 * Folders for gates. Each is a new one, holds a commit alone, and is gone when its check is over. Its files may have
 * served an earlier check: those that are not exactly the commit's are written anew, for to make and remove thousands
 * each time is what costs most of a check in a large repository.
 */
export function createCheckouts({
  git,
  wholeOf,
  folders,
  dependencies,
  environment,
  confining,
  confined,
  root,
  gits,
}: CheckoutsSpec): Omit<Checkouts, 'standing' | 'merged'> {
  const spares = createSpares(git, confined)
  const overlays = new Map<string, Materials>()
  const contents = new Map<string, Buffer>()
  const told = new WeakMap<Tree, ReadonlyMap<string, string>>()

  const keep = (oid: string, content: Buffer): void => {
    contents.set(oid, content)
    const oldest = contents.keys().next().value
    if (contents.size > mostKept.files && oldest !== undefined) contents.delete(oldest)
  }
  const materialsOf = async (commit: string, overlay: CheckoutSpec['overlay']): Promise<Materials> => {
    const whole = await wholeOf(commit)
    if (overlay === undefined) return whole
    const key = JSON.stringify([commit, overlay])
    const known = overlays.get(key)
    if (known !== undefined) return known
    const made = overlaid(whole, await wholeOf(overlay.commit), overlay.globs)
    overlays.set(key, made)
    const [oldest] = overlays.keys()
    if (overlays.size > mostOverlays && oldest !== undefined) overlays.delete(oldest)
    return made
  }

  return {
    async open({ commit, overlay, env = {}, reads = [], within }) {
      const materials = await materialsOf(commit, overlay)
      const folder = newCheck(folders)
      const [path, scratch] = [join(folder, 'tree'), join(folder, 'out')]
      const [home, temporary] = [join(folder, 'home'), join(folder, 'tmp')]
      for (const made of [scratch, home, temporary]) mkdirSync(made, { recursive: true, mode: 0o700 })
      const lying = await spares.fill(path, materials)
      const linked = await dependencies.link(path, commit, 'gates', lying)
      const laid = await layBeside(root, path, reads, (each) => materials.entries.has(each))
      if (reads.includes(ownGit)) await gits.give(path, commit, Object.keys(laid))
      return {
        path,
        scratch,
        env: { ...gateEnvironment(environment, home, temporary), ...givenVariables(env, environment) },
        ...(Object.keys(laid).length > 0 && { laid }),
        installed: linked.name,
        // Where its tree, its home and its temporary files lie; what is installed stays as it is.
        ...(confining !== undefined && {
          confined: { ...confining, reads: [folders.dependencies, ...linked.reads], writes: [folder], protects: [] },
        }),
        ...(confined && confining !== undefined && { compiled: compiledOf(folders, linked.name) }),
        [Symbol.asyncDispose]: async () => {
          linked.left()
          spares.take(path, `${folder}-spare`, { materials, laid: linked.laid })
          await remove(folder)
          if (within?.installed !== linked.name) await linked.confirm()
        },
      }
    },
    async beside({ commit, paths, variables }) {
      const tree = await git.tree(commit)
      const folders = foldersOf(tree.keys())
      const files = await besideAt(
        root,
        paths,
        (path) => tree.has(path),
        (folder) => folders.has(folder),
      )
      return {
        files,
        variables: variables
          .filter((name) => environment[name] !== undefined)
          .map((name) => ({ name, isSecret: looksSecret(name) || passwords.test(environment[name] ?? '') })),
      }
    },
    async diff(from, to) {
      return differencesOf(await git.tree(from), await git.tree(to))
    },
    async patch(from, to, most, paths) {
      for (const commit of [from, to]) await git.ensure(commit)
      return await patchOf(git, [from, to], most, paths)
    },
    async files(commit) {
      return [...(await git.tree(commit))].filter(([, { mode }]) => mode !== '160000').map(([path]) => path)
    },
    async entries(commit) {
      const { entries } = await wholeOf(commit)
      const known = told.get(entries)
      if (known !== undefined) return known
      const made = new Map([...entries].map(([path, { mode, oid }]) => [path, `${mode} ${oid}`]))
      told.set(entries, made)
      return made
    },
    async treeHash(commit) {
      await git.ensure(commit)
      const call = { verb: 'rev-parse', options: ['--verify'], revisions: [`${commit}^{tree}`] } as const
      return (await git.run(call)).text()
    },
    async read(commit, path) {
      const entry = (await git.tree(commit)).get(path)
      if (entry === undefined || entry.mode === '160000') return null
      const known = contents.get(entry.oid)
      if (known !== undefined) return known
      const content = (await git.blobs([entry.oid])).get(entry.oid) ?? null
      if (content !== null && entry.size <= mostKept.bytes) keep(entry.oid, content)
      return content
    },
  }
}

/** An address with a password in it. */
const passwords = /:\/\/[^\s/@]*:[^\s/@]+@/

/** A name that is nobody's yet. The pid tells a later start which folders were left by a host that died. */
export const newCheck = (folders: Folders): string =>
  join(folders.checks, `${process.pid}-${crypto.randomUUID().slice(0, 8)}`)

/** Removes what checks of hosts that are no more left behind. */
export function removeDeadChecks(folders: Folders): void {
  mkdirSync(folders.checks, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(folders.checks)) {
    if (!isAlive(Number.parseInt(name, 10))) rmSync(join(folders.checks, name), { recursive: true, force: true })
  }
}

function overlaid(under: Materials, over: Materials, globs: readonly string[]): Materials {
  const isTaken = createMatcher(globs)
  const kept: [string, Entry][] = [...under.entries].filter(([path]) => !isTaken(path))
  const taken = [...over.entries].filter(([path]) => isTaken(path))
  return { entries: new Map([...kept, ...taken]), contents: new Map([...under.contents, ...over.contents]) }
}
