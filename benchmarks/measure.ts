/** Figures that mean something on any machine: two things measured in turn, in one run, and their ratio. */

export interface Figure {
  readonly name: string
  /** The ratio (or the value) that the goal is about. */
  readonly value: number
  readonly goal: Goal
  /** What was measured, in words with units, ours first. */
  readonly detail: string
}

export interface Goal {
  readonly kind: 'at most' | 'at least'
  readonly value: number
}

/** Chooses an amount: `whole` gives a figure, `short` shows that the benchmark still works. */
export type Scale = <Amount>(amounts: { readonly whole: Amount; readonly short: Amount }) => Amount

/** Gives each figure as soon as it is measured. The folder is its own, on the disk of the project. */
export type Benchmark = (folder: string, scale: Scale) => AsyncIterable<Figure>

export const met = ({ value, goal }: Pick<Figure, 'value' | 'goal'>): boolean =>
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
