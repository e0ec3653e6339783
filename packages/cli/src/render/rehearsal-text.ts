import type { CheckTried, Rehearsal, RehearsalFailure } from '@sigma/engine'
import { printableLine } from '../printable.ts'
import { counted } from './columns.ts'

const mostShown = 20
const oneLine = (text: string): string => printableLine(text, 301)

/** A few lines: what failed and where, then the sum. */
export function rehearsalText(rehearsal: Rehearsal): string {
  const { failures, problem } = rehearsal
  const shown = failures.slice(0, mostShown).flatMap(failureLines)
  const more = failures.length - mostShown
  return [
    ...shown,
    ...(more > 0 ? [`… and ${more} more; all are in: sigma gates --json`] : []),
    ...(problem === null ? [] : [`? ${oneLine(problem.message)}`, `  ${oneLine(problem.remedy)}`]),
    sumLine(rehearsal),
    ...(rehearsal.checks ?? []).flatMap(checkLines),
  ].join('\n')
}

const marks = { passed: '✓', failed: '✗', 'cannot-run': '?' } as const
const mostLines = 60

function checkLines({ command, outcome, why, said }: CheckTried): readonly string[] {
  const words = { passed: 'passes', failed: 'fails', 'cannot-run': `cannot be run: ${why ?? ''}` }[outcome]
  const lines = said === '' ? [] : said.split('\n')
  const more = lines.length - mostLines
  return [
    oneLine(`${marks[outcome]} ${command}: ${words}`),
    ...lines.slice(0, mostLines).map((line) => `  ${oneLine(line)}`.trimEnd()),
    ...(more > 0 ? [`  … and ${more} more lines; all are in: sigma gates --checks --json`] : []),
  ]
}

function failureLines({ what, message, place }: RehearsalFailure): readonly string[] {
  return [`✗ ${oneLine(what)}`, `  ${place === null ? '' : `${place}  `}${oneLine(message)}`]
}

function sumLine({ outcome, passed, failed, skipped, tests, failures, ran, kept, how, durationMs }: Rehearsal): string {
  const mark = { passed: '✓', failed: '✗', unknown: '?' }[outcome]
  const outside = failures.filter(({ what }) => !(what in tests)).length
  const counts = [
    `${passed} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(outside > 0 ? [`${counted(outside, 'error')} outside of tests`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ].join(', ')
  const files = kept === 0 ? counted(ran.length, 'test file') : `${counted(ran.length, 'test file')}, ${kept} unchanged`
  return `${mark} ${counts} (${files}; ${how}, ${durationMs} ms)`
}
