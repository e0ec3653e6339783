import { importedFile } from '../syntax/resolution.ts'
import { type Declared, unreadable } from './declared.ts'
import { type ReExport, surfaceOf } from './surface.ts'

export interface Exported {
  readonly file: string
  readonly declared: Declared
}

export interface Search {
  readonly places: readonly Exported[]
  /** Files that may export the name in a way that shows only when they run. */
  readonly opaque: readonly string[]
}

/** Where the source exports a name; `texts` holds every source file. */
export function findExport(name: string, texts: ReadonlyMap<string, string>): Search {
  const places: Exported[] = []
  const opaque: string[] = []
  for (const [file, text] of texts) {
    if (!text.includes(name)) continue
    const surface = surfaceOf(file, text)
    places.push(...surface.exports.filter((each) => each.name === name).map((declared) => ({ file, declared })))
    for (const link of surface.reExports.filter((each) => each.name === name)) {
      places.push(...follow(file, link, texts).map((declared) => ({ file, declared: { ...declared, name } })))
    }
    if (surface.isOpaque) opaque.push(file)
  }
  return { places, opaque }
}

function follow(
  file: string,
  { name, original, from }: ReExport,
  texts: ReadonlyMap<string, string>,
): readonly Declared[] {
  const target = importedFile(file, from, texts)
  const surface = target === null ? null : surfaceOf(target, texts.get(target) ?? '')
  const found = surface?.exports.filter((each) => each.name === original) ?? []
  return found.length > 0 ? found : [unreadable(name)]
}
