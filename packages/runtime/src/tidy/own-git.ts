/**
 * Takes refs and objects out of Sigma's own git folder. What holds: everything that a ref which stays leads to, or that
 * the journal still names, stays. Only for who has the project; a call that outlives this process dies by its mark.
 */
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isBare } from '../git/bare.ts'
import type { Git, GitCall, GitOutput } from '../git/git.ts'
import { removeLeftovers } from '../git/leftovers.ts'

export interface OwnGit {
  /** Runs that have refs, and when their newest commit was made (milliseconds since 1970). */
  runs(): Promise<ReadonlyMap<string, number>>
  takeRuns(runs: ReadonlySet<string>): Promise<void>
  /** Takes what nothing leads to any more; `named`: commits that the journal names. */
  sweep(named: ReadonlySet<string>): Promise<void>
}

interface Ref {
  readonly commit: string
  readonly at: number
  readonly name: string
  /** The run that the ref belongs to; null: none. */
  readonly run: string | null
}

/** Most packs; more become one. */
const mostPacks = 50

/** Opens Sigma's git folder; null: there is none. */
export function ownGit(git: Git, dataFolder: string): OwnGit | null {
  const gitDir = join(dataFolder, 'git')
  if (!isBare(gitDir)) return null
  removeLeftovers(gitDir)
  // Refs went, and what they led to may lie in packs: said until it is gone, whoever is killed in between.
  const begun = join(gitDir, 'sigma-sweep')
  const run = (call: GitCall): Promise<GitOutput> => git.run({ gitDir }, call)

  async function refs(): Promise<readonly Ref[]> {
    const options = ['--format=%(objectname) %(committerdate:unix) %(refname)', 'refs/sigma/']
    const lines = (await run({ verb: 'for-each-ref', options })).lines()
    return lines.map((line) => {
      const [commit = '', at = '', name = ''] = line.split(' ')
      const [, owner = null] =
        /^refs\/sigma\/(?:runs|evidence|discarded|quarantine|delivered)\/([^/]+)\//.exec(name) ?? []
      return { commit, at: Number(at) * 1000, name, run: owner }
    })
  }

  async function update(lines: readonly string[]): Promise<void> {
    if (lines.length > 0) await run({ verb: 'update-ref', options: ['--stdin'], stdin: `${lines.join('\n')}\n` })
  }

  async function forget(some: readonly Ref[]): Promise<void> {
    if (some.length > 0) writeFileSync(begun, '')
    await update(some.map(({ name }) => `delete ${name}`))
  }

  /** The named objects that are here as commits. */
  async function here(names: Iterable<string>): Promise<readonly string[]> {
    const stdin = [...names].map((name) => `${name}\n`).join('')
    if (stdin === '') return []
    const lines = (await run({ verb: 'cat-file', options: ['--batch-check'], stdin })).lines()
    return lines.flatMap((line) => /^([0-9a-f]+) commit /.exec(line)?.[1] ?? [])
  }

  async function reachedFrom(commits: readonly string[]): Promise<ReadonlySet<string>> {
    if (commits.length === 0) return new Set()
    const stdin = commits.map((commit) => `${commit}\n`).join('')
    return new Set((await run({ verb: 'rev-list', options: ['--stdin'], stdin })).lines())
  }

  /** Commits of submodules are named by trees alone. */
  async function submodules(commits: Iterable<string>, bases: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    const found = new Set<string>()
    const open = [...commits]
    for (let commit = open.pop(); commit !== undefined; commit = open.pop()) {
      const options = ['-r', '-z', '--full-tree']
      for (const field of (await run({ verb: 'ls-tree', options, revisions: [commit] })).fields()) {
        const inner = /^160000 commit ([0-9a-f]+)/.exec(field)?.[1]
        if (inner === undefined || found.has(inner) || !bases.has(inner)) continue
        found.add(inner)
        open.push(inner)
      }
    }
    return found
  }

  /** Gives the commits that runs began from and that nobody needs any more. */
  async function looseBases(all: readonly Ref[], needed: ReadonlySet<string>): Promise<readonly Ref[]> {
    const bases = all.filter(({ name }) => name.startsWith('refs/sigma/base/'))
    const loose = bases.filter(({ commit }) => !needed.has(commit))
    if (loose.length === 0) return []
    const kept = bases.map(({ commit }) => commit).filter((commit) => needed.has(commit))
    const inner = await submodules(kept, new Set(bases.map(({ commit }) => commit)))
    return loose.filter(({ commit }) => !inner.has(commit))
  }

  return {
    runs: async () => {
      const newest = new Map<string, number>()
      for (const { run: owner, at } of await refs())
        if (owner !== null) newest.set(owner, Math.max(at, newest.get(owner) ?? 0))
      return newest
    },
    takeRuns: async (runs) => {
      const own = (await refs()).filter(({ run: owner }) => owner !== null && runs.has(owner))
      await forget(own)
    },
    sweep: async (named) => {
      const all = await refs()
      const owned = all.filter((ref) => ref.run !== null)
      const said = await here(named)
      const reached = await reachedFrom(owned.map(({ commit }) => commit))
      const loose = await looseBases(all, new Set([...reached, ...said]))
      const bases = all.filter((ref) => ref.name.startsWith('refs/sigma/base/') && !loose.includes(ref))
      const safe = new Set([...reached, ...bases.map(({ commit }) => commit)])
      const adrift = said.filter((commit) => !safe.has(commit))
      const former = all.filter((ref) => ref.name.startsWith('refs/sigma/named/') && !adrift.includes(ref.commit))
      await update(adrift.map((commit) => `update refs/sigma/named/${commit} ${commit}`))
      await forget([...loose, ...former])
      await run({ verb: 'pack-refs', options: ['--all', '--prune'] })
      const packs = readdirSync(join(gitDir, 'objects', 'pack')).filter((name) => name.endsWith('.pack'))
      if (existsSync(begun) || packs.length > mostPacks) await run({ verb: 'repack', options: ['-a', '-d', '-q'] })
      await run({ verb: 'prune', options: ['--expire=now'] })
      rmSync(begun, { force: true })
    },
  }
}
