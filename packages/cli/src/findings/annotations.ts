/** Findings of a run where GitHub shows them: lines at the places that they are about. */
import type { Checker, Fault, RunFindings } from '@sigma/engine'
import { workflowCommand } from '../branch/workflow-commands.ts'
import { printable } from '../printable.ts'

export interface AnnotationsAt {
  /** The command, for titles. */
  readonly command: string
  readonly run: string
  /** Folder of the repository, from the folder that GitHub checked out; empty where it is the same. */
  readonly folder: string
}

/** GitHub shows as many of a step, of each level. */
const most = 10

/** At most ten lines of each level, and one that says how many more there are. */
export function annotationsOf({ checkers }: RunFindings, at: AnnotationsAt): readonly string[] {
  const errors = checkers.flatMap((each) => [
    ...each.faults.map((fault) => faultLine(each, fault, at)),
    ...(each.outcome === 'unjudged' ? reasonLines('error', each, at) : []),
  ])
  const warnings = checkers.flatMap((each) =>
    each.outcome === 'skipped' || each.outcome === 'not-checked' ? reasonLines('warning', each, at) : [],
  )
  const more = Math.max(0, errors.length - most) + Math.max(0, warnings.length - most)
  const title = `sigma ${at.command}`
  return [
    ...errors.slice(0, most),
    ...warnings.slice(0, most),
    ...(more === 0 ? [] : [workflowCommand('notice', { title }, `${more} more: sigma why ${at.run} --sarif has all.`)]),
  ]
}

function faultLine(
  { name }: Checker,
  { rule, message, remedy, file, line }: Fault,
  { command, folder }: AnnotationsAt,
) {
  const path = folder === '' ? file : `${folder}/${file}`
  return workflowCommand(
    'error',
    {
      file: file === '' ? null : path,
      line: file === '' ? null : line,
      title: cut(`sigma ${command}: ${name}: ${rule}`, 200),
    },
    cut(remedy === '' ? message : `${message}\n${remedy}`, 2_000),
  )
}

const reasonLines = (level: string, { name, reasons }: Checker, { command }: AnnotationsAt): readonly string[] =>
  reasons.map(({ rule, message, remedy }) =>
    workflowCommand(
      level,
      { title: cut(`sigma ${command}: ${name}: ${rule}`, 200) },
      cut(`${message}\n${remedy}`, 2_000),
    ),
  )

function cut(text: string, width: number): string {
  const characters = [...printable(text)]
  return characters.length <= width ? characters.join('') : `${characters.slice(0, width - 1).join('')}…`
}
