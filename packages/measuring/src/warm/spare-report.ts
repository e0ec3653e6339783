/** What spare processes said, put together as the report that one `node --test` of the same files writes. */
import type { ProcessResult } from '@sigma/engine'
import { z } from 'zod'

export interface FileRun {
  /** Real path. */
  readonly file: string
  readonly version: string
  readonly lines: readonly SpareLine[]
  readonly result: ProcessResult
}

export interface SpareLine {
  readonly kind: string
  readonly nesting?: number | undefined
  readonly passed?: boolean | undefined
}

/** The rest of a line is passed on as it is: whoever reads the report looks at it. */
export const spareLineSchema: z.ZodType<SpareLine> = z.looseObject({
  kind: z.string(),
  nesting: z.number().optional(),
  passed: z.boolean().optional(),
})

const stderrCharacters = 6_000

export function reportOf(runs: readonly FileRun[]): readonly object[] {
  const version = runs[0]?.version ?? ''
  return [
    { kind: 'open', version },
    ...runs.flatMap((run) => [...testsOf(run), ...fileOf(run)]),
    ...runs.filter(({ result }) => result.stderr !== '').map(stderrOf),
    { kind: 'close' },
  ]
}

/** From Node 24 on a test belongs to the file that was asked for, wherever it is written. */
function testsOf({ file, version, lines }: FileRun): readonly object[] {
  const own = lines.filter(({ kind }) => kind === 'start' || kind === 'done')
  return majorOf(version) >= 24 ? own.map((line) => ({ ...line, file })) : own
}

/** `node --test` reports a file where it holds no tests, or where its process failed and none of its tests did. */
function fileOf({ file, lines, result }: FileRun): readonly object[] {
  const done = lines.filter(({ kind }) => kind === 'done')
  const isSaid = (said: string): boolean => lines.some(({ kind }) => kind === said)
  // Whoever ended the process ended what its tests would have said.
  const isWhole = isSaid('close') || (isSaid('idle') && !isSaid('begun'))
  const passed = result.exit === 0 && isWhole
  const explained = isWhole && done.some((line) => line.nesting === 0 && line.passed === false)
  if (done.length > 0 && (passed || explained)) return []
  const error = { failureType: 'testCodeFailure', name: 'Error', code: null, message: 'test failed', stack: '' }
  const ended = { ...error, exit: result.exit, signal: result.signal }
  const place = { file, writtenIn: file, name: file, nesting: 0, line: 1, column: 1 }
  const outcome = { passed, skip: false, todo: false, suite: false, error: passed ? null : ended }
  return [{ kind: 'done', ...place, ...outcome }]
}

const stderrOf = ({ file, result }: FileRun): object => ({
  kind: 'stderr',
  file,
  text: result.stderr.slice(-stderrCharacters),
})

const majorOf = (version: string): number => Number(/^v(\d+)/.exec(version)?.[1] ?? 0)
