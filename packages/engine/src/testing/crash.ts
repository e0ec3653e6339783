import type { CrashPoint, CrashPoints } from '../host/crash-points.ts'

/** A host's sudden death, as kill -9 would have it: what is on disk stays, what is not never was. */
export class Killed extends Error {
  constructor(point: CrashPoint) {
    super(`Killed ${point.at}: ${point.what}`)
    this.name = 'Killed'
  }
}

export interface Crash {
  readonly points: CrashPoints
  /** Boundaries reached so far. */
  reached(): number
  /** Where it died; null while it lives. */
  death(): CrashPoint | null
}

/** Dies at the n-th commit or effect boundary, counted from 1; `Infinity`: never. */
export function crashAt(n: number): Crash {
  let [reached, death]: [number, CrashPoint | null] = [0, null]
  return {
    reached: () => reached,
    death: () => death,
    points: {
      reach: (point) => {
        if (death !== null) throw new Killed(death)
        reached += 1
        if (reached < n) return
        death = point
        throw new Killed(point)
      },
    },
  }
}
