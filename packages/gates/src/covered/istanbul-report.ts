/** Reads the `coverage-final.json` that jest leaves behind, and other tools that instrument by istanbul. */
import { readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { z } from 'zod'
import type { CoverageFolder } from './coverage-folder.ts'
import type { Calls, CoverageReport, Unreadable } from './coverage-report.ts'
import { readFileCounts } from './file-counts.ts'
import { type ProcessCoverage, readV8 } from './v8.ts'
import { callsInV8 } from './v8-report.ts'

const name = 'coverage-final.json'
const files = z.record(z.string(), z.unknown())

export async function readIstanbul(folder: CoverageFolder, root: string): Promise<CoverageReport | Unreadable> {
  const path = join(folder.path, name)
  const found = await stat(path).catch(() => null)
  if (found === null) return { kind: 'unreadable', reason: `The test run left no ${name} behind.` }
  if (found.mtimeMs < folder.since) return { kind: 'unreadable', reason: `${name} is older than the test run.` }
  const read = files.safeParse(parsed(await readFile(path, 'utf8').catch(() => '')))
  if (!read.success) return { kind: 'unreadable', reason: `${name} cannot be read: it is cut, or no coverage.` }
  const children = (await readV8(folder, root)) ?? []
  const byPath = new Map(Object.entries(read.data).map(([file, value]) => [relative(root, file), value]))
  return {
    obeys: /(istanbul|[cv]8|node:coverage)\s{1,20}ignore|sourceMappingURL/,
    countsOf: async (file) => {
      if (!byPath.has(file)) return { kind: 'never-loaded' }
      const counts = readFileCounts(byPath.get(file))
      if (counts !== null) return { kind: 'counted', views: [counts] }
      return { kind: 'unreadable', reason: `The coverage of ${file} lacks a dimension or holds no number.` }
    },
    calls: (testFile, isSource) => callsIn(byPath, children, testFile, isSource),
  }
}

function callsIn(
  byPath: ReadonlyMap<string, unknown>,
  children: readonly ProcessCoverage[],
  testFile: string,
  isSource: (path: string) => boolean,
): Calls {
  const calls = new Map(callsInV8(children, testFile, isSource))
  for (const [path, value] of byPath) {
    const counts = isSource(path) ? readFileCounts(value) : null
    if (counts === null) continue
    for (const [key, { name: called, loc }] of Object.entries(counts.fnMap)) {
      calls.set(`${path}:${loc.start.line}:${loc.start.column}:${called}`, counts.f[key] ?? 0)
    }
  }
  return calls
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
