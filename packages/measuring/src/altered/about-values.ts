import { inputsOf } from '../asserted/inputs.ts'
import type { TestCase } from '../runners/test-run.ts'
import { findExport } from '../surface/find.ts'

/**
 * Names of the values that the test is about, as of a table or a regular expression that the source offers: the test calls no function
 * of the source then, though hooks around it may. None: it is about functions.
 */
export function valuesAskedBy(test: TestCase, text: string, sources: ReadonlyMap<string, string>): readonly string[] {
  const inputs = inputsOf({ ...test, text })
  const isValue = (name: string): boolean => {
    const { places } = findExport(name.split('.')[0] ?? '', sources)
    return places.length > 0 && places.every(({ declared: { kind } }) => kind === 'value' || kind === 'unreadable')
  }
  return inputs?.asked.every(isValue) === true ? inputs.used.filter(isValue) : []
}
