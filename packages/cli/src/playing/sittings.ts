/** How long hosts worked at a run: from the first to the last that each of them recorded. Nobody counts the time between them. */
import type { Course } from '@sigma/engine'
import { formatDuration } from '../render/duration-text.ts'

/** `lastMs`: what the sitting that ends now took, as whoever plays it measured. */
export function workedText({ entries }: Course, lastMs: number): string {
  const spans = new Map<number, { readonly from: number; readonly to: number }>()
  for (const entry of entries) {
    if (entry.kind !== 'event') continue
    const { epoch, tick } = entry.placed.recorded.envelope
    spans.set(epoch, { from: spans.get(epoch)?.from ?? tick, to: tick })
  }
  const each = [...spans.values()].map(({ from, to }) => to - from)
  const last = Math.max(each.pop() ?? 0, lastMs)
  const all = formatDuration(each.reduce((sum, ms) => sum + ms, last))
  return each.length === 0 ? all : `${all} in ${each.length + 1} sittings`
}
