import { posix } from 'node:path'
import { importedFile } from '../syntax/resolution.ts'
import type { Aliases } from './aliases.ts'
import { type Declared, unreadable } from './declared.ts'
import { type ReExport, surfaceOf } from './surface.ts'

export interface Exported extends Found {
  readonly file: string
}

interface Found {
  readonly declared: Declared
  /** Of the file that declares it. */
  readonly aliases: Aliases
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
    // A default export without a name of its own goes by that of its file.
    const isNamedSo = isNamedAfter(file, name)
    if (!text.includes(name) && !isNamedSo) continue
    const surface = surfaceOf(file, text)
    const own = surface.exports.filter((each) => each.name === name)
    const byFile = isNamedSo && own.length === 0 ? 'default' : name
    const found = surface.exports.filter((each) => each.name === byFile)
    const { aliases } = surface
    places.push(...found.map((declared) => ({ file, declared: { ...declared, name }, aliases })))
    for (const link of surface.reExports.filter((each) => each.name === byFile)) {
      const followed = follow(file, link, texts)
      places.push(...followed.map((each) => ({ ...each, file, declared: { ...each.declared, name } })))
    }
    if (surface.isOpaque) opaque.push(file)
  }
  return { places, opaque }
}

/** `useDebounce` of `use-debounce.ts` and of `useDebounce/index.ts`. */
function isNamedAfter(file: string, name: string): boolean {
  const { name: base, dir } = posix.parse(file)
  const plain = (text: string): string => text.replace(/[^A-Za-z\d]/g, '').toLowerCase()
  return plain(base === 'index' ? posix.basename(dir) : base.replace(/\.\w+$/, '')) === plain(name)
}

const mostLinks = 10

function follow(
  file: string,
  { name, original, from }: ReExport,
  texts: ReadonlyMap<string, string>,
  links = 1,
): readonly Found[] {
  const nothing = { declared: unreadable(name), aliases: new Map() }
  const target = importedFile(file, from, texts)
  if (target === null || links > mostLinks) return [nothing]
  const surface = surfaceOf(target, texts.get(target) ?? '')
  const { aliases } = surface
  const found = surface.exports.flatMap((declared) => (declared.name === original ? [{ declared, aliases }] : []))
  const further = surface.reExports.filter((each) => each.name === original)
  const all = [...found, ...further.flatMap((link) => follow(target, link, texts, links + 1))]
  return all.length > 0 ? all : [nothing]
}
