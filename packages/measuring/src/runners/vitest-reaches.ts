/** Makes of what vitest's workers and its main process saw what each test file reaches. */
import { isAbsolute, relative, sep } from 'node:path'
import { z } from 'zod'
import type { Reach, Reaches } from '../reached/reach.ts'

const paths = z.array(z.string())
const accesses = z.object({ files: paths, folders: paths, missing: paths })

/** What `vitest-reached.mjs` saw in a worker, relative to the root; `made` are modules that plugins make of no file. */
export const reachedSchema = accesses.extend({ made: paths, open: z.string().nullable() })

/** What `vitest-served.mjs` saw in the main process, in absolute paths. `ground` concerns every test file. */
export const servedSchema = z.object({
  ground: accesses.extend({ open: z.string().nullable() }),
  modules: z.record(z.string(), accesses),
})
type Served = z.infer<typeof servedSchema>

export interface Watched {
  /** Absolute. */
  readonly file: string
  readonly reached: z.infer<typeof reachedSchema> | null
}

type Paths = z.infer<typeof accesses>

/** `root` is the real path of the checkout. A file that ran in several projects reaches what it did in each. */
export function reachesOf(watched: readonly Watched[], served: Served, root: string): Reaches {
  const ground = relativeTo(root, served.ground)
  const made = new Map(
    Object.entries(served.modules).map(([name, all]) => [insideOf(root, name)[0] ?? name, relativeTo(root, all)]),
  )
  const reaches = new Map<string, Reach>()
  for (const [path, lines] of Map.groupBy(watched, ({ file }) => file)) {
    const [file] = insideOf(root, path)
    const seen = lines.flatMap(({ reached }) => reached ?? [])
    if (file === undefined || seen.length < lines.length) continue
    const own = seen.flatMap((each) => [...each.files, ...each.made]).flatMap((name) => made.get(name) ?? [])
    const all = [...seen, ...own, ground]
    reaches.set(file, {
      files: unique([file, ...all.flatMap(({ files }) => files)]).filter((each) => each !== ''),
      folders: unique(all.flatMap(({ folders }) => folders)),
      missing: unique(all.flatMap(({ missing }) => missing)).filter((each) => !`/${each}`.startsWith(root)),
      open: [...seen, served.ground].find(({ open }) => open !== null)?.open ?? null,
    })
  }
  return reaches
}

function relativeTo(root: string, { files, folders, missing }: Paths): Paths {
  const inside = (all: readonly string[]): string[] => all.flatMap((path) => insideOf(root, path))
  return { files: inside(files), folders: inside(folders), missing: inside(missing) }
}

const unique = (all: readonly string[]): readonly string[] => [...new Set(all)].toSorted((a, b) => (a < b ? -1 : 1))

/** As counted from the root; nothing where it lies elsewhere or is installed. */
function insideOf(root: string, path: string): readonly string[] {
  if (!isAbsolute(path)) return []
  const parts = relative(root, path).split(sep)
  return parts[0] === '..' || parts.includes('node_modules') ? [] : [parts.join('/')]
}
