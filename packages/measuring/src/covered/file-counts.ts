/** Counts of one file in istanbul's shape, in which every form of coverage ends. */
import type { FileCoverageData, Location, Range as Span } from 'istanbul-lib-coverage'
import { z } from 'zod'
import type { Range } from './unchanged.ts'

/** Lines from 1, columns from 0; an infinite column means the end of its line. */
export type FileCounts = Omit<FileCoverageData, 'path'>

/** JSON has no infinite numbers. */
const column = z.number().nullable()
const place = z.object({ line: z.number(), column: column.transform((at) => at ?? Number.POSITIVE_INFINITY) })
const span = z.object({ start: place, end: place })
/** Istanbul writes `{}` for the `else` that is not there. */
const missingSpan = z.object({ start: z.object({}).strict(), end: z.object({}).strict() }).transform(() => null)
const count = z.number().min(0)

const shape = z.object({
  statementMap: z.record(z.string(), span),
  fnMap: z.record(
    z.string(),
    z.object({ name: z.string(), decl: span, loc: span }).transform((each) => ({ ...each, line: each.loc.start.line })),
  ),
  branchMap: z.record(
    z.string(),
    z
      .object({ type: z.string(), loc: span, locations: z.array(z.union([span, missingSpan])) })
      .transform(({ type, loc, locations }) => ({
        type,
        loc,
        locations: locations.map((each) => each ?? loc),
        line: loc.start.line,
      })),
  ),
  s: z.record(z.string(), count),
  f: z.record(z.string(), count),
  b: z.record(z.string(), z.array(count)),
})

/** Null: a dimension lacks, or something that is counted has no number. */
export function readFileCounts(value: unknown): FileCounts | null {
  const { data } = shape.safeParse(value)
  if (data === undefined) return null
  const isWhole =
    sameKeys(data.statementMap, data.s) && sameKeys(data.fnMap, data.f) && sameKeys(data.branchMap, data.b)
  return isWhole ? data : null
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
    const [from, to] = [offsetAt(start), offsetAt(end)]
    const endLine = offsetAt({ line: end.line, column: 0 })
    // A span that begins within a range ends there too: a `,` behind a member must not make its end of line another's.
    const endsIn = (range: Range): boolean =>
      to <= range.end ||
      (!Number.isFinite(end.column) && range.start < from && from < range.end && endLine <= range.end)
    return !ranges.some((range) => range.start <= from && endsIn(range))
  }
  const statementMap = filtered(counts.statementMap, (_, at) => isOwn(at))
  const fnMap = filtered(counts.fnMap, (_, { loc }) => isOwn(loc))
  const branchMap = filtered(counts.branchMap, (_, { loc }) => isOwn(loc))
  return {
    statementMap,
    fnMap,
    branchMap,
    s: filtered(counts.s, (key) => Object.hasOwn(statementMap, key)),
    f: filtered(counts.f, (key) => Object.hasOwn(fnMap, key)),
    b: filtered(counts.b, (key) => Object.hasOwn(branchMap, key)),
  }
}

const filtered = <Value>(
  record: Readonly<Record<string, Value>>,
  isKept: (key: string, value: Value) => boolean,
): Record<string, Value> => Object.fromEntries(Object.entries(record).filter(([key, value]) => isKept(key, value)))

function offsetsOf(code: string): (place: Location) => number {
  const starts = [0]
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) starts.push(at + 1)
  return ({ line, column }) => {
    const start = starts[line - 1] ?? code.length
    const end = starts[line] === undefined ? code.length : starts[line] - 1
    return Math.min(start + column, end)
  }
}
