/** The report of `sigma gates --base` for people: as lines, or as Markdown for a pull request. */
import type { Weight } from '@sigma/measuring'
import { printableLine } from '../printable.ts'
import { counted } from '../render/columns.ts'
import { formatDuration } from '../render/duration-text.ts'
import type { BranchReport, ReportedFinding } from './report.ts'

const most = 20
const marks: Readonly<Record<Weight, string>> = { unjudged: '?', refused: '✗', warning: '!', notice: '·' }

/** Findings are shown in this order: those that refuse the branch first, then those that are only told. */
const order: readonly Weight[] = ['unjudged', 'refused', 'warning', 'notice']

export function branchText(report: BranchReport): string {
  const { findings } = report
  const shown = order.flatMap((weight) => {
    const all = findings.filter((each) => each.weight === weight)
    const more = all.length - most
    return [
      ...all.slice(0, most).flatMap(findingLines),
      ...(more > 0 ? [`${marks[weight]} … and ${more} more; all are in: sigma gates --base … --json`] : []),
    ]
  })
  return [...shown, ...(shown.length > 0 ? [''] : []), ...sumLines(report)].join('\n')
}

function findingLines({ weight, rule, message, remedy, ...place }: ReportedFinding): readonly string[] {
  const where = placeText(place)
  return [
    `${marks[weight]} ${printableLine(rule)}${where === '' ? '' : `  ${printableLine(where)}`}`,
    `  ${printableLine(message, 600)}`,
    ...(weight === 'notice' ? [] : [`  way out: ${printableLine(remedy, 400)}`]),
  ]
}

export function placeText({ file, line, endLine }: Pick<ReportedFinding, 'file' | 'line' | 'endLine'>): string {
  if (file === null) return ''
  if (line === null) return file
  return `${file}:${line}${endLine === null || endLine === line ? '' : `-${endLine}`}`
}

function sumLines(report: BranchReport): readonly string[] {
  const { verdict, head, base, durationMs } = report
  const mark = { pass: '✓', fail: '✗', unknown: '?' }[verdict]
  const name = head.branch ?? head.commit.slice(0, 10)
  const against = `${printableLine(name)} against ${printableLine(base.ref)} (${base.commit.slice(0, 10)})`
  if (report.isNothing) return [`${mark} nothing to judge: ${against} holds no change`]
  const width = Math.max(...factsOf(report).map(([what]) => what.length))
  return [
    ...factsOf(report).map(([what, text]) => `${what.padEnd(width)}  ${printableLine(text)}`),
    `${mark} ${verdict}  ${against}, ${formatDuration(durationMs)}`,
  ]
}

/** The measurements of a report, each as its name and its text. */
export function factsOf(report: BranchReport): readonly (readonly [what: string, text: string])[] {
  const { tests, coverage, measures, files, runner, confinedBy } = report
  const beside = [
    ...(tests.failed > 0 ? [`${tests.failed} failed`] : []),
    ...(tests.failedBefore > 0 ? [`${tests.failedBefore} of them at the base already`] : []),
    ...(tests.skipped > 0 ? [`${tests.skipped} skipped`] : []),
  ]
  const confined = confinedBy === null ? 'unsandboxed' : `sandboxed (${confinedBy})`
  return [
    [
      'change',
      `${counted(files.source, 'source file')}, ${counted(files.tests, 'test file')}, ${counted(files.others, 'other')}`,
    ],
    ['tests', `${[`${tests.passed} passed`, ...beside].join(', ')} (${runner}; ${confined})`],
    ['demands', demandsText(tests)],
    ...(coverage === null ? [] : [['coverage', coverageText(coverage)] as const]),
    ...(measures === null
      ? []
      : [
          [
            'measures',
            `${risen(measures.before.decisions, measures.after.decisions)} decisions, cognitive complexity ${risen(measures.before.cognitive, measures.after.cognitive)}, ${risen(measures.before.duplicated, measures.after.duplicated)} duplicated tokens in the source files that differ`,
          ] as const,
        ]),
  ]
}

const risen = (before: number, after: number): string => (before === after ? `${after}` : `${before} → ${after}`)

function demandsText({ fresh, failingWithout }: BranchReport['tests']): string {
  if (fresh === 0) return 'no new or changed test'
  const tests = `${fresh} new or changed ${fresh === 1 ? 'test' : 'tests'}`
  if (failingWithout === null) return `${tests}, not run without the change`
  return `${tests}, of which ${failingWithout} ${failingWithout === 1 ? 'fails' : 'fail'} without the change`
}

function coverageText({ covered, total }: NonNullable<BranchReport['coverage']>): string {
  if (total === 0) return 'no changed line holds code that counts'
  return `${covered} of ${total} changed lines run by tests (${Math.floor((100 * covered) / total)} %)`
}
