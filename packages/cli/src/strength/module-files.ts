/** Which source files a name means: a path, a module of the memory bank, or files that are called so. */
import { basename, extname } from 'node:path'

/**
 * `documents` are the texts of the module's own folder in the memory bank: the source files of it are those that they name. Paths are
 * from the top of the repository. Empty: the name means none.
 */
export function sourceFilesOf(
  name: string,
  sources: readonly string[],
  documents: readonly string[],
): readonly string[] {
  const plain = name.replace(/^\.\//, '').replace(/\/+$/, '')
  const below = sources.filter(
    (path) => plain === '' || plain === '.' || path === plain || path.startsWith(`${plain}/`),
  )
  if (below.length > 0) return below
  const named = sources.filter((path) => documents.some((text) => names(text, path)))
  if (named.length > 0) return named
  const called = (path: string): boolean => [basename(path), stemOf(path)].includes(plain)
  return sources.filter((path) => called(path) || path.split('/').slice(0, -1).includes(plain))
}

/** Not as a part of another path. */
function names(text: string, path: string): boolean {
  for (let at = text.indexOf(path); at >= 0; at = text.indexOf(path, at + 1)) {
    const [before = ' ', after = ' '] = [text[at - 1], text[at + path.length]]
    if (!/[\w./-]/.test(before) && !/[\w/-]/.test(after)) return true
  }
  return false
}

const stemOf = (path: string): string => basename(path, extname(path))
