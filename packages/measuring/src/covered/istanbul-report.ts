/** Reads the `coverage-final.json` that jest leaves behind, and other tools that instrument by istanbul. */
import { readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { jsonIn } from '../text.ts'
import type { CoverageFolder } from './coverage-folder.ts'
import { type FileCounts, readFileCounts } from './file-counts.ts'
import type { CoverageReport, Unreadable } from './report-form.ts'

const name = 'coverage-final.json'
export interface IstanbulReport extends CoverageReport {
  /** Every file with readable counts that `isSource` holds for. */
  functions(isSource: (path: string) => boolean): readonly (readonly [string, FileCounts])[]
}

const files = z.record(z.string(), z.unknown())

export async function readIstanbul(folder: CoverageFolder, root: string): Promise<IstanbulReport | Unreadable> {
  const path = join(folder.path, name)
  const found = await stat(path).catch(() => null)
  if (found === null) return { kind: 'unreadable', reason: `The test run left no ${name} behind.` }
  if (found.mtimeMs < folder.since) return { kind: 'unreadable', reason: `${name} is older than the test run.` }
  const read = files.safeParse(jsonIn(await readFile(path, 'utf8').catch(() => '')))
  if (!read.success) return { kind: 'unreadable', reason: `${name} cannot be read: it is cut, or no coverage.` }
  const byPath = new Map(Object.entries(read.data).map(([file, value]) => [relative(root, file), value]))
  return {
    obeys: /(istanbul|[cv]8|node:coverage)\s{1,20}ignore|sourceMappingURL/,
    functions: (isSource) =>
      [...byPath].flatMap(([path, value]) => {
        const counts = isSource(path) ? readFileCounts(value) : null
        return counts === null ? [] : [[path, counts] as const]
      }),
    countsOf: async (file) => {
      if (!byPath.has(file)) return { kind: 'never-loaded' }
      const counts = readFileCounts(byPath.get(file))
      if (counts !== null) return { kind: 'counted', views: [counts] }
      return { kind: 'unreadable', reason: `The coverage of ${file} lacks a dimension or holds no number.` }
    },
  }
}
