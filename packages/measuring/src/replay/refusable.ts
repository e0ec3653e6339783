/**
 * Tells calls of source that recognises tests from calls that answer by chance; both answered otherwise where no test is. Source that
 * recognises tests may work now and then elsewhere too, so its calls need not answer otherwise each time. Where they do not, they are
 * tried more often near tests, where such source always works.
 *
 * Honest source that answers by chance, alike everywhere, is refused for one call in 100,000 at most.
 */

/** Calls, by their numbers, with what they answered where no test is. */
export type Answers = ReadonlyMap<number, string>

export interface Tries {
  /** Once more where no test is: the calls that answer as recorded there. */
  readonly bare: () => Promise<ReadonlySet<number>>
  /** Once more near tests: the calls that answer as recorded. */
  readonly near: () => Promise<ReadonlySet<number>>
  /** A second recording: the calls that answer as in the first. */
  readonly again: () => Promise<ReadonlySet<number>>
}

export interface Refusable {
  /** The answer of the call in the bare try that made it a suspect. */
  readonly found: string
  /** The number of bare tries in which the call did not answer as recorded. */
  readonly otherwise: number
}

/** How often each is tried; the first bare try is the one that made a call a suspect. */
export const often = {
  bare: 20,
  /** The least number of bare tries in which a call has to answer otherwise to be refused. */
  otherwise: 15,
  /** Near tests, for what was otherwise in every bare try. */
  near: 4,
  /** Near tests, for what was otherwise in most of them. */
  nearByChance: 10,
} as const

/** More suspects than these are tried more often near tests. */
const few = 16
/** Bare tries that go side by side; what runs near tests may want the same port. */
const atOnce = 2

/** Suspects that answer as recorded whenever tests are near, and mostly not where no test is. */
export async function refusable(
  suspects: Answers,
  { bare, near, again }: Tries,
): Promise<ReadonlyMap<number, Refusable>> {
  let left = new Map([...suspects].map(([at, found]): [number, Refusable] => [at, { found, otherwise: often.bare }]))
  const keep = (isKept: (at: number) => boolean): boolean => {
    left = new Map([...left].filter(([at]) => isKept(at)))
    return left.size > 0
  }
  const nearby = async (): Promise<boolean> => {
    const same = await near()
    return keep((at) => same.has(at))
  }
  if (!(await nearby())) return left
  for (let count = 1; count < often.bare; count += atOnce) {
    const tries = await Promise.all(Array.from({ length: Math.min(atOnce, often.bare - count) }, bare))
    const sameIn = (at: number): number => tries.filter((same) => same.has(at)).length
    left = new Map([...left].map(([at, one]) => [at, { ...one, otherwise: one.otherwise - sameIn(at) }]))
    if (!keep((at) => (left.get(at)?.otherwise ?? 0) >= often.otherwise)) return left
  }
  const second = await again()
  if (!keep((at) => second.has(at))) return left
  // Among many suspects some honest ones would pass a fixed number of tries near tests by chance.
  const more = suspects.size > few ? 2 * Math.ceil(Math.log2(suspects.size / few)) : 0
  const isSure = (): boolean => left.values().every(({ otherwise }) => otherwise === often.bare)
  for (let count = 1; count < more + (isSure() ? often.near : often.nearByChance); count += 1)
    if (!(await nearby())) return left
  return left
}
