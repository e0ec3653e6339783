/** Makes of what `jest-reaching.cjs` saw what each test file reaches. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isCode } from '../benches/is-code.ts'
import { leadsOf } from '../reached/imports.ts'
import type { Reach, Reaches } from '../reached/reach.ts'
import { meantBy } from '../syntax/resolution.ts'
import { readTextNow } from './test-files.ts'

const numbers = z.array(z.number())
const partSchema = z.object({ files: numbers, folders: numbers, missing: numbers, open: z.string().nullable() })

/** Paths stand by their number in all `paths` until then. */
export const reachedSchema = z.object({
  own: partSchema,
  around: partSchema,
  compiled: partSchema,
  paths: z.array(z.string()),
})

/** By project, files that run for all of its test files; those of `first` run before jest starts any of them. */
export const groundSchema = z.array(
  z.object({ project: z.string(), files: z.array(z.string()), first: z.array(z.string()) }),
)

export interface Told {
  /** Relative to the root. */
  readonly file: string
  readonly project: string
  readonly reached: z.infer<typeof reachedSchema> | null
}

export interface Seen {
  readonly reaches: Reaches
  /** All that compilers read beside the files that they compiled. Every test file reaches it, in later runs on the same checkout too. */
  readonly compiled: Reach
}

/** `told` in the order of the report. */
export function seenOf(told: readonly Told[], ground: z.infer<typeof groundSchema>, root: string): Seen {
  const paths: string[] = []
  const seen = told.flatMap(({ file, project, reached }) => {
    if (reached === null) return []
    paths.push(...reached.paths)
    const part = (of: z.infer<typeof partSchema>): Reach => named(of, paths)
    return [{ file, project, own: part(reached.own), around: part(reached.around), compiled: part(reached.compiled) }]
  })
  const shared = new Map(
    [...new Set(seen.map(({ project }) => project))].map((project) => {
      const around = seen.filter((each) => each.project === project).map((each) => each.around)
      const own = ground.filter((each) => each.project === project).map((each) => groundReach(each, root))
      return [project, joined([...around, ...own])] as const
    }),
  )
  const parts = Map.groupBy(seen, ({ file }) => file)
  const reaches = [...parts].map(
    ([file, each]) =>
      [file, joined(each.flatMap(({ own, project }) => [own, shared.get(project) ?? nothing]))] as const,
  )
  return { reaches: new Map(reaches), compiled: joined(seen.map(({ compiled }) => compiled)) }
}

export const nothing: Reach = { files: [], folders: [], missing: [], open: null }

function named({ files, folders, missing, open }: z.infer<typeof partSchema>, paths: readonly string[]): Reach {
  const names = (given: readonly number[]): readonly string[] =>
    given.flatMap((number) => (paths[number] === undefined ? [] : [paths[number]]))
  return { files: names(files), folders: names(folders), missing: names(missing), open }
}

export function joined(parts: readonly Reach[]): Reach {
  const all = (of: (part: Reach) => readonly string[]): readonly string[] => [...new Set(parts.flatMap(of))]
  return {
    files: all(({ files }) => files),
    folders: all(({ folders }) => folders),
    missing: all(({ missing }) => missing),
    open: parts.find(({ open }) => open !== null)?.open ?? null,
  }
}

/**
 * Most of it is seen while tests run, and what modules of Node's own kind import is read from their texts. A global
 * set-up ran before anybody looked: it may do what its text can answer for, and no more.
 */
function groundReach({ files, first }: z.infer<typeof groundSchema>[number], root: string): Reach {
  const before = textually(first, root)
  const all = [...new Set([...before.files, ...textually(files, root).files])]
  return { ...nothing, files: all, open: before.sure ? null : 'the global set-up may read anything' }
}

/** The files that these lead to by their texts, and whether that is all that they have to do with. */
function textually(
  files: readonly string[],
  root: string,
): { readonly files: ReadonlySet<string>; readonly sure: boolean } {
  const reached = new Set(files)
  let sure = true
  for (const path of reached) {
    if (!isCode(path)) continue
    const { relative, bare, ends, open } = leadsOf(path, readTextNow(join(root, path)))
    if (open || ends.length > 0 || bare.some((name) => !harmless.test(name))) sure = false
    for (const each of relative.flatMap((name) => meantBy(path, name))) if (isFile(join(root, each))) reached.add(each)
  }
  return { files: reached, sure }
}

/** Loads that reach nothing of the project's. */
const harmless = /^(?:(?:node:)?(?:path|url|os|util|crypto|process)|jest|@jest\/types)$/

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
