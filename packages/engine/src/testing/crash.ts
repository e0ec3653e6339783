import type { Point, Seam } from '../host/seam.ts'

/** A host's sudden death, as kill -9 would have it: what is on disk stays, what is not never was. */
export class Killed extends Error {
  constructor(point: Point) {
    super(`Killed ${point.at}: ${point.what}`)
    this.name = 'Killed'
  }
}

export interface Crash {
  readonly seam: Seam
  /** Boundaries reached so far. */
  reached(): number
  /** Where it died; null while it lives. */
  death(): Point | null
}

/** Dies at the n-th commit or effect boundary, counted from 1; `Infinity`: never. */
export function crashAt(n: number): Crash {
  let [reached, death]: [number, Point | null] = [0, null]
  return {
    reached: () => reached,
    death: () => death,
    seam: {
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
