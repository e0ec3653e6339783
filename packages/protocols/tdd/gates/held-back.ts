/** What is held back from the developer stays so in the words of refusals: they name the behaviour, not what it was asked with. */
import {
  type Bench,
  bounded,
  describe,
  faultRule,
  inputsOf,
  type Reasons,
  type TestCase,
  type TestRun,
  type Tools,
} from '@sigma/measuring'
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

/** What these say is of the source, or the same of every test: of a test that is held back only its name is another. */
const ofNames: ReadonlySet<string> = new Set(['any-result-passes', 'mutant-survives'])

/** A held-out file that is not run to its end: what the developer can do about it is in the source. */
const ofFiles: ReadonlySet<string> = new Set(Object.values(faultRule))
const unended =
  'Let the source load and answer whatever it is given: nothing in it may end the process, throw while it is loaded, or leave an error that nobody handles.'

interface Judged {
  readonly commit: string
  /** All that ran there. */
  readonly tests: readonly TestCase[]
}

/** The same findings without a word of what a held-out test gives or wants. */
export async function heldBack(
  { checkouts }: Pick<Tools, 'checkouts'>,
  { commit, tests }: Judged,
  { refused, unjudged }: Reasons,
): Promise<Reasons> {
  if (![...refused, ...unjudged].some((each) => saysHeld(`${each.message} ${each.remedy}`)))
    return { refused, unjudged }
  const texts = async (paths: readonly string[]): Promise<ReadonlyMap<string, string>> =>
    new Map(await Promise.all(paths.map(async (path) => [path, decoded(await checkouts.read(commit, path))] as const)))
  const named = await namedBehaviours({ texts }, tests)
  const held = tests.filter(({ file }) => isHeld(file)).toSorted((one, other) => other.id.length - one.id.length)
  const shownAs = (test: TestCase): string => `"${named(test)}" (held back beside ${openOf(test.file)})`
  const without = (finding: Finding): Finding => {
    const about = held.filter(({ id }) => finding.message.includes(bounded(id, 200)))
    const renamed = (text: string): string =>
      held.reduce((all, test) => all.replaceAll(bounded(test.id, 200), shownAs(test)), text)
    const [message, remedy] = [renamed(finding.message), renamed(finding.remedy)]
    if (!saysHeld(finding.message)) return { ...finding, remedy }
    if (ofNames.has(finding.rule) && !saysHeld(message)) return { ...finding, message, remedy }
    if (ofFiles.has(finding.rule)) {
      const message = `What is held back beside ${besideIn(finding.message)} is not run to its end.`
      return { ...finding, message, remedy: unended }
    }
    const [first] = about
    const what = first === undefined ? `A test that is held back, beside ${besideIn(finding.message)},` : shownAs(first)
    return { ...finding, message: `${what} is refused by this rule.`, remedy }
  }
  // Its tests are gone because it is not run.
  const isUnended = refused.some(({ rule }) => ofFiles.has(rule))
  const isSaid = ({ rule, message }: Finding): boolean => !(isUnended && rule === 'test-vanished' && saysHeld(message))
  return { refused: refused.filter(isSaid).map(without), unjudged: unjudged.map(without) }
}

const decoded = (bytes: Uint8Array | null): string => new TextDecoder().decode(bytes ?? new Uint8Array())

function heldIn(text: string): string | null {
  const [, path] = /(\S*\.held[._-]\w+(?:\.\w+)?)/.exec(text) ?? []
  return path !== undefined && isHeld(path.replace(/[:,;)\]]+$/, '')) ? path : null
}

const saysHeld = (text: string): boolean => heldIn(text) !== null
const besideIn = (text: string): string => openOf(heldIn(text) ?? '')

/** For the machine alone, which shows it once where all tries are spent. */
export function heldExample({ tests }: TestRun, newTests: readonly string[]): JsonObject {
  const failing = tests.find(({ id, file, state }) => state === 'failed' && isHeld(file) && newTests.includes(id))
  return failing === undefined ? {} : { held: bounded(`${failing.names.join(' › ')}: ${describe(failing)}`, 600) }
}
