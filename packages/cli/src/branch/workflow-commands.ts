/**
 * GitHub Actions reads commands in what a step prints, on stdout and on stderr. What tests, files and branches are called comes from
 * whoever wrote them, so it is data wherever it stands: in a command it is escaped, and elsewhere it can begin none.
 */

import { printable } from '../printable.ts'
import type { Terminal, World } from '../world.ts'
import type { ReportedFinding } from './report.ts'

const levels = { unjudged: 'error', refused: 'error', warning: 'warning', notice: 'notice' } as const

export interface AnnotationPlace {
  /** Folder of the project, from the folder that GitHub checked out; '' where it is the same. */
  readonly folder: string
}

/** A line that GitHub shows at the place which a finding is about. */
export function annotation(finding: ReportedFinding, { folder }: AnnotationPlace): string {
  const { weight, rule, message, remedy, file, line, endLine } = finding
  const where = file === null ? null : folder === '' ? file : `${folder}/${file}`
  return workflowCommand(
    levels[weight],
    {
      file: where,
      line: where === null ? null : line,
      endLine: where === null || line === endLine ? null : endLine,
      title: `sigma gates: ${rule}`,
    },
    `${message}\n${remedy}`,
  )
}

type Properties = Readonly<Record<string, string | number | null>>

export function workflowCommand(name: string, properties: Properties, message: string): string {
  const given = Object.entries(properties).flatMap(([key, value]) =>
    value === null ? [] : [`${key}=${escapedProperty(String(value))}`],
  )
  return `::${name}${given.length === 0 ? '' : ` ${given.join(',')}`}::${escapedData(message)}`
}

const escapedData = (text: string): string =>
  printable(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const escapedProperty = (text: string): string => escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/** The text with what would begin a command taken apart: `::` at the beginning of a line, and `##[` anywhere. */
export const inert = (text: string): string => text.replace(/^(\s*):(?=:)/gm, '$1: ').replace(/##(?=\[)/g, '## ')

/** JSON that says the same, and in which `##[` does not stand. */
export const inertJson = (json: string): string => json.replaceAll('##[', '##\\u005b')

const isJsonLine = /^\{[^\r\n]*\}\n$/

/** A world that prints no command, whatever it is given to print. */
export function withoutCommands(world: World): World {
  const harmless = (text: string): string => (isJsonLine.test(text) ? inertJson(text) : inert(text))
  const quiet = (terminal: Terminal): Terminal => ({ ...terminal, write: (text) => terminal.write(harmless(text)) })
  return { ...world, stdout: quiet(world.stdout), stderr: quiet(world.stderr) }
}
