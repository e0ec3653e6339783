/** What is taken over of another tool's tasks, whichever it is, before it is a plan. */
import type { JsonObject } from '@sigma/protocol'

export interface ImportedTask {
  /** As the other tool has it. */
  readonly id: string
  readonly title: string
  /** All that is said of it: interfaces are looked for in it. */
  readonly text: string
  /** Paths that its text names. */
  readonly files: readonly string[]
  /** Ids of tasks that come before it. */
  readonly needs: readonly string[]
  /** In which order it is listed; null: only what it needs counts. */
  readonly listed: { readonly isParallel: boolean; readonly group: string } | null
  readonly line: number
  /** Kept with its cycle. */
  readonly extra: JsonObject
}

/** Something that was not taken, and why, in a sentence. */
export interface NotTaken {
  readonly file: string
  /** Null: it is about several places, or the whole file. */
  readonly line: number | null
  readonly message: string
}

/** One module's tasks. */
export interface ImportedModule {
  readonly module: string
  /** The file that they are from, as it was named. */
  readonly file: string
  readonly tasks: readonly ImportedTask[]
}

export interface Imported {
  readonly modules: readonly ImportedModule[]
  readonly notTaken: readonly NotTaken[]
}

/** `T001, T002 and 3 more`. */
function idList(ids: readonly string[]): string {
  const most = 12
  return ids.length <= most ? ids.join(', ') : `${ids.slice(0, most).join(', ')} and ${ids.length - most} more`
}

/** One line for all that have the reason; none where there are none. */
export const together = (file: string, ids: readonly string[], one: string, many: string): readonly NotTaken[] =>
  ids.length === 0 ? [] : [{ file, line: null, message: `${idList(ids)}: ${ids.length === 1 ? one : many}.` }]

/** Paths in a text: with a folder, or with an ending that source files have. */
export function pathsIn(text: string): readonly string[] {
  const found = text.matchAll(
    /(?<![\w/:.@-])(?:\.\/)?((?:[\w.@[\]-]+\/)+[\w.@[\]-]*\w\.\w{1,8}|[\w-]+(?:\.[\w-]+)*\.(?:[cm]?[jt]sx?|py|go|rs|java|rb|cs|php|kt|swift|sql|json|ya?ml|toml|css|html))\b/g,
  )
  return [...new Set([...found].map(([, path = '']) => path))].filter((path) => !path.split('/').includes('..'))
}

/** A name that can be a module's folder. */
export const moduleOf = (name: string): string =>
  name
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 80)
