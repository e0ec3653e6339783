/** Figures that mean something on any machine: two things measured in turn, in one run, and their ratio. */

export interface Figure {
  readonly name: string
  /** The ratio (or the value) that the goal is about. */
  readonly value: number
  readonly goal: { readonly kind: 'at most' | 'at least'; readonly value: number }
  /** What was measured, in words with units, ours first. */
  readonly detail: string
}

export const met = ({ value, goal }: Figure): boolean =>
  goal.kind === 'at most' ? value <= goal.value : value >= goal.value

/** The value below which the share lies; 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** Milliseconds of each work by turns, so that whatever else the machine does falls on all of them alike. */
export async function inTurn<Name extends string>(
  times: number,
  works: Readonly<Record<Name, () => unknown>>,
): Promise<(name: Name) => readonly number[]> {
  const taken = new Map<string, number[]>(Object.keys(works).map((name) => [name, []]))
  for (let round = 0; round < times; round += 1) {
    for (const [name, work] of Object.entries<() => unknown>(works)) {
      const began = performance.now()
      await work()
      taken.get(name)?.push(performance.now() - began)
    }
  }
  return (name) => taken.get(name) ?? []
}

export const ms = (value: number): string => `${value < 10 ? value.toFixed(2) : Math.round(value)} ms`
export const perSecond = (value: number): string => `${Math.round(value).toLocaleString('en')}/s`
