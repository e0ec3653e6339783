import { posix } from 'node:path'
import type { Declared } from './declared.ts'
import { type ReExport, type Surface, surfaceOf } from './surface.ts'

export interface Place {
  readonly file: string
  readonly declared: Declared
}

export interface Search {
  readonly places: readonly Place[]
  /** Files that may export the name in a way that shows only when they run. */
  readonly opaque: readonly string[]
}

/** Where the source exports a name; `texts` holds every source file. */
export function findExport(name: string, texts: ReadonlyMap<string, string>): Search {
  const places: Place[] = []
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
  const target = resolve(file, from, texts)
  const text = target === null ? undefined : texts.get(target)
  const surface: Surface | null = target === null || text === undefined ? null : surfaceOf(target, text)
  const found = surface?.exports.filter((each) => each.name === original) ?? []
  return found.length > 0 ? found : [{ name, kind: 'unreadable', parameters: [], type: null, members: [] }]
}

function resolve(file: string, from: string, texts: ReadonlyMap<string, string>): string | null {
  const path = posix.join(posix.dirname(file), from)
  const endings = ['', '.js', '.ts', '.mjs', '.cjs', '.mts', '.cts', '/index.js', '/index.ts']
  const candidates = endings.map((ending) => `${path}${ending}`)
  return [...candidates, path.replace(/js$/, 'ts')].find((each) => texts.has(each)) ?? null
}
