import { utimesSync } from 'node:fs'

/** A note's time of writing says when what it tells of was last used: `sigma gc` goes by it. */
export function markUsed(note: string): void {
  const now = new Date()
  utimesSync(note, now, now)
}
