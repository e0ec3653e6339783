/** What is held back from the developer stays so in the words of refusals: they name the behaviour, not what it was asked with. */
import { bounded, describe, type Reasons, type TestCase, type TestRun } from '@sigma/measuring'
import type { Finding, JsonObject } from '@sigma/protocol'
import { isHeld, openOf } from '../machine/held.ts'

export const answersExamples = ({ file, names }: TestCase): Finding => ({
  rule: 'answers-examples',
  message: `"${names.join(' › ')}" does not hold for other inputs than those of ${openOf(file)}.`,
  remedy: 'Implement the behaviour that its name and the design describe, for every input; no other inputs are shown.',
})

/** The same findings without a word of what a held-out test gives or wants. */
export function heldBack({ refused, unjudged }: Reasons): Reasons {
  const without = (finding: Finding): Finding => {
    const [, path] = /(\S*\.held\.\w+(?:\.\w+)?)/.exec(finding.message) ?? []
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
