/** What protocols say in Sigma's part of files that people write as well: σ₄ and σ₅ of a memory bank. */
import { posix } from 'node:path'
import type { Parcel } from './archive.ts'
import type { ProjectedFile, RegionPart } from './projected-file.ts'
import type { RegionName } from './region.ts'

const headings: Readonly<Record<RegionName, { readonly some: string; readonly none: string }>> = {
  progress: { some: '## Progress by module', none: 'No run yet.' },
  context: { some: '## Active runs', none: 'No run is active.' },
}

/** What stands between the marks while no protocol says anything. */
export const emptyRegion = (name: RegionName): string => `${headings[name].none}\n`

/** A parcel for each folder: where one protocol cannot be read, what all of them said there stays. */
export function regionParcels(parts: readonly RegionPart[]): readonly Parcel[] {
  const folders = Map.groupBy(parts, ({ path }) => posix.dirname(path))
  return [...folders].map(([folder, own]) => ({
    of: folder === '.' ? 'the memory bank' : folder,
    files: () => [...Map.groupBy(own, ({ path }) => path)].flatMap(([path, said]) => fileOf(path, said)),
  }))
}

function fileOf(path: string, said: readonly RegionPart[]): readonly ProjectedFile[] {
  const [first] = said
  if (first === undefined) return []
  const { name } = first
  const sections = said.flatMap((part) => part.sections())
  const heading = headings[name][sections.length === 0 ? 'none' : 'some']
  const content = `${[heading, ...sections].join('\n\n')}\n`
  return [{ base: 'repository', path, form: { kind: 'region', name, content } }]
}
