/** Coverage in four dimensions from V8's counts, over the files of a scope; one that was never loaded is uncovered. */

import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { convert } from 'ast-v8-to-istanbul'
// biome-ignore lint/correctness/noUnresolvedImports: a CommonJS module, whose only export Node sees whole is the default
import coverageLibrary, { type CoverageMap } from 'istanbul-lib-coverage'
import type { Bench } from '../bench.ts'
import { parse } from '../syntax.ts'
import type { Scope } from './scope.ts'
import { type CoverageTotals, coverageTotalsSchema } from './totals.ts'
import type { Range } from './unchanged.ts'
import { readV8, type ScriptCoverage } from './v8.ts'

export type CoverageResult =
  | { readonly kind: 'measured'; readonly totals: CoverageTotals; readonly files: readonly string[] }
  /** No file is in the scope. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unknown'; readonly reason: string }

/** `folder` is where the test run left V8's counts. */
export async function summarize(bench: Bench, folder: string, scope: Scope): Promise<CoverageResult> {
  if (scope.files.length === 0) return { kind: 'nothing' }
  const root = await realpath(bench.checkout.path)
  const profiles = await readV8(folder, root)
  if (profiles === null || profiles.length === 0) {
    return { kind: 'unknown', reason: 'The test run left no readable coverage behind.' }
  }
  const map = coverageLibrary.createCoverageMap({})
  for (const file of scope.files) {
    const seen = profiles.flatMap(({ scripts }) => scripts.get(file) ?? [])
    const code = await bench.text(file)
    const failure = await addFile(map, root, { file, code, leftOut: await scope.leftOut(file, code) }, seen)
    if (failure !== null) return { kind: 'unknown', reason: failure }
  }
  const totals = coverageTotalsSchema.safeParse(map.getCoverageSummary().toJSON())
  if (!totals.success) return { kind: 'unknown', reason: 'The coverage summary lacks a dimension or holds no number.' }
  return { kind: 'measured', totals: totals.data, files: scope.files }
}

interface Source {
  readonly file: string
  readonly code: string
  readonly leftOut: readonly Range[]
}

/**
 * Adds what every process saw of a file; a reason when it cannot be read. Each conversion has a syntax tree of its own,
 * for it changes the tree; processes that saw the same are converted once, for only 0 or more counts in the end.
 */
async function addFile(
  map: CoverageMap,
  root: string,
  { file, code, leftOut }: Source,
  seen: readonly ScriptCoverage[],
): Promise<string | null> {
  const url = pathToFileURL(join(root, file)).href
  const views = seen.length > 0 ? seen.map(({ functions }) => functions) : [neverRun(code)]
  const ignoreNode = ({ start, end }: Range): boolean =>
    leftOut.some((range) => range.start <= start && end <= range.end)
  const different = new Map(views.map((functions) => [JSON.stringify(functions), functions]))
  for (const functions of different.values()) {
    const { program, errors } = parse(file, code)
    if (errors.length > 0) return `${file} cannot be parsed: ${errors[0] ?? ''}`
    const converted = await convert({
      code: withoutHints(code),
      ast: program,
      coverage: { url, functions },
      ignoreNode,
    })
    map.merge(coverageLibrary.createCoverageMap({ ...converted }))
  }
  return null
}

/**
 * The same text, offset by offset, in which no comment takes code out of the count, be it a hint or a source map that
 * leads elsewhere: its author would grade itself.
 */
const withoutHints = (code: string): string =>
  code
    .replace(/(istanbul|[cv]8|node:coverage)(\s+)ignore/g, '$1$2IGNORE')
    .replaceAll('sourceMappingURL', 'SOURCEMAPPINGURL')

const neverRun = (code: string): ScriptCoverage['functions'] => [
  { functionName: '', isBlockCoverage: true, ranges: [{ startOffset: 0, endOffset: code.length, count: 0 }] },
]
