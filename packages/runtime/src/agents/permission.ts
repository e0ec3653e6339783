/** What a program is told before it changes a file: the second of three layers, for the sandbox can and intake decides. */
import { relative, resolve } from 'node:path'
import { createDenial, createMatcher, type Denial, type TemplateSource, writingText } from '@sigma/engine'
import { isWithin, real } from '../sandbox/installations.ts'
import { isForAgents } from '../workspace/agent-settings.ts'
import type { Permission, PermissionRequest, ToolAction } from './adapter.ts'

export interface Scope {
  /** Folder of the workspace. */
  readonly cwd: string
  /** Globs of what the role may write, and of the new files that it may make beside it. */
  readonly writable: readonly string[]
  readonly creatable?: readonly string[] | undefined
  /** Why a path, relative to the workspace, is not the role's; absent: as `writable` says. */
  readonly denial?: ((path: string) => Denial | null) | undefined
  /** Globs of the files that nobody may change. */
  readonly guarded: readonly string[]
  /** Documents of the task, relative to the workspace. */
  readonly documents: readonly string[]
  /** Folders outside of the workspace where the agent may write as it likes. */
  readonly free: readonly string[]
  /** What the agent may do instead of a change that it was refused, as imperatives. */
  readonly ways: readonly string[]
  /** The agent may fetch from the web. */
  readonly web: boolean
}

/** Everything but a change of what is not the role's, and the web where it is not open, is allowed: shells are kept by the sandbox, and measured afterwards. */
export function permissionsOf(scope: Scope): (request: PermissionRequest) => Permission {
  const denial = scope.denial ?? createDenial({ writes: scope.writable }, new Set())
  const guarded = createMatcher(scope.guarded)
  const documents = new Set(scope.documents)
  const roots = [scope.cwd, real(scope.cwd)]
  const refusal = (path: string): string | null => {
    const inside = withinOf(roots, resolve(scope.cwd, path))
    if (inside === null) {
      const isFree = scope.free.some((folder) => isWithin(folder, resolve(scope.cwd, path)))
      return isFree ? null : `${path} lies outside of your workspace, ${scope.cwd}`
    }
    if (documents.has(inside)) return `${inside} is a document of your task, and not yours to change`
    if (guarded(inside) || isForAgents(inside))
      return `${inside} is guarded: no role may change configuration, lock files, snapshots, settings of agents or words to them`
    const why = denial(inside)
    return why === null ? null : `${inside} is not yours to ${reasonOf(why)}: ${mayWrite(scope)}`
  }
  return ({ action, paths }) => {
    if (action === 'fetch' && !scope.web)
      return { allowed: false, reason: `Refused by Sigma: the web is not open to you. ${wayOut(scope.ways)}` }
    if (!changing.has(action)) return { allowed: true }
    const reasons = paths.flatMap((path) => refusal(path) ?? [])
    if (reasons.length === 0) return { allowed: true }
    return { allowed: false, reason: `Refused by Sigma: ${reasons.join('; ')}. ${wayOut(scope.ways)}` }
  }
}

const changing: ReadonlySet<ToolAction> = new Set(['edit', 'delete', 'move'])

function reasonOf(why: Denial): string {
  switch (why.kind) {
    case 'not-of-role':
      return 'change'
    case 'unnamed':
      return `change, for it exists and is named for ${why.by ?? 'no work'}`
    case 'kept':
      return `make, for it is named for ${why.by}`
    case 'in-place-of':
      return `make, for it would be loaded in place of ${why.file}`
  }
}

const mayWrite = ({ writable, creatable }: Scope): string =>
  writable.length === 0 ? 'your role writes no files' : `your role writes only ${writingText(writable, creatable)}`

/** What the legal codes of a turn offer instead; a protocol says with its templates what its own codes offer. */
export function waysOut(codes: readonly string[], source: TemplateSource | null): readonly string[] {
  return [
    ...codes.flatMap((code) => source?.codes[code]?.wayOut ?? []),
    ...(codes.includes('BL') ? ['answer BL if you cannot go on without it, and say why'] : []),
  ]
}

function wayOut(ways: readonly string[]): string {
  return `Do the task without it, and do not try it another way${ways.map((way) => `; ${way}`).join('')}.`
}

/** The path relative to the workspace, by whichever of its names; null: outside of it. */
function withinOf(roots: readonly string[], path: string): string | null {
  const root = roots.find((each) => isWithin(each, path))
  return root === undefined ? null : relative(root, path)
}
