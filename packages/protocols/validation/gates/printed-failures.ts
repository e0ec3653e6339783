/** Reads failures in what a check printed: one for each line that names a file of the project, else one for the whole. */
import { bounded, readPrinted } from '@sigma/measuring'
import type { Found } from './seen.ts'

interface Printed {
  /** As configured. */
  readonly command: string
  readonly exit: number | null
  readonly printed: string
}

/** `folder` is where the command ran, relative to the root. */
export function printedFailures(
  { command, exit, printed }: Printed,
  files: ReadonlySet<string>,
  folder: string,
): readonly Found[] {
  const suggestion = `Run \`${command}\`, and mend what it names.`
  const lines = readPrinted(printed, files, folder).filter(({ isFinding }) => isFinding)
  if (lines.length === 0) return [{ ...own, name: command, message: endOf(printed, exit), suggestion }]
  return lines.map(({ file, message }) => ({
    ...own,
    file: file ?? '',
    name: command,
    message: withoutPosition(message),
    line: lineIn(message),
    suggestion,
  }))
}

const own = { kind: 'check', file: '', line: null, severity: 'high' } as const

const endOf = (printed: string, exit: number | null): string =>
  `It ends with ${exit}${printed.trim() === '' ? ' and prints nothing.' : `: ${bounded(printed.trim().slice(-1_000), 1_000)}`}`

/** Where a line begins with a position, as most tools print it: `(3,5): …`, `:3:5: …`, `  3:5  …`. */
const position = /^[\s:([]*(?:line )?(\d{1,7})[:,]\d{1,7}[)\]]?[:\s]*/

const lineIn = (message: string): number | null => {
  const line = Number(position.exec(message)?.[1] ?? 0)
  return line > 0 ? line : null
}

/** The same finding a line further down is the same one (VAL-75). */
const withoutPosition = (message: string): string => message.replace(position, '').trim() || message.trim()
