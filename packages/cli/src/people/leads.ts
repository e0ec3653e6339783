/** What a person who takes an option of a decision is told of what follows. */
import type { Decision, Reader } from '@sigma/engine'
import { aheadText } from '../render/ahead-text.ts'
import type { Leads } from '../render/decision-text.ts'

type Source = Pick<Reader, 'ahead' | 'run' | 'verdicts'>

/** By name of the option. */
export function leadsOf(reader: Source, decision: Decision): Leads {
  const { asksLeft = null } = reader.run(decision.run) ?? {}
  const standing = { failing: failingGates(reader, decision.run), asksLeft }
  return new Map([...reader.ahead(decision)].map(([option, ahead]) => [option, aheadText(ahead, standing)]))
}

/** Gates that last did not pass. */
function failingGates(reader: Source, run: string): readonly string[] {
  const latest = new Map(reader.verdicts(run).map(({ gate, verdict }) => [gate, verdict]))
  return [...latest].flatMap(([gate, verdict]) => (verdict === 'pass' ? [] : [gate]))
}
