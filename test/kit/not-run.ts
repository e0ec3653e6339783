/** Tells at the end of a run of the tests what this machine could not play, apart from what failed. */
import type { Reporter, TestModule } from 'vitest/node'
import { absences, remedyOf } from '../../scripts/machine.js'

type Absence = ReturnType<typeof absences>[number]

/** How many tests were not run for want of each. */
type Counts = ReadonlyMap<string, number>

// biome-ignore lint/style/noDefaultExport: vitest takes a reporter from there
export default class NotRun implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = countsOf(modules.flatMap((module) => [...module.children.allTests('skipped')].map(noteOf)))
    if (counts.size === 0) return
    const isCi = !['', '0', 'false'].includes(process.env['CI'] ?? '')
    process.stderr.write(`\n${notRunText(counts, absences(), isCi)}\n\n`)
    if (isCi) process.exitCode = 1
  }
}

type Skipped = ReturnType<TestModule['children']['allTests']> extends Iterable<infer Case> ? Case : never

function noteOf(test: Skipped): string {
  const result = test.result()
  return result.state === 'skipped' ? (result.note ?? '') : ''
}

/** Counts the notes that `needs()` leaves; other tests were left out by whoever chose what is run. */
function countsOf(notes: readonly string[]): Counts {
  const counts = new Map<string, number>()
  for (const note of notes) {
    const [, needed] = /^needs (.+)$/.exec(note) ?? []
    for (const need of needed?.split(', ') ?? []) counts.set(need, (counts.get(need) ?? 0) + 1)
  }
  return counts
}

export function notRunText(counts: Counts, absent: readonly Absence[], isCi: boolean): string {
  const wanted = absent.filter(({ need }) => counts.has(need))
  return [
    `not run here${isCi ? ', which counts as failed in CI' : ''}:`,
    ...[...counts].map(([need, count]) => {
      const why = wanted.find((each) => each.need === need)?.why
      return `  ${count} ${count === 1 ? 'test needs' : 'tests need'} ${need}${why === undefined ? '' : ` (${why})`}`
    }),
    `hint: ${remedyOf(wanted)}`,
  ].join('\n')
}
