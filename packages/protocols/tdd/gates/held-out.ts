/**
 * RED holds held-out tests to what they are for: each behaviour that has inputs has a test of the same name with other inputs, in the
 * file that is kept from the developer (decision 0094).
 */
import { type Bench, type Inputs, inputsOf, type Reasons, refuse, type TestCase } from '@sigma/measuring'
import { type Finding, heldOf, isHeld, openOf } from '@sigma/protocol'

/** `fresh`: the new tests of the turn, held ones among them. */
export async function heldOut(bench: Bench, fresh: readonly TestCase[]): Promise<Reasons> {
  const texts = await bench.texts([...new Set(fresh.map(({ file }) => file))])
  const inputs = new Map(fresh.map((test) => [test, inputsOf({ ...test, text: texts.get(test.file) ?? '' })] as const))
  const [held, open] = [fresh.filter(({ file }) => isHeld(file)), fresh.filter(({ file }) => !isHeld(file))]
  const titles = (test: TestCase): readonly string[] => inputs.get(test)?.titles ?? []
  const goesWith = goingBy(titles)
  const partner = (test: TestCase): TestCase | undefined => open.find((each) => goesWith(test, each))
  const findings: Finding[] = []
  for (const test of held) {
    const other = partner(test)
    if (other === undefined) {
      findings.push(goesWithNone(test))
      continue
    }
    const [own, shown] = [inputs.get(test), inputs.get(other)]
    if (own === undefined || own === null || shown === undefined || shown === null) continue
    if (shown.called.length > 0 && !own.used.some((name) => shown.used.includes(name)))
      findings.push(callsOthers(test, shown.called))
    else if (shown.hasInputs && isSame(own, shown)) findings.push(sameInputs(test, other))
  }
  for (const test of open) {
    const isWanted = inputs.get(test)?.hasInputs === true
    if (isWanted && !held.some((each) => goesWith(each, test))) findings.push(hasNone(test, titles(test)))
  }
  return refuse(...findings)
}

/** A table that is held back goes with the table that has other rows under the same words. */
export const goingBy =
  (titles: (test: TestCase) => readonly string[]) =>
  (held: TestCase, open: TestCase): boolean =>
    open.file === openOf(held.file) && (isEqual(held.names, open.names) || isEqual(titles(held), titles(open)))

const isEqual = (some: readonly string[], others: readonly string[]): boolean =>
  some.length > 0 && some.length === others.length && some.every((each, at) => each === others[at])

/** Neither another call nor another value. */
const isSame = (own: Inputs, shown: Inputs): boolean =>
  own.calls.every((each) => shown.calls.includes(each)) && own.values.every((each) => shown.values.includes(each))

const hasNone = ({ id, file, names }: TestCase, titles: readonly string[]): Finding => ({
  rule: 'held-missing',
  message: `${id} gives inputs to the code, and no test with other inputs is held back for it.`,
  remedy: `Write a test of the same name (${(titles.length > 0 ? titles : names).join(' › ')}) with other inputs in ${heldOf(file)}, which the developer does not see.`,
})

const goesWithNone = ({ id, file }: TestCase): Finding => ({
  rule: 'held-unknown',
  message: `${id} is held back, and no new test in ${openOf(file)} has its name.`,
  remedy: 'Give it the name of the test whose behaviour it asks for, groups included, or take it out.',
})

const callsOthers = ({ id }: TestCase, called: readonly string[]): Finding => ({
  rule: 'held-unknown',
  message: `${id} is held back, and calls nothing of what its test calls: ${called.join(', ') || 'nothing'}.`,
  remedy: 'Ask for the same behaviour of the same interfaces, with other inputs.',
})

const sameInputs = ({ id }: TestCase, { id: other }: TestCase): Finding => ({
  rule: 'held-same-inputs',
  message: `${id} is held back, and gives nothing that ${other} does not give already.`,
  remedy: 'Give other inputs, and want what the design wants for them.',
})
