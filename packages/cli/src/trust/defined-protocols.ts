/** What a repository has followers of protocols told, and their agents, is confirmed as it stands (T30). */
import { allDefined } from '../own-protocols/defined.ts'
import { legibleLine } from '../printable.ts'
import type { Place } from '../project/place.ts'
import type { Power } from './powers.ts'

/** A power for each folder, with its texts. */
export async function powersOfDefined({ root }: Place): Promise<readonly Power[]> {
  const folders = (await allDefined()).flatMap(({ defined }) => defined.folders(root))
  return folders.map(({ path, digest, files }) => ({
    key: path,
    kind: 'protocol',
    says: ['tells whoever follows it, agents too, which commands to run and what to do, as a protocol'],
    digest,
    parts: files.map((file) => ({ key: file.path, digest: file.digest, lines: linesOf(file.text) })),
  }))
}

/** Of one text; a step's has a page or two. */
const mostLines = 400
const mostWidth = 400

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n')
  const shown = lines.slice(0, mostLines).map((line) => {
    const indent = /^ */.exec(line)?.[0] ?? ''
    return `${indent}${legibleLine(line, mostWidth)}`.trimEnd()
  })
  const isCut = lines.some((line) => line.length > mostWidth)
  const left = lines.length - shown.length
  return [
    ...shown,
    ...(left > 0 ? [`(${left} more lines are not shown here: read the file)`] : []),
    ...(isCut ? ['(lines that are too long are cut here: read the file)'] : []),
  ]
}
