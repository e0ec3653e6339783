/** What follows from a person's word about a stage that did not end as it should (D14). */
import type { Decided } from '@sigma/protocol'
import { settle, stageDone } from './building.ts'
import { aborted } from './ending.ts'
import type { ModuleStage } from './input.ts'
import { nameOf, withLane } from './lanes.ts'
import { done, optionsOf } from './questions.ts'
import { designStage, moduleStage } from './stages.ts'
import type { Building, Going, Lane, ProjectStep, Refusal } from './state.ts'

export function decidedAboutDesign(going: Going, event: Decided & { readonly nonce: string }): ProjectStep | null {
  if (event.option === 'abort') return aborted(going, event)
  if (event.option !== 'again' && event.option !== 'resume') return null
  return { state: { ...going, kind: 'design', cause: null }, effects: [designStage(going, event.nonce)] }
}

/** Null: the question stays open. */
export function decided(state: Building, at: number, event: Decided & { readonly nonce: string }): ProjectStep | null {
  const { kind: _, ...going } = state
  const lane = going.lanes[at]
  if (lane?.stand.kind !== 'deciding') return null
  const { back } = lane.stand
  switch (optionsOf(lane.stand.cause, back).find((name) => name === event.option)) {
    case 'accept':
      return stageDone({ ...going, left: [...going.left, acceptedText(lane, back, event.by)] }, at, back, event.nonce)
    case 'again':
    case 'resume':
      // From where the stage began: what was built in vain is not built upon.
      return begunAgain(going, at, back, event.nonce)
    case 'leave':
      return left(going, at, refusalOf(lane, back, event.by), event.nonce)
    case 'abort':
      return aborted(going, event)
    case undefined:
      return null
  }
}

function begunAgain(going: Going, at: number, stage: ModuleStage, nonce: string): ProjectStep | null {
  const begun = moduleStage(going, at, stage, nonce)
  if (begun === null) return null
  return { state: { ...withLane(going, at, begun.lane), kind: 'building' }, effects: [begun.spawn] }
}

/** What was built is integrated like any other work, and refused all the same. */
function left(going: Going, at: number, refused: Refusal, nonce: string): ProjectStep {
  if ((going.lanes[at]?.built?.work ?? null) === null)
    return settle(withLane(going, at, { refused, stand: { kind: 'refused' } }), [], nonce)
  const queued = withLane(going, at, { refused, stand: { kind: 'queued' }, returns: 0 })
  return settle({ ...queued, queue: [...going.queue, at] }, [], nonce)
}

function refusalOf(lane: Lane, stage: ModuleStage, by: string): Refusal {
  return {
    sentence: `${done[stage]} of ${nameOf(lane)} ended refused, and ${by} left it so.`,
    reason: {
      rule: 'stage-refused',
      message: `${done[stage]} of ${nameOf(lane)} ended refused.`,
      remedy: 'Look at what was found, and begin a run that mends it.',
    },
  }
}

const acceptedText = (lane: Lane, stage: ModuleStage, by: string): string =>
  `${by} accepted ${stage === 'tdd' ? 'what was built' : 'the review'} of ${nameOf(lane)} as it stands.`
