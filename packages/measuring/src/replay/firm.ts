/**
 * Whether calls answer otherwise where no test is because there is none, or by chance. Source that knows can work now and then where
 * no test is as well, so it need not answer otherwise each time; then it is asked the more often whether it always works near tests.
 *
 * A coin that falls alike everywhere, however it is weighted, is taken for knowing in less than one of 50,000 cases.
 */

/** Calls, by their numbers, with what they answered where no test is. */
export type Answers = ReadonlyMap<number, string>

export interface Tries {
  /** Once more where no test is: the calls that answer otherwise there. */
  readonly bare: () => Promise<Answers>
  /** Once more near tests: the calls that answer as recorded. */
  readonly near: () => Promise<ReadonlySet<number>>
  /** A second recording: the calls that answer as in the first. */
  readonly again: () => Promise<ReadonlySet<number>>
}

const oftenBare = 20
/** Of those, so many have to be otherwise. */
const leastBare = 15
/** Bare tries that go side by side; near tests may want the same port. */
const atOnce = 2
/** Near tests, for what is otherwise in every bare try. */
const oftenNear = 3
/** Near tests, for what is otherwise in most of them. */
const oftenNearByChance = 10

/** Those of `suspects`, which were otherwise in a first bare try, that answer as recorded whenever tests are near, and mostly not where none is. */
export async function firmly(suspects: Answers, { bare, near, again }: Tries): Promise<Answers> {
  let left = suspects
  const keep = (isKept: (at: number) => boolean): boolean => {
    left = new Map([...left].filter(([at]) => isKept(at)))
    return left.size > 0
  }
  const nearby = async (): Promise<boolean> => {
    const same = await near()
    return keep((at) => same.has(at))
  }
  if (!(await nearby())) return left
  const same = new Map<number, number>()
  const timesSame = (at: number): number => same.get(at) ?? 0
  for (let count = 1; count < oftenBare; count += atOnce) {
    const tries = await Promise.all(Array.from({ length: Math.min(atOnce, oftenBare - count) }, bare))
    for (const at of left.keys()) same.set(at, timesSame(at) + tries.filter((each) => !each.has(at)).length)
    if (!keep((at) => timesSame(at) <= oftenBare - leastBare)) return left
  }
  const second = await again()
  if (!keep((at) => second.has(at))) return left
  const isSure = (): boolean => left.keys().every((at) => timesSame(at) === 0)
  for (let count = 1; count < (isSure() ? oftenNear : oftenNearByChance); count += 1) if (!(await nearby())) return left
  return left
}
