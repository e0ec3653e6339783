/** Counts of one file in istanbul's shape, in which every form of coverage ends. */
import type { FileCoverageData } from 'istanbul-lib-coverage'
import { z } from 'zod'
import type { Range } from './unchanged.ts'

/** Lines from 1, columns from 0; a column that is no number means the end of its line. */
export interface Place {
  readonly line: number
  readonly column: number | null
}

export interface Span {
  readonly start: Place
  readonly end: Place
}

export interface FileCounts {
  readonly statementMap: Readonly<Record<string, Span>>
  readonly fnMap: Readonly<Record<string, { readonly name: string; readonly decl: Span; readonly loc: Span }>>
  readonly branchMap: Readonly<
    Record<string, { readonly type: string; readonly loc: Span; readonly locations: readonly Span[] }>
  >
  readonly s: Readonly<Record<string, number>>
  readonly f: Readonly<Record<string, number>>
  readonly b: Readonly<Record<string, readonly number[]>>
}

const place = z.object({ line: z.number(), column: z.number().nullable() })
const span: z.ZodType<Span> = z.object({ start: place, end: place })
/** Istanbul writes `{}` for the `else` that is not there. */
const missingSpan = z.object({ start: z.object({}).strict(), end: z.object({}).strict() })
const count = z.number().min(0)

const shape = z.object({
  statementMap: z.record(z.string(), span),
  fnMap: z.record(z.string(), z.object({ name: z.string(), decl: span, loc: span })),
  branchMap: z.record(
    z.string(),
    z.object({ type: z.string(), loc: span, locations: z.array(z.union([span, missingSpan])) }),
  ),
  s: z.record(z.string(), count),
  f: z.record(z.string(), count),
  b: z.record(z.string(), z.array(count)),
})

/** Null: a dimension lacks, or something that is counted has no number. */
export function readFileCounts(value: unknown): FileCounts | null {
  const read = shape.safeParse(value)
  if (!read.success) return null
  const { branchMap, ...rest } = read.data
  const { statementMap, fnMap, s, f, b } = rest
  const isWhole = sameKeys(statementMap, s) && sameKeys(fnMap, f) && sameKeys(branchMap, b)
  if (!isWhole) return null
  const branches = Object.entries(branchMap).map(([key, { type, loc, locations }]) => {
    const placed = locations.map((each) => ('line' in each.start ? span.parse(each) : loc))
    return [key, { type, loc, locations: placed }] as const
  })
  return { ...rest, branchMap: Object.fromEntries(branches) }
}

function sameKeys(map: object, counts: object): boolean {
  const keys = Object.keys(map)
  return keys.length === Object.keys(counts).length && keys.every((key) => Object.hasOwn(counts, key))
}

/** Without what lies in one of the ranges (offsets in `code`): it is somebody else's. */
export function without(counts: FileCounts, code: string, ranges: readonly Range[]): FileCounts {
  if (ranges.length === 0) return counts
  const offsetAt = offsetsOf(code)
  const isOwn = ({ start, end }: Span): boolean => {
    const [from, to] = [offsetAt(start, 0), offsetAt(end, Number.MAX_SAFE_INTEGER)]
    const endLine = offsetAt({ line: end.line, column: 0 }, 0)
    // What begins within a range ends there: `,` behind a member must not make its end of line another's.
    const endsIn = (range: Range): boolean =>
      to <= range.end || (end.column === null && range.start < from && from < range.end && endLine <= range.end)
    return !ranges.some((range) => range.start <= from && endsIn(range))
  }
  const statements = Object.entries(counts.statementMap).filter(([, at]) => isOwn(at))
  const functions = Object.entries(counts.fnMap).filter(([, { loc }]) => isOwn(loc))
  const branches = Object.entries(counts.branchMap).filter(([, { loc }]) => isOwn(loc))
  return {
    statementMap: Object.fromEntries(statements),
    fnMap: Object.fromEntries(functions),
    branchMap: Object.fromEntries(branches),
    s: only(counts.s, statements),
    f: only(counts.f, functions),
    b: only(counts.b, branches),
  }
}

function only<Value>(
  counts: Readonly<Record<string, Value>>,
  kept: readonly (readonly [string, unknown])[],
): Readonly<Record<string, Value>> {
  const keys = new Set(kept.map(([key]) => key))
  return Object.fromEntries(Object.entries(counts).filter(([key]) => keys.has(key)))
}

/** `whole` stands for a column that is no number. */
function offsetsOf(code: string): (place: Place, whole: number) => number {
  const starts = [0]
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) starts.push(at + 1)
  return ({ line, column }, whole) => {
    const start = starts[line - 1] ?? code.length
    const end = starts[line] === undefined ? code.length : starts[line] - 1
    return Math.min(start + (column ?? whole), end)
  }
}

/** For istanbul's own library. */
export function asIstanbul(path: string, counts: FileCounts): FileCoverageData {
  const at = ({ line, column }: Place) => ({ line, column: column ?? Number.POSITIVE_INFINITY })
  const from = ({ start, end }: Span) => ({ start: at(start), end: at(end) })
  return {
    path,
    statementMap: mapped(counts.statementMap, from),
    fnMap: mapped(counts.fnMap, ({ name, decl, loc }) => ({
      name,
      decl: from(decl),
      loc: from(loc),
      line: loc.start.line,
    })),
    branchMap: mapped(counts.branchMap, ({ type, loc, locations }) => ({
      type,
      loc: from(loc),
      locations: locations.map(from),
      line: loc.start.line,
    })),
    s: { ...counts.s },
    f: { ...counts.f },
    b: mapped(counts.b, (each) => [...each]),
  }
}

const mapped = <From, To>(record: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
