/**
 * A world in memory that behaves as the real one does: workspaces are maps of files, commits are hashes of their
 * content and parents. It survives the hosts that die in it. Everything is scripted, and nothing pretends otherwise.
 */
import type { Document } from '@sigma/protocol'
import { canonical, sha256 } from '../../identity/canonical.ts'
import { turnIdentity } from '../../ports/isolation.ts'
import type { Blobs, Observation, Workspaces } from '../../ports/ports.ts'
import { type Commit, type Commits, commitOf, type Files } from './world-commits.ts'
import { takeIn } from './world-intake.ts'
import { integrate } from './world-integration.ts'

export interface World {
  /** The commit that everything starts from; its name is `base`. */
  readonly commits: Commits
  /** Files by `<run>/<workspace>`. */
  readonly workspaces: Map<string, Map<string, string>>
  /** Who finds a workspace as they left it; null: nobody. */
  readonly holders: Map<string, { readonly by: string; readonly bases: string[] } | null>
  /** Delivered branches. */
  readonly branches: Map<string, string>
  /** What restores threw away. */
  readonly kept: { readonly workspace: string; readonly files: Files }[]
  /** What a person could see change. */
  readonly visible: Map<string, string>
  /** Whose doing a change is, as far as it can be proved: who acted in whose name, by part. */
  readonly culprits: Map<string, string>
  /** Workspaces whose work was put aside. */
  readonly quarantined: string[]
  ports(blobs: Blobs): Workspaces
}

type WorldState = Omit<World, 'ports'>

export function memoryWorld(files: Files = { 'package.json': '{}', 'src/index.js': 'export {}' }): World {
  const commits = new Map<string, Commit>([['base', { files, parents: [], message: 'base', trailers: {} }]])
  const world: WorldState = {
    commits,
    workspaces: new Map(),
    holders: new Map(),
    branches: new Map(),
    kept: [],
    visible: new Map([['HEAD', 'base']]),
    culprits: new Map(),
    quarantined: [],
  }
  return { ...world, ports: (blobs) => workspacesOf(world, blobs) }
}

function workspacesOf(world: WorldState, blobs: Blobs): Workspaces {
  return {
    prepare: async ({ run, workspace, base, documents, keep, since }) => {
      const path = `${run}/${workspace}`
      const holder = world.holders.get(path) ?? null
      const existing = since === undefined ? undefined : new Set(Object.keys(commitOf(world.commits, since).files))
      if (holder !== null && holder.by === keep && holder.bases.includes(base)) return { path, existing }
      world.holders.set(path, keep === undefined ? null : { by: keep, bases: [base] })
      world.workspaces.set(path, handedOut(commitOf(world.commits, base), documents, blobs))
      return { path, existing }
    },
    intake: async (spec) => {
      const files = world.workspaces.get(`${spec.run}/${spec.workspace}`) ?? new Map<string, string>()
      const expected = handedOut(commitOf(world.commits, spec.base), spec.documents, blobs)
      const existing = spec.creates === undefined ? {} : commitOf(world.commits, spec.creates.since).files
      const taken = takeIn(world.commits, blobs, { files, expected, existing: new Set(Object.keys(existing)) }, spec)
      const holder = world.holders.get(`${spec.run}/${spec.workspace}`)
      if (taken.kind === 'committed') holder?.bases.push(taken.commit)
      return taken
    },
    integrate: async (spec) => integrate(world, blobs, spec),
    restore: async ({ run, workspace, commit }) => {
      const path = `${run}/${workspace}`
      const restored = handedOut(commitOf(world.commits, commit), [], blobs)
      world.kept.push({ workspace, files: Object.fromEntries(world.workspaces.get(path) ?? []) })
      world.workspaces.set(path, restored)
      world.holders.set(path, null)
    },
    deliver: async ({ run, commit }) => {
      commitOf(world.commits, commit)
      world.branches.set(`sigma/${run}`, commit)
      return { branch: `sigma/${run}` }
    },
    observe: async (): Promise<Observation> => {
      const parts = Object.fromEntries(world.visible)
      return { hash: sha256(canonical(parts)), parts }
    },
    attend: () => ({ [Symbol.dispose]: () => undefined }),
    trace: async ({ parts, turns }) =>
      turns.flatMap((turn) => {
        const mine = parts.filter((part) => world.culprits.get(part) === turnIdentity(turn))
        return mine.map((part) => ({ attempt: turn.attempt, part, kind: 'identity' as const, seen: 'it says so' }))
      }),
    quarantine: async ({ turn, proofs }) => {
      world.quarantined.push(`${turn.run}/${turn.workspace}`)
      const ref = `refs/sigma/quarantine/${turn.run}/${turn.workspace}/1`
      return { evidence: blobs.put(canonical({ proofs })), ref, undo: proofs.map(({ part }) => `undo ${part}`) }
    },
  }
}

/** The files of a commit with the documents laid over them. */
function handedOut(commit: Commit, documents: readonly Document[], blobs: Blobs): Map<string, string> {
  const files = new Map(Object.entries(commit.files))
  for (const { path, blob } of documents) files.set(path, new TextDecoder().decode(blobs.get(blob)))
  return files
}
