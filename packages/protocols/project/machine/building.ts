/**
 * Modules side by side: each goes from stage to stage by itself, and whatever is built and reviewed waits in one queue to be
 * integrated. After each event the places that are free are filled, and the run ends where nothing more can be done.
 */
import type { Effect, Ended, Finding, Stamp } from '@sigma/protocol'
import { abortedStage } from './ending.ts'
import type { ModuleStage } from './input.ts'
import { joinNext } from './integrating.ts'
import { land } from './landing.ts'
import { isBusy, nameOf, nextToBegin, withLane } from './lanes.ts'
import { consult } from './questions.ts'
import { moduleStage, taken } from './stages.ts'
import type { Going, ProjectStep } from './state.ts'

/** Begins what may begin now, after what the event itself wished for. */
export function settle(before: Going, effects: readonly Effect[], nonce: string): ProjectStep {
  const joined = joinNext(before)
  let { going } = joined
  const wishes = [...effects, ...joined.effects]
  for (let at = nextToBegin(going); at !== null; at = nextToBegin(going)) {
    const { stand } = going.lanes[at] ?? {}
    const begun = stand?.kind === 'waiting' ? moduleStage(going, at, stand.stage, nonce) : null
    if (begun === null) break
    going = withLane(going, at, begun.lane)
    wishes.push(begun.spawn)
  }
  if (going.joining === null && !going.lanes.some(isBusy)) return land(going)
  return { state: { ...going, kind: 'building' }, effects: wishes }
}

/** The run of a stage is over. */
export function stageEnded(going: Going, at: number, stage: ModuleStage, event: Ended & Stamp): ProjectStep {
  const { outcome, run, nonce } = event
  const lane = going.lanes[at]
  const after = lane === undefined ? null : taken(stage, lane, event)
  const now = after === null ? going : withLane(going, at, after)
  const name = lane === undefined ? '' : nameOf(lane)
  switch (outcome) {
    case 'completed':
      if (after === null) return consult(going, at, 'failed', stage, [nothingOfUse(stage, run)])
      return stageDone(now, at, stage, nonce)
    case 'aborted':
      return abortedStage(going, `the ${stage} stage of ${name}`, lookAt(stage, run))
    case 'escalated':
      return consult(going, at, 'escalated', stage, [lookAt(stage, run)])
    case 'refused': {
      // Where nothing was built there is nothing that somebody could decide about.
      if (stage !== 'tdd' || after !== null) return consult(now, at, 'refused', stage, [lookAt(stage, run)])
      const refused = { sentence: `The tdd stage of ${name} was refused.`, reason: lookAt(stage, run) }
      return settle(withLane(going, at, { refused, stand: { kind: 'refused' } }), [], nonce)
    }
  }
}

/** A stage is over as it should be, or a person accepted it so. */
export function stageDone(going: Going, at: number, stage: ModuleStage, nonce: string): ProjectStep {
  if (stage === 'review') {
    const queued = withLane(going, at, { stand: { kind: 'queued' } })
    return settle({ ...queued, queue: [...going.queue, at] }, [], nonce)
  }
  const begun = moduleStage(going, at, stage === 'plan' ? 'tdd' : 'review', nonce)
  if (begun === null) return settle(going, [], nonce)
  return { state: { ...withLane(going, at, begun.lane), kind: 'building' }, effects: [begun.spawn] }
}

export const lookAt = (stage: string, run: string): Finding => ({
  rule: 'stage-ended',
  message: `Its ${stage} stage is the run ${run}.`,
  remedy: `sigma why ${run}`,
})

export const nothingOfUse = (stage: string, run: string): Finding => ({
  ...lookAt(stage, run),
  rule: 'nothing-handed-over',
  message: `Its ${stage} stage, the run ${run}, completed and handed over nothing to go on with.`,
})
