/** The history of a specialist's iterations as a table (VAL-40). */
import type { IterationRow } from '../machine/records/bodies.ts'
import { type Block, type Fields, listOf, nothing } from './blocks.ts'
import { fromLine, inCell, inList } from './lines.ts'

const columns = ['Iteration', 'Failed', 'Resolved', 'Persisting', 'New', 'Fix', 'Files', 'Unchanged'] as const

const heading = `| ${columns.join(' | ')} |`
const ruler = `| ${columns.map(() => '---').join(' | ')} |`

export const history = (key: string): Block => ({
  write: (body) => {
    const rows = listOf(body[key])
    return rows.length === 0 ? [nothing] : [heading, ruler, ...rows.map((row) => rowLine(row as IterationRow))]
  },
  read: (lines) => {
    if (lines[0] === nothing) {
      lines.shift()
      return { [key]: [] }
    }
    if (lines.shift() !== heading || lines.shift() !== ruler) return null
    const found: Fields[] = []
    while (lines[0]?.startsWith('| ') === true) {
      const row = readRow(lines.shift() ?? '')
      if (row === null) return null
      found.push(row)
    }
    return { [key]: found }
  },
})

/** Files behind their number, so that none and an empty name are not the same. */
function rowLine({ iteration, failed, resolved, persisting, fresh, fix, files, unchanged }: IterationRow): string {
  const listed = files.length === 0 ? '0' : `${files.length}: ${files.map(inList).join(', ')}`
  const cells = [iteration, failed, resolved, persisting, fresh, inCell(fix), listed, unchanged ? 'Yes' : 'No']
  return `| ${cells.join(' | ')} |`
}

function readRow(text: string): Fields | null {
  const cells = text.slice(2, -2).split(' | ')
  const [iteration, failed, resolved, persisting, fresh, fix, listed, unchanged] = cells
  if (cells.length !== columns.length || listed === undefined || fix === undefined) return null
  const files = listed === '0' ? [] : listed.slice(listed.indexOf(': ') + 2).split(', ')
  return {
    ...{ iteration: Number(iteration), failed: Number(failed), resolved: Number(resolved) },
    ...{ persisting: Number(persisting), fresh: Number(fresh), fix: fromLine(fix) },
    files: files.map(fromLine),
    unchanged: unchanged === 'Yes',
  }
}
