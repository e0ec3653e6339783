/** Runs, with what is done in them and what waits for a person; as many as there is room for, the chosen one always. */

import { beginLine } from '../../runs/begin-line.ts'
import { chosenOf, type Item, itemsOf, type WatchState } from '../state.ts'
import { type Cells, cellsOf, doingLines } from './doing-lines.ts'
import { type Line, span } from './line.ts'
import { decisionLines, runLines } from './run-lines.ts'

export interface Size {
  readonly columns: number
  readonly rows: number
}

export function listLines(state: WatchState, { columns, rows }: Size): readonly Line[] {
  const { overview } = state
  const items = itemsOf(overview)
  const [first] = items
  if (first === undefined) return [[], [span(`  No run yet. Begin one: ${beginLine()}`, 'dim')]]
  const cells = cellsOf(overview, columns)
  const chosen = (chosenOf(state) ?? first).key
  const blocks = items.map((item) => blockOf(item, item.key === chosen, cells))
  const further = overview.further === 0 ? [] : [[span(`  ${overview.further} older: sigma status`, 'dim')]]
  return windowed(
    blocks,
    items.findIndex(({ key }) => key === chosen),
    rows - further.length,
  ).concat(further)
}

function blockOf(item: Item, isChosen: boolean, cells: Cells): readonly Line[] {
  const [head = [], ...rest] = linesOf(item, isChosen, cells)
  const spaced = item.kind === 'run' ? [[]] : []
  return [...spaced, isChosen ? marked(head) : head, ...rest]
}

function linesOf(item: Item, isChosen: boolean, cells: Cells): readonly Line[] {
  switch (item.kind) {
    case 'run':
      return runLines(item.run, isChosen, cells)
    case 'doing':
      return doingLines(item.doing, cells, item.run)
    case 'decision':
      return decisionLines(item.run, item.decision, cells)
  }
}

/** The first column shows which is chosen, also without colour. */
function marked([first, ...rest]: Line): Line {
  return [span('>', 'chosen'), span(first?.text.slice(1) ?? '', first?.tone), ...rest]
}

/** As many blocks round the chosen one as fit; lines that tell how much stands above and below take the place of some. */
function windowed(blocks: readonly (readonly Line[])[], chosen: number, rows: number): readonly Line[] {
  const all = blocks.flat()
  if (all.length <= rows) return all
  const before = blocks.slice(0, chosen).flat().length
  const block = blocks[chosen]?.length ?? 0
  const room = Math.max(1, rows - 2)
  const top = Math.max(0, Math.min(all.length - room, before + block - Math.ceil((room + block) / 2)))
  const above = top
  const below = Math.max(0, all.length - top - room)
  const told = (count: number, arrow: string): Line => [
    span(count === 0 ? '' : `  ${arrow} ${count} more ${count === 1 ? 'line' : 'lines'}`, 'dim'),
  ]
  return [told(above, '↑'), ...all.slice(top, top + room), told(below, '↓')]
}
