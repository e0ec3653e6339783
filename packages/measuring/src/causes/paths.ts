/** Places that a failure, or a test's own text, names: whether anything lies there is asked elsewhere. */
import { dirname, isAbsolute, join, normalize } from 'node:path'
import type { Trouble } from './troubles.ts'

const mostPaths = 100

/** Paths from the root, without what leaves it. */
export function pathsIn(text: string, bases: readonly string[]): readonly string[] {
  const found = new Set<string>()
  for (const word of wordsIn(text)) {
    for (const base of word.startsWith('.') ? bases : ['', ...bases]) {
      const path = normalize(join(base, word)).replace(/\/$/, '')
      if (path.startsWith('..') || isAbsolute(path) || path === '.') continue
      found.add(path)
      if (!/\.\w+$/.test(path)) for (const end of moduleEnds) found.add(`${path}${end}`)
      else if (/\.js$/.test(path)) found.add(path.replace(/js$/, 'ts'))
    }
    if (found.size > mostPaths) break
  }
  return [...found].slice(0, mostPaths)
}

const moduleEnds = ['.js', '.json', '.ts', '.mjs', '.cjs', '/index.js', '/index.ts']

/** What stands in quotes, and what looks like a path by itself. */
function wordsIn(text: string): readonly string[] {
  const quoted = [...text.matchAll(/(['"`])([^'"`\n]{1,300}?)\1/g)].flatMap(([, , word]) => word ?? [])
  const bare = text.split(/[\s'"`()<>{}[\],;=]+/).filter((word) => word.length <= 300 && word.includes('/'))
  return [...new Set([...quoted, ...bare].map(plain).filter(isPath))]
}

const plain = (word: string): string =>
  word
    .replace(/^file:\/\//, '')
    .replace(/[?#].*$/, '')
    .replace(/:\d+(:\d+)?$/, '')

/** A bare name may be one at the top, as `.env`. */
const isPath = (word: string): boolean => /^[\w@./ -]+$/.test(word) && /[./]/.test(word) && !/^[./]+$/.test(word)

/** Where what a failure names may be counted from: where its files lie, and where the tests were started. */
export const basesOf = ({ places, text }: Trouble, folder: string): readonly string[] => {
  const importers = [...text.matchAll(/\bfrom\s+['"]?([\w@./-]+\.[cm]?[jt]sx?)['"]?/g)].flatMap(
    ([, file]) => file ?? [],
  )
  return [...new Set([...places, ...importers].map((file) => dirname(file)).concat(folder === '' ? '.' : folder))]
}
