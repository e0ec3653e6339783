/** What a gate measured beside the run of the suite, for people: a second run, the tests without the work, the numbers. */
import type { Evidence } from '@sigma/measuring'
import { printableLine } from '../printable.ts'
import { counted } from '../render/columns.ts'
import { formatDuration } from '../render/duration-text.ts'
import { type Fact, some } from '../render/facts.ts'

/** `where`: the command that shows all of it. */
export function furtherProofs(evidence: Evidence, where: string): readonly Fact[] {
  return [
    { name: 'again', lines: againLines(evidence) },
    { name: 'replayed', lines: replayedLines(evidence) },
    { name: 'taken back', lines: takenBackLines(evidence) },
    { name: 'measures', lines: measureLines(evidence) },
    { name: 'assertions', lines: some(testChangeLines(evidence), 40, where) },
  ]
}

function againLines({ again }: Evidence): readonly string[] {
  if (again === null || again === undefined) return []
  const { how, exit, durationMs, flaky, signs, files } = again
  const same = flaky.length === 0 ? 'said the same' : `said otherwise of ${flaky.join(', ')}`
  const of = files === undefined ? '' : ` of ${counted(files.length, 'test file')}`
  return [
    `a second run${of}${ways[how]} ${same} (exit ${exit ?? '?'}, ${formatDuration(durationMs)})`,
    ...signs.map((sign) => `could see that it was tested: ${sign}`),
  ]
}

const ways: Readonly<Record<NonNullable<Evidence['again']>['how'], string>> = {
  plain: '',
  recorded: ' with the source in other letters',
  disguised: ' that hid that it was a test',
  emptied: ' with stubs that return nothing',
}

function replayedLines({ replayed }: Evidence): readonly string[] {
  if (replayed === null || replayed === undefined) return []
  const { calls, compared, others } = replayed
  const share = calls === 0 ? '' : ` (${Math.floor((100 * compared) / calls)} %)`
  return [
    `${compared} of ${counted(calls, 'call')} made again where no test is${share}`,
    ...others.map(({ why, calls: count }) => printableLine(`not compared, ${count}: ${why}`, 300)),
  ]
}

function takenBackLines({ takenBack }: Evidence): readonly string[] {
  if (takenBack === null || takenBack === undefined) return []
  const { commit, tests, failed } = takenBack
  return [
    `with the source of ${commit.slice(0, 10)}: ${failed.length} of ${counted(tests.length, 'new test')} failed again`,
    ...tests.filter((id) => !failed.includes(id)).map((id) => `✗ ${id} passes without the implementation`),
  ]
}

function measureLines({ measures }: Evidence): readonly string[] {
  if (measures === null || measures === undefined) return []
  const { before, after } = measures
  const numbers = (['decisions', 'cognitive', 'duplicated', 'tokens'] as const).map(
    (name) => `${name} ${before[name]} → ${after[name]}`,
  )
  return [
    `${numbers.join(', ')} (${counted(after.files.length, 'file')})`,
    ...(after.worst === null ? [] : [`hardest: ${after.worst.place}, ${after.worst.cyclomatic} ways through it`]),
    ...after.copies.map((copy) => `copied: ${copy}`),
    ...after.unread.map((file) => `not measured: ${file}`),
  ]
}

/** A semantic difference of the tests: what each asserted before, and does now. */
function testChangeLines({ testChanges }: Evidence): readonly string[] {
  return (testChanges ?? []).flatMap(({ file, test, kind, before, after }) => [
    printableLine(`${kind}: ${file} › ${test}`, 200),
    ...(before === null ? [] : [printableLine(`  - ${before}`, 200)].map((line) => `  ${line}`)),
    ...(after === null ? [] : [printableLine(`  + ${after}`, 200)].map((line) => `  ${line}`)),
  ])
}
