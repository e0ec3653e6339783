/** What `sigma init` found out of a project, in a line each. */
import { leastVersions } from '@sigma/measuring'
import type { Inspection } from '../inspection/inspection.ts'
import { printableLine } from '../printable.ts'
import { counted, listed } from '../render/columns.ts'

import type { ProposedChecks } from './checks/proposed-checks.ts'

export type Row = readonly [name: string, text: string]

const widest = 160

export function foundRows(inspection: Inspection, { checks, format }: ProposedChecks): readonly Row[] {
  const { tests, source, words } = inspection
  const checksText = [...checks, ...(format === null ? [] : [`formatted by ${format}`])].join(', ')
  return [
    ['package', packageText(inspection)],
    ['runner', runnerText(inspection)],
    ...nodeTexts(inspection).map((text) => ['node', text] as const),
    [
      'tests',
      `${listed(tests.globs, 4)} (${tests.files.length === 0 ? 'no file yet' : counted(tests.files.length, 'file')})`,
    ],
    [
      'source',
      `${listed(source.globs, 4)} (${source.files.length === 0 ? 'no file yet' : counted(source.files.length, 'file')})`,
    ],
    ...(checksText === '' ? [] : [['checks', checksText] as const]),
    ...(words.length === 0
      ? []
      : [['words', `${listed(words, 3)}: told to agents once you confirm them (sigma trust)`] as const]),
  ]
}

/** Names in columns; a further line of the same name stands below it. */
export function rowsText(rows: readonly Row[]): readonly string[] {
  return rows.map(([name, text], at) => {
    const shown = rows[at - 1]?.[0] === name ? '' : name
    return `${shown.padEnd(8)} ${printableLine(text, name === 'next' ? undefined : widest)}`
  })
}

function packageText({ name, folder, members, manager }: Inspection): string {
  const where = folder === '' ? (members.length === 0 ? '' : `, all of ${members.length} packages`) : ` in ${folder}`
  const isOne = folder !== '' && members.length > 1
  return `${name ?? 'without a name'}${where}${isOne ? `, one of ${members.length}` : ''}; ${manager.name}`
}

function runnerText({ runner, named, others, version }: Inspection): string {
  const where =
    named === null ? 'nothing names another' : `${named.by}${named.folder === '' ? '' : ` in ${named.folder}`}`
  const number = version?.installed ?? version?.wanted ?? null
  const least = runner === 'node:test' ? null : leastVersions[runner]
  const state = version?.isTooOld === true ? `; Sigma runs ${runner} ${least} and newer` : ''
  const beside = others.length === 0 ? '' : `; ${others.join(', ')} is used too, and its tests are not run`
  return `${runner}${number === null ? '' : ` ${number}`} (${where})${state}${beside}`
}

function nodeTexts({ node: { given, leftOut }, named }: Inspection): readonly string[] {
  const script = named?.by ?? 'the script'
  return [
    ...(given.length === 0 ? [] : [`tests.node is ${given.join(' ')}, as ${script} has it`]),
    ...(leftOut.length === 0
      ? []
      : [
          `${listed(leftOut, 3)} of ${script} is not given to tests: tests.node takes what loads code or switches the language`,
        ]),
  ]
}
