/** What a gate saw, for people: what was judged, what ran, which tests said what, and under which names it is kept. */
import type { CheckSeen, Evidence } from '@sigma/measuring'
import type { BlobRef } from '@sigma/protocol'
import { nameText, printableLine } from '../printable.ts'
import { formatDuration } from '../render/duration-text.ts'
import { type Fact, some } from '../render/facts.ts'
import { shortName } from './blob-name.ts'
import { furtherProofs } from './further-proofs.ts'
import { mutantLines } from './mutant-lines.ts'
import { outputLines } from './output-lines.ts'
import { testSets } from './test-sets.ts'

/** `brief`: what a refusal is about. `whole`: all that was measured. */
export type Extent = 'brief' | 'whole'

export interface EvidenceView {
  readonly extent: Extent
  readonly name: BlobRef
  readonly blob: (ref: BlobRef) => Uint8Array
}

export function gateFacts(evidence: Evidence, view: EvidenceView): readonly Fact[] {
  const all = [
    { name: 'commit', lines: commitLines(evidence) },
    { name: 'ran', lines: ranLines(evidence.after, view) },
    { name: 'stands', lines: standLines(evidence.after, view) },
    { name: 'tests', lines: testLines(evidence, view) },
    { name: 'checks', lines: checkLines(evidence) },
    {
      name: 'mutants',
      lines: mutantLines(evidence, view.extent === 'brief' ? 12 : 40, `sigma why ${shortName(view.name)}`),
    },
    ...(view.extent === 'brief' ? [] : furtherFacts(evidence, view)),
  ]
  return all.filter(({ lines }) => lines.length > 0)
}

function furtherFacts(evidence: Evidence, view: EvidenceView): readonly Fact[] {
  const { after, before, changes, patch } = evidence
  const changed = changes.map(({ status, path }) => `${status} ${nameText(path)}`)
  return [
    ...furtherProofs(evidence, `sigma why ${shortName(view.name)}`),
    { name: 'coverage', lines: coverageLines(evidence) },
    { name: 'changed', lines: some(changed, 20, `sigma why ${shortName(view.name)}`) },
    { name: 'patch', lines: patch === null ? [] : [shortName(patch)] },
    { name: 'sha256 of', lines: hashLines(evidence, view) },
    { name: 'output', lines: outputOf(after, view) },
    { name: 'before', lines: before?.output === undefined ? [] : [`${shortName(before.output)}  (printed then)`] },
  ]
}

function commitLines({ commit, from, sourceFrom }: Evidence): readonly string[] {
  const against = from === null ? '' : `, against ${from.slice(0, 10)}`
  const source = sourceFrom === null ? '' : `, with the source of ${sourceFrom.slice(0, 10)}`
  return [`${commit.slice(0, 10)}${against}${source}`]
}

/** Test files that were not run, by the evidence that they stand by, and why the others were. */
function standLines({ stood, ran = [], why = '' }: Evidence['after'], { extent }: EvidenceView): readonly string[] {
  if (stood === undefined) return why === '' ? [] : [`every test file was run: ${printableLine(why, 200)}`]
  const places = Map.groupBy(stood, ({ commit, evidence }) =>
    [commit.slice(0, 10), ...(evidence === null ? [] : [`sigma why ${shortName(evidence)}`])].join(', '),
  )
  const most = extent === 'brief' ? 3 : 40
  return [
    `${ran.length} of ${ran.length + stood.length} test files were run: ${printableLine(why, 200)}`,
    ...some(
      ran.map((file) => `ran     ${nameText(file)}`),
      most,
      'in the evidence',
    ),
    ...[...places].map(([place, files]) => `${files.length} stand as they were measured at ${place}`),
  ]
}

function ranLines(run: Evidence['after'], { extent }: EvidenceView): readonly string[] {
  const { command, runner, version, exit, signal, durationMs, problem } = run
  const ended = `exit ${exit ?? signal ?? '?'}, ${formatDuration(durationMs)}`
  return [
    `${runner} ${version ?? ''}: ${command.length === 0 ? 'nothing to run' : ended}`,
    ...(problem === null ? [] : [`✗ ${problem.rule}: ${problem.message}`]),
    ...(extent === 'brief' || command.length === 0 ? [] : [printableLine(command.map(lastPart).join(' '), 400)]),
  ]
}

