import { z } from 'zod'
import { printable, printableLine } from '../printable.ts'

const shownLines = 24

/** Of what a gate keeps, what is worth a look. */
const testRunSchema = z.object({
  commit: z.string(),
  after: z.object({
    runner: z.string(),
    version: z.string().nullable(),
    exit: z.number().nullable(),
    tests: z.array(
      z.object({ id: z.string(), state: z.string(), failure: z.object({ message: z.string() }).nullable() }),
    ),
    faults: z.array(z.object({ kind: z.string(), file: z.string(), message: z.string() })),
  }),
})

/** What of stored evidence is worth a look: a gate's test run test by test, of other text its first and last lines. */
export function evidenceExcerpt(blob: Uint8Array): string {
  const text = new TextDecoder().decode(blob)
  const run = testRunSchema.safeParse(parsed(text))
  const lines = run.success ? testRunLines(run.data) : printable(withoutHeader(text)).trim().split('\n')
  return shortened(lines.map((line) => (line.length > 160 ? `${line.slice(0, 159)}…` : line)))
}

function testRunLines({ commit, after }: z.infer<typeof testRunSchema>): readonly string[] {
  const failed = after.tests.filter(({ state }) => state === 'failed')
  const others = after.tests.filter(({ state }) => state !== 'failed')
  return [
    `${after.runner} ${after.version ?? ''} at ${commit.slice(0, 10)}, exit ${after.exit ?? 'by a signal'}`,
    ...after.faults.map(({ kind, file, message }) => `✗ ${file}: ${kind}: ${message}`),
    ...failed.map(({ id, failure }) => `✗ ${id}: ${failure?.message ?? ''}`),
    ...others.map(
      ({ id, state }) => `${state === 'passed' ? '✓' : '-'} ${id}${state === 'passed' ? '' : ` (${state})`}`,
    ),
  ].map((line) => printableLine(line))
}

/** Of a refused change the difference tells more than the record before it, whose findings are shown anyway. */
function withoutHeader(text: string): string {
  const end = text.startsWith('{') ? text.indexOf('\n}\n\n') : -1
  return end < 0 ? text : text.slice(end + '\n}\n\n'.length)
}

function shortened(lines: readonly string[]): string {
  if (lines.length <= shownLines) return lines.join('\n')
  const half = shownLines / 2
  return [...lines.slice(0, half), `… ${lines.length - shownLines} lines …`, ...lines.slice(-half)].join('\n')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
