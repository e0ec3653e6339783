/** One of the things that a specialist looks at which comes with Sigma, such as secrets. It runs nothing where there is nothing of it. */
import type { GateWorld } from '@sigma/engine'
import { isCode, sortingOf } from '@sigma/measuring'
import type { Finding, Json, Project } from '@sigma/protocol'
import type { Seen } from '../seen.ts'

/** A commit, and what of it is to be looked at. */
export interface Look {
  readonly world: GateWorld
  readonly project: Project
  readonly commit: string
  /** Where the change began; null: the commit is looked at as a whole, or is that beginning. */
  readonly base: string | null
  /** Files of the change that are there; links and submodules are none. */
  readonly changed: readonly string[]
  /** All files of the commit. */
  readonly files: ReadonlySet<string>
  /** Null: there is no such file. */
  readonly text: (path: string) => Promise<string | null>
  readonly signal: AbortSignal
  readonly acts: (text: string) => void
}

export interface Told extends Pick<Seen, 'failures' | 'unjudged' | 'by'> {
  readonly examined: Seen['examined'][number]
  /** True: that it examined nothing is what the project's own configuration wants, and the other parts decide. */
  readonly mayBeEmpty?: boolean
}

/** `nothing`: there is nothing of it here, for this reason. */
export type Plan =
  | { readonly kind: 'nothing'; readonly reason: string }
  | { readonly kind: 'ready'; readonly run: () => Promise<Told> }

export type Part = (look: Look) => Promise<Plan>

export const nothing = (reason: string): Plan => ({ kind: 'nothing', reason })

export const ready = (run: () => Promise<Told>): Plan => ({ kind: 'ready', run })

export const untold = (what: string, by: Json, ...unjudged: readonly Finding[]): Told => ({
  failures: [],
  unjudged,
  by,
  examined: { what, count: 0 },
})

type Where = Pick<Look, 'world' | 'project' | 'signal' | 'acts'>

/** `base` is where the change began, and may be the commit itself. */
export async function lookAt(where: Where, commit: string, base: string): Promise<Look> {
  const isWhole = base === commit
  const own = await lookingAt(where, commit)
  if (isWhole) return { ...own, base: null, changed: [...own.files] }
  const changes = await where.world.checkouts.diff(base, commit)
  return { ...own, base, changed: changes.map(({ path }) => path).filter((path) => own.files.has(path)) }
}

/** The same files as they were where the change began; null: it began with nothing. */
export async function lookBefore({ base, changed, ...where }: Look): Promise<Look | null> {
  if (base === null) return null
  const own = await lookingAt(where, base)
  return { ...own, base: null, changed: changed.filter((path) => own.files.has(path)) }
}

async function lookingAt(
  { world, project, signal, acts }: Where,
  commit: string,
): Promise<Omit<Look, 'base' | 'changed'>> {
  const entries = await world.checkouts.entries(commit)
  const files = [...entries].filter(([path, entry]) => entry.startsWith('100') && !isInstalled(path))
  return {
    ...{ world, project, signal, acts, commit },
    files: new Set(files.map(([path]) => path)),
    text: async (path) => {
      const bytes = await world.checkouts.read(commit, path)
      return bytes === null ? null : new TextDecoder().decode(bytes)
    },
  }
}

const isInstalled = (path: string): boolean => /(^|\/)node_modules\//.test(path)

/** Code of the change that is no test. */
export function changedCode({ project, changed }: Look): readonly string[] {
  const { isTest } = sortingOf(project)
  return changed.filter((path) => isCode(path) && !isTest(path))
}
