/** What of the source a change wrote: mutants are planted there, and nowhere else. */
import type { Project } from '@sigma/protocol'
import { sortingOf, type Tools } from '../benches/bench.ts'
import { isCode } from '../benches/is-code.ts'
import { addedLines } from '../covered/changed-lines.ts'

export interface ChangedSource {
  readonly path: string
  /** As the commit has it. */
  readonly text: string
  /** Numbers of the lines that the change wrote, from 1. */
  readonly lines: ReadonlySet<number>
}

const mostOfPatch = 4 * 1024 * 1024

/** Source files with code, in the order of their paths; those of which lines were only taken away are left out. */
export async function changedSource(
  { checkouts }: Pick<Tools, 'checkouts'>,
  project: Project,
  from: string,
  commit: string,
): Promise<readonly ChangedSource[]> {
  const { isSource } = sortingOf(project)
  const changed = (await checkouts.diff(from, commit)).filter(
    ({ path, status }) => status !== 'D' && isSource(path) && isCode(path),
  )
  const found: ChangedSource[] = []
  for (const { path } of changed) {
    const bytes = await checkouts.read(commit, path)
    if (bytes === null) continue
    const text = new TextDecoder().decode(bytes)
    const patch = await checkouts.patch(from, commit, mostOfPatch, [path])
    // Of a file that git takes for no text, it says nothing of lines.
    const isWhole = patch.length < mostOfPatch && /^@@ /m.test(patch)
    const lines = isWhole ? addedLines(patch) : everyLine(text)
    if (lines.size > 0) found.push({ path, text, lines })
  }
  return found
}

const everyLine = (text: string): ReadonlySet<number> => new Set(text.split('\n').map((_, at) => at + 1))

/** Lines that follow one another, as first and last. */
export function rangesOf(lines: ReadonlySet<number>): readonly (readonly [number, number])[] {
  const ranges: [number, number][] = []
  for (const line of [...lines].toSorted((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last?.[1] === line - 1) last[1] = line
    else ranges.push([line, line])
  }
  return ranges
}
