/** The files that tests import, by the names that stand in their texts. */
import { posix } from 'node:path'
import { inFolder, type Tree } from './tree.ts'

const mostRead = 200
const endings = ['', '.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx']

/** `tests` and `files` relative to the package. */
export function importedBy(
  tree: Tree,
  folder: string,
  tests: readonly string[],
  files: readonly string[],
): readonly string[] {
  const known = new Set(files)
  const found = tests.slice(0, mostRead).flatMap((test) => {
    const text = tree.text(inFolder(folder, test)) ?? ''
    const named = [
      ...text.matchAll(/(?:\bfrom|\bimport|\brequire\(|\bimport\(|\bmock\()\s*['"`](\.{1,2}(?:\/[^'"`\n]*)?)['"`]/g),
    ]
    return named.flatMap(([, name = '']) => meant(test, name).find((path) => known.has(path)) ?? [])
  })
  return [...new Set(found)]
}

/** TypeScript writes `.js` for `.ts`, folders mean their index. */
function meant(from: string, name: string): readonly string[] {
  const path = posix.join(posix.dirname(from), name).replace(/\/$/, '')
  const bases = [path, path.replace(/\.([cm]?)js(x?)$/, ''), path === '.' ? 'index' : `${path}/index`]
  return bases.flatMap((base) => endings.map((ending) => `${base}${ending}`))
}
