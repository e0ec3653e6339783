/**
 * A world in memory that behaves as the real one does: workspaces are maps of files, commits are hashes of their
 * content and parents. It survives the hosts that die in it. Everything is scripted, and nothing pretends otherwise.
 */
import { canonical, sha256 } from '../canonical.ts'
import { createMatcher } from '../globs.ts'
import type { Blobs, Intake, IntakeSpec, IntegrateSpec, Integration, Observation, Workspaces } from '../ports.ts'

export type Files = Readonly<Record<string, string>>

export interface Commit {
  readonly files: Files
  readonly parents: readonly string[]
  readonly message: string
  readonly trailers: Readonly<Record<string, string>>
}

export interface World {
  /** The commit that everything starts from; its name is `base`. */
  readonly commits: Map<string, Commit>
  /** By `<run>/<workspace>`. */
  readonly workspaces: Map<string, Map<string, string>>
  /** Delivered branches. */
  readonly branches: Map<string, string>
  /** What restores threw away. */
  readonly kept: { readonly workspace: string; readonly files: Files }[]
  /** What a person could see change. */
  readonly visible: Map<string, string>
  ports(blobs: Blobs): Workspaces
}

export function memoryWorld(files: Files = { 'package.json': '{}', 'src/index.js': 'export {}' }): World {
  const commits = new Map<string, Commit>([['base', { files, parents: [], message: 'base', trailers: {} }]])
  const world: Omit<World, 'ports'> = {
    commits,
    workspaces: new Map(),
    branches: new Map(),
    kept: [],
    visible: new Map([['HEAD', 'base']]),
  }
  return { ...world, ports: (blobs) => workspacesOf(world, blobs) }
}

function workspacesOf(world: Omit<World, 'ports'>, blobs: Blobs): Workspaces {
  return {
    prepare: async ({ run, workspace, base, documents }) => {
      const files = new Map(Object.entries(commitOf(world, base).files))
      for (const { path } of documents) files.set(path, path)
      world.workspaces.set(`${run}/${workspace}`, files)
      return { path: `${run}/${workspace}` }
    },
    intake: async (spec) => intake(world, blobs, spec),
    integrate: async (spec) => integrate(world, spec),
    restore: async ({ run, workspace, commit }) => {
      const files = world.workspaces.get(`${run}/${workspace}`) ?? new Map()
      world.kept.push({ workspace, files: Object.fromEntries(files) })
      world.workspaces.set(`${run}/${workspace}`, new Map(Object.entries(commitOf(world, commit).files)))
    },
    deliver: async ({ run, commit }) => {
      commitOf(world, commit)
      world.branches.set(`sigma/${run}`, commit)
      return { branch: `sigma/${run}` }
    },
    observe: async (): Promise<Observation> => {
      const parts = Object.fromEntries(world.visible)
      return { hash: sha256(canonical(parts)), parts }
    },
  }
}

export function commitOf({ commits }: Pick<World, 'commits'>, name: string): Commit {
  const commit = commits.get(name)
  if (commit === undefined) throw new Error(`The world has no commit ${name}.`)
  return commit
}

function record({ commits }: Pick<World, 'commits'>, commit: Commit): string {
  const name = sha256(canonical(commit)).slice(0, 40)
  commits.set(name, commit)
  return name
}

function intake(world: Omit<World, 'ports'>, blobs: Blobs, spec: IntakeSpec): Intake {
  const files = Object.fromEntries(world.workspaces.get(`${spec.run}/${spec.workspace}`) ?? [])
  const before = commitOf(world, spec.base).files
  const documents = new Set(spec.documents.map(({ path }) => path))
  const paths = [...new Set([...Object.keys(files), ...Object.keys(before)])].filter((path) => !documents.has(path))
  const changed = paths.filter((path) => files[path] !== before[path]).sort((a, b) => (a < b ? -1 : 1))
  if (changed.length === 0) return { kind: 'unchanged' }
  const writable = createMatcher(spec.writes)
  const guarded = createMatcher(spec.guarded)
  const wrong = changed.filter((path) => !writable(path) || guarded(path))
  if (wrong.length > 0) {
    const finding = {
      rule: 'outside-writable',
      message: `Changed what is not the role's: ${wrong.join(', ')}.`,
      remedy: 'Change only what is writable.',
    }
    return { kind: 'trespass', changed, findings: [finding], evidence: blobs.put(canonical(files)) }
  }
  const kept = Object.fromEntries(Object.entries(files).filter(([path]) => !documents.has(path)))
  const { message, trailers, base } = spec
  return { kind: 'committed', commit: record(world, { files: kept, parents: [base], message, trailers }), changed }
}

/** Three-way, against the nearest commit that all branches come from. */
function integrate(world: Omit<World, 'ports'>, { branches, message, trailers }: IntegrateSpec): Integration {
  const histories = branches.map(({ commit }) => ancestors(world, commit))
  const shared = histories[0]?.find((name) => histories.every((history) => history.includes(name))) ?? 'base'
  const before = commitOf(world, shared).files
  const merged: Record<string, string> = { ...before }
  const owner = new Map<string, string>()
  for (const { commit } of branches) {
    for (const [path, content] of Object.entries(commitOf(world, commit).files)) {
      if (content === before[path]) continue
      const earlier = owner.get(path)
      if (earlier !== undefined && earlier !== content) return { kind: 'conflicted', files: [path], evidence: null }
      owner.set(path, content)
      merged[path] = content
    }
  }
  const parents = branches.map(({ commit }) => commit)
  return { kind: 'integrated', commit: record(world, { files: merged, parents, message, trailers }) }
}

/** Nearest first. */
function ancestors(world: Omit<World, 'ports'>, name: string): readonly string[] {
  const found = [name]
  for (const each of found) {
    for (const parent of commitOf(world, each).parents) if (!found.includes(parent)) found.push(parent)
  }
  return found
}
