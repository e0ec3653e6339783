/** Between which commits a run's work lies, read from its journal. */
import { type Placed, placing, type Reader, type RunView } from '@sigma/engine'
import { knownProtocols } from '@sigma/protocols'
import { isOfCycle, type TddInput, tddInputSchema } from '@sigma/protocols/tdd'
import { z } from 'zod'
import { noSuchCycle, nothingToCompare } from '../errors.ts'

/** Work from one commit to another. */
export interface Span {
  readonly input: TddInput
  readonly from: string
  readonly to: string
  /** Where it stands now, beyond `to`: a workspace that an agent may be writing to; null: nowhere. */
  readonly workspace: string | null
}

/**
 * What the run hands over, or what was accepted so far. Work that was carried over is compared with where it was carried
 * to. Fails with `nothing-to-compare`.
 */
export function spanOf(reader: Reader, run: RunView): Span {
  const input = inputOf(run)
  const to = run.commit ?? accepted(reader, run) ?? input.base
  return { input, from: carriedTo(reader, run, to) ?? input.base, to, workspace: null }
}

/** What one cycle did since it began, with what stands in its workspace while the run is not over. */
export function cycleSpan(reader: Reader, run: RunView, cycle: number): Span {
  const input = inputOf(run)
  if (cycle > input.cycles.length) throw noSuchCycle(`C${cycle}`, run.run, null)
  const own = placedIn(reader, run).filter(({ effect }) => effect !== null && isOfCycle(effect.at, cycle))
  const answers = own.flatMap(({ recorded: { event } }) => (event.kind === 'answered' ? [event] : []))
  const from = answers[0]?.base ?? accepted(reader, run) ?? input.base
  const to = answers.findLast(({ commit }) => commit !== null)?.commit ?? from
  const isInWork = workingCycles(run).includes(cycle)
  return { input, from, to, workspace: isInWork ? (cycle === 0 ? 'phase0' : `C${cycle}`) : null }
}

function inputOf(run: RunView): TddInput {
  const input = tddInputSchema.safeParse(run.input)
  if (!input.success) throw nothingToCompare(run.run)
  return input.data
}

/** The latest commit that Phase 0 or a whole slice was accepted with. */
function accepted(reader: Reader, { run }: RunView): string | null {
  const verdicts = reader.verdicts(run)
  const last = verdicts.findLast(({ gate, verdict }) => verdict === 'pass' && ['phase0', 'combined'].includes(gate))
  return last?.commit ?? null
}

const foundSchema = z.object({ head: z.string() })

function carriedTo(reader: Reader, run: RunView, commit: string): string | null {
  let head: string | null = null
  for (const { recorded, effect } of placedIn(reader, run)) {
    const { event } = recorded
    if (event.kind === 'judged' && effect?.kind === 'check' && effect.gate === 'base')
      head = foundSchema.safeParse(event.data).data?.head ?? null
    const isCarried = effect?.kind === 'integrate' && effect.onto !== undefined
    if (event.kind === 'integrated' && isCarried && event.commit === commit) return head
  }
  return null
}

function placedIn(reader: Reader, run: RunView): readonly Placed[] {
  return reader.events(run.run).map(placing(knownProtocols, run))
}

const cyclesSchema = z.object({ cycles: z.array(z.object({ number: z.number() })) })

function workingCycles({ state, status }: RunView): readonly number[] {
  const read = status === 'ended' ? null : cyclesSchema.safeParse(state)
  return read?.success === true ? read.data.cycles.map(({ number }) => number) : []
}
