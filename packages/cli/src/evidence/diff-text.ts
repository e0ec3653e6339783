/** What a run changed, for people. */
import type { FileDifference, WorkCommit } from '@sigma/runtime'
import { nameText, printable, printableLine } from '../printable.ts'
import { columns, counted } from '../render/columns.ts'
import type { World } from '../world.ts'

/** One row a file: status, path, lines, and the phases that wrote it. */
export function filesText(files: readonly FileDifference[], commits: readonly WorkCommit[]): string {
  const rows = files.map((file) => [file.status, nameText(file.path), linesText(file), writersOf(file.path, commits)])
  return columns(rows).join('\n')
}

export function sumText(files: readonly FileDifference[]): string {
  const sum = (of: (file: FileDifference) => number | null): number =>
    files.reduce((total, file) => total + (of(file) ?? 0), 0)
  const added = counted(
    sum((file) => file.added),
    'line',
  )
  return `${counted(files.length, 'file')} changed, ${added} added, ${sum((file) => file.removed)} removed`
}

function linesText({ added, removed }: FileDifference): string {
  if (added === null || removed === null) return 'binary'
  return [...(added > 0 ? [`+${added}`] : []), ...(removed > 0 ? [`-${removed}`] : [])].join(' ')
}

/** `RED C1, GREEN C1`: each once, in order. */
function writersOf(path: string, commits: readonly WorkCommit[]): string {
  const writers = commits.filter(({ paths }) => paths.includes(path)).map(phaseText)
  return [...new Set(writers)].join(', ')
}

/** `GREEN C1`; what no phase wrote is a combination. */
export function phaseText({ trailers, subject }: WorkCommit): string {
  const { 'Sigma-Phase': phase, 'Sigma-Unit': unit, 'Sigma-Role': role } = trailers
  const withUnit = (text: string): string => (unit === undefined ? text : `${text} ${printableLine(unit, 20)}`)
  if (phase === undefined) return role === 'person' ? withUnit('by hand') : printableLine(subject, 60)
  return withUnit(phase)
}

const colours: readonly (readonly [RegExp, string])[] = [
  [/^(diff |index |--- |\+\+\+ |new file|deleted file|old mode|new mode|similarity|rename )/, '1'],
  [/^@@/, '36'],
  [/^\+/, '32'],
  [/^-/, '31'],
]

/** Prints a patch; in colour on a terminal, unless `NO_COLOR` is set. What could mislead a terminal is taken out first. */
export function printPatch(world: World, patch: string): void {
  const colour = world.stdout.isTTY && (world.env['NO_COLOR'] ?? '') === ''
  const plain = printable(patch)
  world.stdout.write(colour ? plain.split('\n').map(inColour).join('\n') : plain)
}

function inColour(line: string): string {
  const code = colours.find(([pattern]) => pattern.test(line))?.[1]
  return code === undefined ? line : `\x1b[${code}m${line}\x1b[m`
}
