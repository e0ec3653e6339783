/** The whole screen as a function of how the watching stands: never wider or higher than the terminal. */
import { printableLine } from '../../printable.ts'
import { counted } from '../../render/columns.ts'
import type { Room } from '../keys.ts'
import type { RunEntry } from '../overview.ts'
import type { WatchState } from '../state.ts'
import { fitted, justified, type Line, span } from './line.ts'
import { listLines, type Size } from './list-screen.ts'
import { decidingLines, helpLines, pagedLines, pagingLines } from './text-screens.ts'

/** Lines that are not the view's own: one at the top, two at the bottom. */
const frameRows = 3

export function screenLines(state: WatchState, size: Size): readonly Line[] {
  const { columns, rows } = size
  const room = { columns, rows: Math.max(1, rows - frameRows) }
  const body = bodyLines(state, room).slice(0, room.rows)
  const gap = Array.from({ length: Math.max(0, room.rows - body.length) }, (): Line => [])
  const all = [headLine(state, columns), ...body, ...gap, [], footLine(state)]
  // Of a terminal that is lower than this, the end matters: what is asked stands there.
  return all.slice(-rows).map((line) => fitted(line, columns))
}

export function roomIn({ view }: WatchState, { columns, rows }: Size): Room {
  return { lines: Math.max(1, rows - frameRows), all: view.kind === 'paging' ? pagedLines(view, columns).length : 0 }
}

function bodyLines(state: WatchState, size: Size): readonly Line[] {
  const view = state.view.kind === 'confirming' ? state.view.back : state.view
  switch (view.kind) {
    case 'list':
    case 'confirming':
      return listLines(state, size)
    case 'help':
      return helpLines(size)
    case 'deciding':
      return decidingLines(state, view, size)
    case 'paging':
      return pagingLines(view, size)
  }
}

const counts = (count: number, what: string): string =>
  count === 0 ? '' : `${counted(count, what)} wait${count === 1 ? 's' : ''}`

function headLine({ overview, view }: WatchState, width: number): Line {
  const { host, silent, runs } = overview
  const title = view.kind === 'paging' ? printableLine(view.title) : 'sigma watch'
  const who =
    host === null
      ? 'no run is being played'
      : `process ${host.pid} (${printableLine(host.command)})${silent ? ', which does not answer' : ''}`
  const sum = (each: (run: RunEntry) => readonly unknown[]): number => runs.flatMap(each).length
  const waiting = [
    counts(
      sum(({ decisions }) => decisions),
      'decision',
    ),
    counts(
      sum(({ asked }) => asked),
      'turn',
    ),
  ]
  const right = waiting.filter((text) => text !== '').join(' · ')
  return justified([span(title, 'strong'), span(`  ${who}`, 'dim')], right === '' ? [] : [span(right, 'warn')], width)
}

function footLine({ view, message }: WatchState): Line {
  if (view.kind === 'confirming') return [span('y/n  ', 'strong'), span(view.question, 'warn')]
  if (message !== null) return [span(printableLine(message), 'warn')]
  return [span(hints[view.kind], 'dim')]
}

const hints: Readonly<Record<'list' | 'help' | 'deciding' | 'paging', string>> = {
  list: '↑↓ choose  d decide  l log  s stop  r resume  ? help  q quit',
  help: 'any key: back',
  deciding: '↑↓ choose  enter answer  l what led to it  q back',
  paging: '↑↓ space b  g G begin and end  q back',
}
