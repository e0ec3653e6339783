/** The sums of two counts, by name. What one of them does not say is not known of both. */
export function added<Name extends string>(
  one: Readonly<Partial<Record<Name, number | undefined>>>,
  other: Readonly<Partial<Record<Name, number | undefined>>>,
  names: readonly Name[],
): Partial<Record<Name, number>> {
  const sums: Partial<Record<Name, number>> = {}
  for (const name of names) {
    const [first, second] = [one[name], other[name]]
    if (first !== undefined && second !== undefined) sums[name] = first + second
  }
  return sums
}
