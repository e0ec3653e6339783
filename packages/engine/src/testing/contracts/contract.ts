/**
 * One thing that every implementation of a port does. A test tries it on each, doubles included:
 * `test.each(blobsContract(make))('$name', async ({ run, expected }) => expect(await run()).toEqual(expected))`.
 */
export interface ContractCase {
  readonly name: string
  readonly expected: unknown
  /** What is seen when it is tried on an implementation of its own. */
  readonly run: () => Promise<unknown>
}

/** A case as it is written: with the implementation to try it on. */
export interface Trial<Subject> extends Omit<ContractCase, 'run'> {
  readonly run: (subject: Subject) => unknown
}

/** Each case on an implementation of its own. */
export function contractOf<Subject>(
  cases: readonly Trial<Subject>[],
  make: () => Subject | Promise<Subject>,
): readonly ContractCase[] {
  return cases.map(({ run, ...rest }) => ({ ...rest, run: async () => run(await make()) }))
}

/** Tells whether it was refused, without the words for it, which differ. */
export async function isRefused(work: () => unknown): Promise<boolean> {
  try {
    await work()
    return false
  } catch {
    return true
  }
}
