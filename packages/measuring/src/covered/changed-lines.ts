/** Whether tests reach the lines that a change wrote: line by line, for whoever reads the change. */
import type { FileCounts } from './file-counts.ts'

/** Numbers of the lines, from 1, that a patch of one file adds. */
export function addedLines(patch: string): ReadonlySet<number> {
  const added = new Set<number>()
  let at: number | null = null
  for (const line of patch.split('\n')) {
    const start = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line)?.[1]
    if (start !== undefined) at = Number(start)
    else if (at === null || line.startsWith('\\')) continue
    else if (line.startsWith('+')) added.add(at++)
    else if (line.startsWith(' ')) at += 1
  }
  return added
}

export interface LinesSeen {
  readonly covered: readonly number[]
  readonly uncovered: readonly number[]
}

/**
 * Of these lines, those that hold code which counts. A line is covered when everything that begins on it ran; one on which
 * nothing begins belongs to the innermost statement or function around it.
 */
export function linesSeen(counts: FileCounts, code: string, lines: ReadonlySet<number>): LinesSeen {
  const spans = [
    ...Object.entries(counts.statementMap).map(([key, at]) => ({ at, count: counts.s[key] ?? 0 })),
    ...Object.entries(counts.fnMap).map(([key, { loc }]) => ({ at: loc, count: counts.f[key] ?? 0 })),
  ].map(({ at: { start, end }, count }) => ({ from: start.line, to: end.line, count }))
  const beginning = Map.groupBy(spans, ({ from }) => from)
  const texts = code.split('\n')
  const covered: number[] = []
  const uncovered: number[] = []
  for (const line of [...lines].toSorted((a, b) => a - b)) {
    const own = beginning.get(line)
    if (own === undefined && !holdsCode(texts[line - 1] ?? '')) continue
    const around = own ?? innermost(spans, line)
    if (around.length === 0) continue
    if (around.every(({ count }) => count > 0)) covered.push(line)
    else uncovered.push(line)
  }
  return { covered, uncovered }
}

interface Span {
  readonly from: number
  readonly to: number
  readonly count: number
}

function innermost(spans: readonly Span[], line: number): readonly Span[] {
  const around = spans.filter(({ from, to }) => from <= line && line <= to)
  const least = Math.min(...around.map(({ from, to }) => to - from))
  return around.filter(({ from, to }) => to - from === least)
}

/** More than brackets, blanks and comments. */
const holdsCode = (line: string): boolean =>
  !/^\s*(?:\/\/.*|\/\*.*|\*.*|[\s()[\]{};,]*|else\s*\{?|\}\s*else\s*\{?)$/.test(line)
