/** Where an event lies: the number of its run, then its sequence, in one integer, so that one tree holds the journal. */
const perRun = 2 ** 32

/** More runs than these a store cannot tell apart (a position is a safe integer). */
export const mostRuns: number = 2 ** 21 - 1

export function positionOf(number: number, sequence: number): number {
  return number * perRun + sequence
}

export function sequenceAt(position: number): number {
  return position % perRun
}

export function numberAt(position: number): number {
  return Math.floor(position / perRun)
}
