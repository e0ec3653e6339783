/** Old tests that are not under their ids any more, and need not be: the plan replaces them, or they go by another name. */
import { z } from 'zod'
import type { TestRun } from '../runners/test-run.ts'
import type { ReadBy } from '../schema.ts'

export const meantSchema = z.object({
  /** Ids of the tests that the plan calls obsolete and that are gone. */
  replaced: z.array(z.string()),
  /** Ids, and the file that the test lies in now. */
  renamed: z.array(z.object({ from: z.string(), to: z.string(), file: z.string() })),
})
export type Meant = ReadBy<typeof meantSchema>
export type Renamed = Meant['renamed'][number]

export const nothingMeant: Meant = { replaced: [], renamed: [] }

/** An earlier run as it would have been with the tests under their present names, and without those that were replaced. */
export function asMeant(run: TestRun, { replaced, renamed }: Meant): TestRun {
  if (replaced.length + renamed.length === 0) return run
  const gone = new Set(replaced)
  const names = new Map(renamed.map((each) => [each.from, each]))
  const tests = run.tests
    .filter(({ id }) => !gone.has(id))
    .map((test) => {
      const now = names.get(test.id)
      return now === undefined ? test : { ...test, id: now.to, file: now.file }
    })
  const { knownFlaky } = run
  const flaky = knownFlaky?.map((id) => names.get(id)?.to ?? id)
  return { ...run, tests, ...(flaky !== undefined && { knownFlaky: flaky }) }
}

/** What was meant in two steps, one after the other; null stands for nothing. */
export function bothMeant(first: Meant | null, second: Meant | null): Meant | null {
  if (first === null || second === null) return first ?? second
  const later = new Map(second.renamed.map((each) => [each.from, each]))
  const moved = first.renamed.map((each) => ({ ...(later.get(each.to) ?? each), from: each.from }))
  const known = new Set(first.renamed.map(({ to }) => to))
  return {
    replaced: [...new Set([...first.replaced, ...second.replaced])],
    renamed: [...moved, ...second.renamed.filter(({ from }) => !known.has(from))],
  }
}
