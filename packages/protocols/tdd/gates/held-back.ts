/** What is held back from the developer stays so in the words of refusals: they name the behaviour, not what it was asked with. */
import { type Bench, bounded, describe, inputsOf, type Reasons, type TestCase, type TestRun } from '@sigma/measuring'
import { type Finding, isHeld, type JsonObject, openOf } from '@sigma/protocol'

/** What a held-out test is about, in words that do not say its inputs. */
export type Named = (test: TestCase) => string

export const answersExamples = (test: TestCase, named: Named): Finding => ({
  rule: 'answers-examples',
  message: `"${named(test)}" does not hold for other inputs than those of ${openOf(test.file)}.`,
  remedy: 'Implement the behaviour that its name and the design describe, for every input; no other inputs are shown.',
})

/** Names of tests may be made of their rows: those are called as the table is, unless the developer sees the very name. */
export async function namedBehaviours({ texts }: Pick<Bench, 'texts'>, tests: readonly TestCase[]): Promise<Named> {
  const nameOf = ({ names }: TestCase): string => names.join(' › ')
  const shown = new Set(tests.filter(({ file }) => !isHeld(file)).map(nameOf))
  const held = tests.filter((test) => isHeld(test.file) && !shown.has(nameOf(test)))
  const written = await texts([...new Set(held.map(({ file }) => file))])
  const titles = new Map(
    held.map(
      (test) => [test.id, inputsOf({ ...test, text: written.get(test.file) ?? '' })?.titles.join(' › ')] as const,
    ),
  )
  return (test) => (shown.has(nameOf(test)) ? nameOf(test) : titles.get(test.id) || 'A behaviour')
}

/** The same findings without a word of what a held-out test gives or wants. */
export function heldBack({ refused, unjudged }: Reasons): Reasons {
  const without = (finding: Finding): Finding => {
    const [, path] = /(\S*\.held[._-]\w+(?:\.\w+)?)/.exec(finding.message) ?? []
    if (path === undefined || !isHeld(path.replace(/[:,;)\]]+$/, ''))) return finding
    return { ...finding, message: `A test that is held back, beside ${openOf(path)}, is refused by this rule.` }
  }
  return { refused: refused.map(without), unjudged: unjudged.map(without) }
}

/** For the machine alone, which shows it once where all tries are spent. */
export function heldExample({ tests }: TestRun, newTests: readonly string[]): JsonObject {
  const failing = tests.find(({ id, file, state }) => state === 'failed' && isHeld(file) && newTests.includes(id))
  return failing === undefined ? {} : { held: bounded(`${failing.names.join(' › ')}: ${describe(failing)}`, 600) }
}
