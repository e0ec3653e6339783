/** Which mutants each test reaches, and how long it takes; what was noted before is kept where its files are as they were. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { areas, type Copy, root } from './copy.ts'
import { play } from './play.ts'
import { hashOf, keepNotes, keptNotes, keyOf, type Notes } from './results.ts'

const limitMs = 120_000

/** How many files are noted at a time, so that little is lost when it is ended. */
const portion = 8

/** `isMeant` says which sources are looked at. */
export async function noted(
  { path, mutants }: Copy,
  isMeant: (file: string) => boolean,
  tell: (line: string) => void,
): Promise<Notes> {
  const kept = keptNotes()
  const sources = Object.fromEntries([...new Set(mutants.map(({ file }) => file))].map((file) => [file, hashOf(file)]))
  const isFresh = (key: string): boolean => {
    const [source = ''] = key.split('\t')
    return kept.sources[source] === sources[source]
  }
  const files: Notes['files'] = {}
  const missing: string[] = []
  for (const folder of new Set(mutants.filter(({ file }) => isMeant(file)).flatMap(({ file }) => noticing(file))))
    for (const file of testFilesOf(folder)) {
      const before = kept.files[file]
      const reached = before === undefined ? [] : [...before.loaded, ...before.tests.flatMap((test) => test.reached)]
      if (before?.hash === hashOf(file) && reached.every(isFresh)) files[file] = before
      else missing.push(file)
    }
  const keys = mutants.map(keyOf)
  const keysOf = (ids: readonly number[]): string[] => ids.flatMap((id) => keys[id] ?? [])
  for (let at = 0; at < missing.length; at += portion) {
    tell(`${missing.length - at} test files are to be noted`)
    const now = missing.slice(at, at + portion)
    const { events } = await play(path, { tests: null, always: null, files: now, limitMs: () => limitMs })
    for (const event of events) {
      if (event.kind !== 'loaded' && event.kind !== 'noted') continue
      const file = event.file.slice(path.length + 1)
      if (event.kind === 'loaded') files[file] = { hash: hashOf(file), loaded: keysOf(event.reached), tests: [] }
      else if (!event.failed) files[file]?.tests.push({ ...event, reached: keysOf(event.reached) })
    }
    keepNotes({ sources, files: { ...kept.files, ...files } })
  }
  return { sources, files }
}

const noticing = (source: string): readonly string[] =>
  Object.entries(areas).find(([area]) => source.startsWith(area))?.[1] ?? []

function testFilesOf(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !/\.long\.test|warm\/campaign/.test(file))
    .map((file) => `${folder}/${file}`)
}
