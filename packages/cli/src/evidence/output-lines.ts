import { printable } from '../printable.ts'

const longest = 160

/** The first and the last lines of what a program printed, set in; never more than `most`. */
export function outputLines(text: string, most: number, where: string): readonly string[] {
  const lines = printable(text)
    .trim()
    .split('\n')
    .map((line) => `  ${line.length > longest ? `${line.slice(0, longest - 1)}…` : line}`.trimEnd())
  if (lines.length <= most) return lines
  const half = Math.floor(most / 2)
  return [...lines.slice(0, half), `  … ${lines.length - 2 * half} lines more: ${where} …`, ...lines.slice(-half)]
}
