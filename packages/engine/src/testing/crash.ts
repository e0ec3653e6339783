import type { CrashPoint } from '../host/crash-points.ts'

/** A host's sudden death, as kill -9 would have it: what is on disk stays, what is not never was. */
export class Killed extends Error {
  constructor(point: CrashPoint) {
    super(`Killed ${point.at}: ${point.what}`)
    this.name = 'Killed'
  }
}

/** Dies at the n-th commit or effect boundary, counted from 1; `Infinity`: never. */
export function crashAt(n: number) {
  let [reached, death]: [number, CrashPoint | null] = [0, null]
  return {
    /** Boundaries reached so far. */
    reached: () => reached,
    /** Where it died; null while it lives. */
    death: () => death,
    points: {
      reach: (point: CrashPoint): void => {
        if (death !== null) throw new Killed(death)
        reached += 1
        if (reached < n) return
        death = point
        throw new Killed(point)
      },
    },
  }
}
