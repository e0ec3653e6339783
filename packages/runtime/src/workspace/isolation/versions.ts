/**
 * Keeps what no commit may have of what is the user's, so that both versions are there should an agent change it: files
 * that are changed or new, git's configuration and hooks. What is ignored by git is never copied: secrets lie there.
 */
import { lstatSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Git } from '../../git/git.ts'
import type { UsableRepository } from '../../git/repository.ts'
import type { SigmaGit } from '../../git/sigma-git.ts'
import { isWithin } from '../../sandbox/installations.ts'
import { placeOf } from './part.ts'

export interface Versions {
  /** `own`: parts that are files which git knows, or would take. Gives names of blobs in Sigma's git folder, by part. */
  keep(parts: Readonly<Record<string, string>>, own: ReadonlySet<string>): Promise<Readonly<Record<string, string>>>
}

const mostFiles = 256
const mostBytes = 16 * 1024 * 1024

interface Version {
  readonly state: string
  /** Null: a commit has it, or it is not kept. */
  readonly oid: string | null
}

export function versionsOf(git: Git, own: SigmaGit, repository: UsableRepository): Versions {
  const known = new Map<string, Version>()

  /** The file to read a part from; null: the part is not to be kept. */
  function sourceOf(part: string, files: ReadonlySet<string>): Source | null {
    if (part === 'index' || part.endsWith('.sample')) return null
    const place = placeOf(repository, part)
    if (place.kind === 'ref' || (place.kind === 'file' && !files.has(part))) return null
    const folder = [repository.root, repository.gitDir, repository.commonDir].findLast((each) =>
      isWithin(each, place.file),
    )
    const size = sizeOf(place.file)
    return folder === undefined || size === null ? null : { part, folder, path: relative(folder, place.file), size }
  }

  return {
    keep: async (parts, files) => {
      // Only the first time a commit is known to have what lies there; whatever changes later is kept.
      const committed = known.size === 0 ? await cleanFiles(git, repository) : new Set<string>()
      const sources: Source[] = []
      let bytes = 0
      for (const [part, state] of Object.entries(parts)) {
        if (known.get(part)?.state === state) continue
        known.set(part, { state, oid: null })
        const source = committed.has(part) ? null : sourceOf(part, files)
        if (source === null || sources.length >= mostFiles || bytes + source.size > mostBytes) continue
        sources.push(source)
        bytes += source.size
      }
      for (const { part, oid } of await stored(own, sources)) known.set(part, { state: parts[part] ?? '', oid })
      return Object.fromEntries(
        Object.keys(parts).flatMap((part) => {
          const oid = known.get(part)?.oid ?? null
          return oid === null ? [] : [[part, oid]]
        }),
      )
    },
  }
}

interface Source {
  readonly part: string
  readonly folder: string
  readonly path: string
  readonly size: number
}

/** Stores the sources; a file that is gone again, or cannot be read, is left out. */
async function stored(
  own: SigmaGit,
  sources: readonly Source[],
): Promise<readonly { readonly part: string; readonly oid: string }[]> {
  const folders = [...new Set(sources.map(({ folder }) => folder))]
  const all = folders.map(async (folder) => {
    const there = sources.filter((source) => source.folder === folder)
    const paths = there.map(({ path }) => path)
    const oids = await own.storeFiles(folder, paths).catch(() => [])
    return there.flatMap(({ part }, at) => (oids[at] === undefined ? [] : [{ part, oid: oids[at] }]))
  })
  return (await Promise.all(all)).flat()
}

const mostFileBytes = 1024 * 1024

function sizeOf(file: string): number | null {
  const stat = lstatSync(file, { throwIfNoEntry: false })
  return stat?.isFile() === true && stat.size <= mostFileBytes ? stat.size : null
}

/** Files that are as git last saw them, by the times it noted: their content is in its objects. */
async function cleanFiles(git: Git, { root, gitDir }: UsableRepository): Promise<ReadonlySet<string>> {
  const call = { verb: 'ls-files', options: ['--cached', '--debug', '-z'] } as const
  const text = (await git.run({ gitDir, workTree: root }, call)).stdout.toString('utf8')
  const clean = new Set<string>()
  for (const [, path = '', seconds, nanoseconds, size] of text.matchAll(entry)) {
    const stat = lstatSync(join(root, path), { throwIfNoEntry: false, bigint: true })
    const noted = BigInt(seconds ?? 0) * 1_000_000_000n + BigInt(nanoseconds ?? 0)
    if (stat !== undefined && stat.mtimeNs === noted && stat.size === BigInt(size ?? 0)) clean.add(path)
  }
  return clean
}

const entry = /([^\0]*)\0 {2}ctime: \d+:\d+\n {2}mtime: (\d+):(\d+)\n {2}dev: .*\n {2}uid: .*\n {2}size: (\d+)\t.*\n/g
