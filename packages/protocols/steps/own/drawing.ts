/** A table of steps as a Mermaid diagram: its steps, and each way from one to another. */
import { oneLine } from '../../writing/blocks.ts'
import { completed, type Definition, invokes, type StepRow } from '../machine/definition.ts'
import { numberOf, type Way, waysFrom } from '../machine/ways.ts'

export function drawingOf(definition: Definition): string {
  const { steps } = definition
  const [first] = steps
  // Names of steps may be words that mean something to Mermaid, so boxes go by number.
  const boxOf = (state: string): string => (state === completed ? '[*]' : `step_${numberOf(definition, state)}`)
  const ways = steps.flatMap((step) => waysFrom(definition, step).flatMap((way) => arrows(boxOf, step, way)))
  return [
    'stateDiagram-v2',
    ...steps.map((step) => `  state "${boxText(step)}" as ${boxOf(step.name)}`),
    ...(first === undefined ? [] : [`  [*] --> ${boxOf(first.name)}`]),
    ...ways,
    '',
  ].join('\n')
}

function boxText(step: StepRow): string {
  const { number, name, label, decision } = step
  const who = decision !== undefined ? ' (a person decides)' : invokes(step) ? ' (agents work)' : ''
  // Quotes end the text for Mermaid; the others mean something in it.
  const text = oneLine(label, 100)
    .replaceAll('"', "'")
    .replace(/[;#<>{}]/g, ' ')
  return `${number} ${name}: ${text}${who}`
}

/** A loop is two: back, a number of times, and where it leads then. */
function arrows(
  boxOf: (state: string) => string,
  { name }: StepRow,
  { when, to, times, after }: Way,
): readonly string[] {
  const from = boxOf(name)
  const arrow = (into: string, words: readonly (string | null)[]): string => {
    const label = words.filter((word) => word !== null).join(', ')
    return `  ${from} --> ${boxOf(into)}${label === '' ? '' : `: ${label}`}`
  }
  if (times === null) return [arrow(to, [when])]
  const most = times === 1 ? 'once' : `at most ${times} times`
  return after === null
    ? [arrow(to, [when, most, 'then a person decides'])]
    : [arrow(to, [when, most]), arrow(after, [when, 'then'])]
}