/** Sigma's own files have long paths, of which only the end says something. */
const lastPart = (word: string): string => word.replace(/^(--[\w-]+=)?\/.*\/([^/]+)$/, '$1…/$2')

function testLines(evidence: Evidence, { extent, name }: EvidenceView): readonly string[] {
  const { failing, passing, skipped, vanished, new: fresh } = testSets(evidence)
  const { tests, faults, empty, focused, leftOut = [] } = evidence.after
  const unseen = leftOut.map(({ file }) => file)
  const failures = new Map(tests.map(({ id, failure }) => [id, failure?.message ?? '']))
  const isNew = (id: string): string => (fresh.includes(id) ? ' (new)' : '')
  const where = `sigma why ${shortName(name)}`
  const listed = (mark: string, ids: readonly string[], more: (id: string) => string): readonly string[] =>
    some(
      ids.map((id) => printableLine(`${mark} ${id}${more(id)}`, 240)),
      extent === 'brief' ? 12 : 40,
      where,
    )
  return [
    `${sumText(passing.after, failing.after, skipped.after)}${evidence.before === null ? '' : `; before: ${sumText(passing.before, failing.before, skipped.before)}`}`,
    ...faults.map(({ file, kind, message }) => printableLine(`✗ ${file}: ${kind}: ${message}`, 240)),
    ...listed('✗', failing.after, (id) => `${isNew(id)}: ${failures.get(id)}`),
    ...listed('✓', passing.after, isNew),
    ...listed('-', skipped.after, (id) => `${isNew(id)} (skipped)`),
    ...listed('!', vanished, () => ' (vanished)'),
    ...listed('!', empty, () => ' (no test in it)'),
    ...listed('!', unseen, () => ' (left out by the configuration of the runner)'),
    ...listed('!', focused, () => ' (runs alone)'),
  ]
}

const checkWords: Readonly<Record<CheckSeen['stands'], string>> = {
  passes: '✓ passes',
  fails: '✗ fails; it passed before',
  grew: '✗ fails with more than before',
  broken: '✗ failed before, and says no more what it found then',
  unclear: '- failed before already, and cannot be compared',
  'failed-before': '- failed before already',
  'cannot-run': '- cannot be run',
}

/** The project's own checks, each with the name of what it printed. */
function checkLines({ checks }: Evidence): readonly string[] {
  return (checks ?? []).map(({ command, stands, why, asAtHead, output, durationMs }) => {
    const known = asAtHead === undefined ? '' : `; as at HEAD in changed files: ${asAtHead}`
    const said = `${checkWords[stands]}${known}${why === null ? '' : `: ${why}`}`
    const printed = output === null ? '' : `  ${shortName(output)}`
    return printableLine(`${command}: ${said} (${formatDuration(durationMs)})${printed}`, 240)
  })
}

const sumText = (passing: readonly string[], failing: readonly string[], skipped: readonly string[]): string =>
  [
    `${passing.length} passed`,
    `${failing.length} failed`,
    ...(skipped.length > 0 ? [`${skipped.length} skipped`] : []),
  ].join(', ')

function coverageLines({ coverage, coveredFiles }: Evidence): readonly string[] {
  if (coverage === null) return coveredFiles?.length === 0 ? ['nothing of this work to cover'] : []
  const parts = Object.entries(coverage).map(([dimension, { pct }]) => `${dimension} ${pct} %`)
  const of = (coveredFiles ?? []).map(nameText)
  return [parts.join(', '), ...some(of, 10, 'in the evidence')]
}

function hashLines({ testFiles, sourceFiles, laid }: Evidence, { name }: EvidenceView): readonly string[] {
  const lines = Object.entries({ ...testFiles, ...sourceFiles, ...laid })
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, hash]) => `${nameText(path)}  ${shortName(hash)}`)
  return some(lines, 20, `sigma why ${shortName(name)}`)
}

function outputOf({ output }: Evidence['after'], view: EvidenceView): readonly string[] {
  if (output === undefined) return []
  return [
    shortName(output),
    ...outputLines(new TextDecoder().decode(view.blob(output)), 24, `sigma why ${shortName(output)}`),
  ]
}
