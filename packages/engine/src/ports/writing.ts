/** What a role may write: `writes` of what exists, `creates` of what is new. Intake and permissions decide by this alone. */
import { type Creates, isPattern, modulePlace } from '@sigma/protocol'
import { createMatcher } from '../glob/globs.ts'

export interface Writing {
  readonly writes: readonly string[]
  readonly creates?: Creates | undefined
}

/** Why a path is not the role's to write. */
export type Denial =
  | { readonly kind: 'not-of-role' }
  /** The file exists, and is not named for this work; `by`: the work that it is named for. */
  | { readonly kind: 'unnamed'; readonly by: string | null }
  /** The file is new, and named for other work. */
  | { readonly kind: 'kept'; readonly by: string }
  /** The file is new, and loaded in place of a file that exists and is not the role's. */
  | { readonly kind: 'in-place-of'; readonly file: string }

/** `existing`: the files of the commit `creates.since`; not asked without `creates`. */
export function createDenial(
  { writes, creates }: Writing,
  existing: ReadonlySet<string>,
): (path: string) => Denial | null {
  const mayChange = createMatcher(writes)
  if (creates === undefined) return (path) => (mayChange(path) ? null : { kind: 'not-of-role' })
  const mayCreate = createMatcher(creates.globs)
  const own = new Set(writes.filter((glob) => !isPattern(glob)).map(unescaped))
  const [byPath, byGlob] = keepersOf(creates)
  const places = Map.groupBy(existing, modulePlace)
  const denialOfExisting = (path: string): Denial | null => {
    if (mayChange(path)) return null
    const by = byPath(path) ?? byGlob(path)
    return mayCreate(path) || by !== null ? { kind: 'unnamed', by } : { kind: 'not-of-role' }
  }
  return (path) => {
    if (existing.has(path)) return denialOfExisting(path)
    const isOwn = own.has(path)
    const by = isOwn ? null : (byPath(path) ?? (mayCreate(path) ? null : byGlob(path)))
    if (by !== null) return { kind: 'kept', by }
    if (!mayCreate(path)) return { kind: 'not-of-role' }
    const file = isOwn ? undefined : places.get(modulePlace(path))?.find((other) => !mayChange(other))
    return file === undefined ? null : { kind: 'in-place-of', file }
  }
}

type Keeper = (path: string) => string | null

/** A file that others name by its path is theirs by each of the names under which it would be found. */
function keepersOf({ kept }: Creates): readonly [Keeper, Keeper] {
  const places = new Map(
    kept.flatMap(({ by, files }) => files.filter((path) => !isPattern(path)).map((path) => [modulePlace(path), by])),
  )
  const globs = kept.map(({ by, files }) => ({ by, matches: createMatcher(files.filter(isPattern)) }))
  return [
    (path) => places.get(modulePlace(path)) ?? null,
    (path) => globs.find(({ matches }) => matches(path))?.by ?? null,
  ]
}

const unescaped = (glob: string): string => glob.replace(/\\(.)/g, '$1')

/** What may be changed, in words. Single files that are named for other work are many, and not listed. */
export function writingText(writes: readonly string[], creatable: readonly string[] = []): string {
  if (writes.length === 0) return 'no file'
  if (creatable.length === 0) return globsText(writes)
  const isKept = (glob: string): boolean => isTakingAway(glob) && !isPattern(glob)
  const shown = creatable.filter((glob) => !isKept(glob) && !writes.includes(glob))
  const others = creatable.some(isKept) ? ', none that is named for other work' : ''
  return `${globsText(writes)}; new files in ${globsText(shown)}${others}`
}

function globsText(globs: readonly string[]): string {
  return globs.map((glob) => (isTakingAway(glob) ? `not ${unescaped(glob.slice(1))}` : unescaped(glob))).join(', ')
}

const isTakingAway = (glob: string): boolean => glob.startsWith('!') && !glob.startsWith('!(')
