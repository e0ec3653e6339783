import type { Agents, Blobs, TurnRequest, TurnResult } from '../../ports/ports.ts'
import { type ContractCase, contractOf, type Trial } from './contract.ts'

/** An agent of one role, and a turn that it can be asked for; `GC` is a legal code of it. */
export interface AgentsTrial extends Disposable {
  readonly agents: Agents
  readonly blobs: Blobs
  readonly request: TurnRequest
}

/** What the agent is made to do: after so many milliseconds it says the code; null: it says nothing. */
export interface AgentSample {
  readonly code: string | null
  readonly ms: number
}

/** What all agents do. */
export function agentsContract(make: (sample: AgentSample) => Promise<AgentsTrial>): readonly ContractCase[] {
  return contractOf(cases, () => make)
}

/** A turn as it is told afterwards: each begin, then the result. */
interface Told {
  readonly begun: number
  readonly result: string
  readonly rules: readonly string[]
  /** Whether what the agent said can be read. */
  readonly kept: boolean
}

type Make = Parameters<typeof agentsContract>[0]

async function told(make: Make, sample: AgentSample, abort: 'never' | 'before' | 'begun'): Promise<Told> {
  using trial = await make(sample)
  const controller = new AbortController()
  if (abort === 'before') controller.abort()
  let begun = 0
  const onBegun = (): void => {
    begun += 1
    if (abort === 'begun') controller.abort()
  }
  const result = await trial.agents.turn({ ...trial.request, onBegun }, controller.signal)
  return { begun, ...readingOf(result, trial.blobs) }
}

function readingOf(result: TurnResult, blobs: Blobs): Omit<Told, 'begun'> {
  const answered = result.kind === 'answered'
  const output = answered ? result.output : result.evidence
  return {
    result: answered ? `answered ${result.code}` : `failed ${result.cause}`,
    rules: answered ? [] : result.findings.map(({ rule }) => rule),
    kept: output !== null && blobs.get(output).length > 0,
  }
}

const longMs = 20_000

const cases: readonly Trial<Make>[] = [
  {
    name: 'a turn begins once and is answered by a legal code, and what was said is kept',
    expected: { begun: 1, result: 'answered GC', rules: [], kept: true },
    run: (make) => told(make, { code: 'GC', ms: 0 }, 'never'),
  },
  {
    name: 'a code that is not legal is no answer: the turn is invalid, and the reason is found',
    expected: { begun: 1, result: 'failed invalid', rules: ['answer-illegal'], kept: true },
    run: (make) => told(make, { code: 'PC', ms: 0 }, 'never'),
  },
  {
    name: 'an agent that says nothing has not answered',
    expected: { begun: 1, result: 'failed invalid', rules: ['answer-missing'], kept: true },
    run: (make) => told(make, { code: null, ms: 0 }, 'never'),
  },
  {
    name: 'the signal ends a turn at once, as interrupted',
    expected: { begun: 1, result: 'failed interrupted', soon: true },
    run: async (make) => {
      const from = performance.now()
      const { begun, result } = await told(make, { code: 'GC', ms: longMs }, 'begun')
      return { begun, result, soon: performance.now() - from < longMs / 2 }
    },
  },
  {
    name: 'a turn whose signal came first is interrupted, however short it is',
    expected: 'failed interrupted',
    run: async (make) => (await told(make, { code: 'GC', ms: 0 }, 'before')).result,
  },
]
