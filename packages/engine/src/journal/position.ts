/**
 * Where an event lies: the number of its run, then its sequence, in one integer, so that one tree holds the journal.
 * A safe integer has room for two million runs.
 */
const perRun = 2 ** 32

export function positionOf(number: number, sequence: number): number {
  return number * perRun + sequence
}

export function sequenceAt(position: number): number {
  return position % perRun
}

export function numberAt(position: number): number {
  return Math.floor(position / perRun)
}
