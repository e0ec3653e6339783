/** Finds the file that an import of another file means. */
import { posix } from 'node:path'

const endings = ['', '.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx', '.json', '.node']

/** Every file that a relative name may mean, there or not: TypeScript writes `.js` for `.ts`, folders mean their index. */
export function meantBy(from: string, name: string): readonly string[] {
  const path = posix.join(posix.dirname(from), name.replace(/[?#].*$/, ''))
  const bases = [path, path.replace(/\.([cm]?)js(x?)$/, ''), posix.join(path, 'index')]
  return [...new Set(bases.flatMap((base) => endings.map((ending) => `${base}${ending}`)))]
}

/** The one of `files` that a relative import of the file `from` leads to; null: none of them. */
export function importedFile(from: string, name: string, files: { has(path: string): boolean }): string | null {
  return name.startsWith('.') ? (meantBy(from, name).find((path) => files.has(path)) ?? null) : null
}
