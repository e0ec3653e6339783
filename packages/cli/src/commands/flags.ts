/** Flags that several commands take. */
export const jsonFlag = {
  kind: 'boolean',
  brief: 'Print JSON: one object, or one a line for streams',
  default: false,
  withNegated: false,
} as const

/** For commands that play a run: their Result is JSON in any case. */
export const silentFlag = {
  kind: 'boolean',
  brief: 'Print nothing but the Result, as JSON',
  default: false,
  withNegated: false,
} as const

/** Reads a whole number within bounds, or says what it wants. */
export function wholeNumber(least: number, most: number): (input: string) => number {
  return (input) => {
    const value = Number(input)
    if (/^\d+$/.test(input) && value >= least && value <= most) return value
    throw new Error(`a whole number from ${least} to ${most} is wanted.`)
  }
}

export function percent(input: string): number {
  const value = Number(input)
  if (/^\d+(\.\d+)?$/.test(input) && value <= 100) return value
  throw new Error('a percentage from 0 to 100 is wanted.')
}
