/** How strong tests are, for people: the weakest functions first, with what no test notices in them. */
import type { FunctionStrength, Strength } from '@sigma/measuring'
import { nameText, printableLine } from '../printable.ts'
import { columns, counted, listed } from '../render/columns.ts'
import { formatDuration } from '../render/duration-text.ts'
import type { Measured } from './measuring.ts'

/** Functions that are shown with what no test notices in them, and mutants of each. */
const most = { functions: 20, mutants: 5 }

export function strengthText({ strength, least }: Measured): string {
  const { functions, silent } = strength
  const weak = functions.filter(({ unnoticed }) => unnoticed.length > 0)
  return [
    ...summaryLines(strength, least),
    ...(functions.length === 0 ? [] : ['', ...columns(functions.slice(0, 3 * most.functions).map(rowOf))]),
    ...weak.slice(0, most.functions).flatMap((each) => ['', ...detailLines(each)]),
    ...(weak.length > most.functions ? ['', `${counted(weak.length - most.functions, 'function')} more: --json`] : []),
    ...(silent.length === 0 ? [] : ['', 'These say nothing:']),
    ...silent.map(({ file, why }) => `  ${printableLine(`${nameText(file)}: ${why}`, 240)}`),
  ].join('\n')
}

function summaryLines(
  { share, noticed, unnoticed, untried, unsure, files, durationMs, functions, silent }: Strength,
  least: number,
): readonly string[] {
  const waived = functions.reduce((sum, each) => sum + each.waived, 0)
  const apart = [
    ...(waived > 0 ? [`${waived} waived by a person`] : []),
    ...(untried > 0 ? [`for ${untried} there was no time`] : []),
    ...(unsure > 0 ? [`of ${unsure} the tests can say nothing`] : []),
    formatDuration(durationMs),
  ]
  if (noticed + unnoticed + untried + unsure + waived + silent.length === 0)
    return [`There is nothing to change in ${counted(files.length, 'file')}.`]
  const said =
    share === null
      ? 'Nothing is known of the tests'
      : `Tests notice ${noticed} of ${counted(noticed + unnoticed, 'small change')} (${share} %)`
  const unknown = untried + unsure === 0 ? '' : ', and what is not known counts as not noticed'
  const wanted = least === 0 ? '' : `; at least ${least} % are wanted${unknown}`
  return [`${said} in ${counted(files.length, 'file')}${wanted} (${apart.join(', ')}).`]
}

const rowOf = ({ file, name, line, share, noticed, unnoticed, isReached }: FunctionStrength): readonly string[] => [
  share === null ? '–' : `${share} %`,
  share === null ? '' : `${noticed}/${noticed + unnoticed.length}`,
  printableLine(name === '' ? '(outside of functions)' : name, 60),
  `${nameText(file)}:${line}${isReached ? '' : '  no test runs it'}`,
]

function detailLines({ file, name, unnoticed, isReached }: FunctionStrength): readonly string[] {
  const title = printableLine(`${name === '' ? nameText(file) : name}${isReached ? '' : ': no test runs it'}`, 120)
  const shown = unnoticed
    .slice(0, most.mutants)
    .flatMap(({ line, was, becomes, tests }) => [
      `  ${printableLine(`${nameText(file)}:${line} ${was} → ${becomes === '' ? 'nothing' : becomes}`, 240)}`,
      ...(tests.length === 0 ? [] : [`    ${printableLine(`runs in ${listed(tests, 2)}`, 240)}`]),
    ])
  const left = unnoticed.length - most.mutants
  return [title, ...shown, ...(left > 0 ? [`  ${left} more: --json`] : [])]
}
