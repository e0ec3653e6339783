/** Which runs nobody needs any more. */

export interface Candidate {
  readonly run: string
  /** The run that it was spawned for, or itself: a family goes together. */
  readonly family: string
  /** The run's protocol and subject, in one word. */
  readonly kin: string
  /** When it last came on, in milliseconds since 1970. */
  readonly lastAt: number
  /** What it takes alone, as far as that can be told. */
  readonly bytes: number
  /** Nothing is left to do in its family. */
  readonly over: boolean
  /** Its journal is as it was written. */
  readonly intact: boolean
}

export interface Keeping {
  /** Milliseconds since 1970. */
  readonly endedBefore: number
  /** So many of the newest of each kin stay. */
  readonly keep: number
}

/** Reasons why a run stays, by weight: the first that holds is told. */
export type Reason = 'unfinished' | 'changed' | 'newest' | 'recent'

export interface Family {
  readonly runs: readonly string[]
  readonly bytes: number
}

/** `candidates` are all runs there are, oldest first. */
export function planOf(candidates: readonly Candidate[], { endedBefore, keep }: Keeping) {
  const families = [...Map.groupBy(candidates, ({ family }) => family).values()].map(familyOf)
  const newest = new Set(
    [...Map.groupBy(families, ({ kin }) => kin).values()].flatMap((own) => (keep === 0 ? [] : own.slice(-keep))),
  )
  const reasonOf = (family: Whole): Reason | null => {
    if (!family.over) return 'unfinished'
    if (!family.intact) return 'changed'
    if (newest.has(family)) return 'newest'
    return family.lastAt < endedBefore ? null : 'recent'
  }
  const ordered = families.toSorted((a, b) => a.lastAt - b.lastAt)
  return {
    /** Families, the longest ended first. */
    take: ordered.filter((family) => reasonOf(family) === null),
    /** Runs that go only where the disk has to have room: the recent ones, the longest ended first. */
    spare: ordered.filter((family) => reasonOf(family) === 'recent'),
    stays: families.flatMap((family) => {
      const why = reasonOf(family)
      return why === null ? [] : family.runs.map((run) => ({ run, why }))
    }),
  }
}

/** The first of `spare` that together take so many bytes; at least one, if there is any. */
export function enoughOf(spare: readonly Family[], bytes: number): readonly Family[] {
  let sum = 0
  const last = spare.findIndex((family) => {
    sum += family.bytes
    return sum >= bytes
  })
  return last === -1 ? spare : spare.slice(0, last + 1)
}

type Whole = Family & Pick<Candidate, 'kin' | 'lastAt' | 'over' | 'intact'>

function familyOf(members: readonly Candidate[]): Whole {
  return {
    runs: members.map(({ run }) => run),
    bytes: members.reduce((sum, { bytes }) => sum + bytes, 0),
    kin: members.find(({ run, family }) => run === family)?.kin ?? '',
    lastAt: Math.max(...members.map(({ lastAt }) => lastAt)),
    over: members.every(({ over }) => over),
    intact: members.every(({ intact }) => intact),
  }
}
