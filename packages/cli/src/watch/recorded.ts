/** What is recorded of a run and shown of it. Worked out again only when something was recorded since. */
import type { Decision, Reader, RunView } from '@sigma/engine'
import { noUsage, type UsageFolding, type UsageSum, usageIn, withEvent } from '@sigma/engine'
import type { Allowance, Finding } from '@sigma/protocol'
import { z } from 'zod'
import { confinedText } from '../playing/confined.ts'

export interface Recorded {
  readonly run: string
  readonly protocol: string
  readonly module: string
  /** As its Result has it. */
  readonly outcome: string
  readonly startedAt: string
  readonly lastAt: string
  readonly events: number
  /** In a word, e.g. `green`; null: it has none, or has ended. */
  readonly phase: string | null
  readonly cycles: Cycles | null
  readonly budgets: readonly Allowance[]
  /** Of the turns that are over. */
  readonly used: UsageSum
  readonly sandbox: string
  readonly branch: string | null
  readonly reasons: readonly Finding[]
  readonly decisions: readonly Decision[]
}

export interface Cycles {
  readonly done: number
  readonly skipped: number
  readonly all: number
}

interface Kept {
  readonly mark: string
  readonly usage: UsageFolding
  readonly recorded: Recorded
}

/** Remembers what it worked out of each run. */
export function recordedIn(folder: string, reader: Reader): (view: RunView) => Recorded {
  const kept = new Map<string, Kept>()
  return (view) => {
    const { run, events, status, delivered } = view
    const mark = `${events} ${status} ${delivered?.commit ?? ''}`
    const known = kept.get(run)
    if (known?.mark === mark) return known.recorded
    const since = known?.recorded.events ?? 0
    const usage = reader.events(run, since).reduce(withEvent, known?.usage ?? noUsage)
    const recorded = recordedOf(folder, reader, view, usageIn(usage).whole)
    kept.set(run, { mark, usage, recorded })
    return recorded
  }
}

function recordedOf(folder: string, reader: Reader, view: RunView, used: UsageSum): Recorded {
  const { run, protocol, startedAt, lastAt, events, budgets } = view
  const { outcome, delivered, reasons } = reader.result(run)
  return {
    run,
    protocol,
    module: view.subject ?? '',
    outcome,
    startedAt,
    lastAt,
    events,
    ...phaseAndCycles(view),
    budgets,
    used,
    sandbox: confinedText(folder, run),
    branch: delivered?.branch ?? null,
    reasons,
    decisions: reader.inbox(run),
  }
}

const stateSchema = z.looseObject({
  kind: z.string(),
  run: z.looseObject({ done: z.array(z.number()), skipped: z.array(z.number()) }).optional(),
})
const inputSchema = z.looseObject({ cycles: z.array(z.unknown()) })

/** Of a run that has cycles; each other protocol has states of its own, whose name is shown. */
function phaseAndCycles({ state, input, status }: RunView): Pick<Recorded, 'phase' | 'cycles'> {
  const [read, asked] = [stateSchema.safeParse(state), inputSchema.safeParse(input)]
  const phase = read.success && status !== 'ended' ? read.data.kind.replaceAll('-', ' ') : null
  const run = read.success ? read.data.run : undefined
  if (run === undefined || !asked.success) return { phase, cycles: null }
  return {
    phase,
    cycles: { done: run.done.length, skipped: run.skipped.length, all: asked.data.cycles.length },
  }
}
