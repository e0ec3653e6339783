/** What is asked of the world to integrate a module. */
import type { Check, Effect } from '@sigma/protocol'
import { subjectLine } from '@sigma/protocol'
import { nameOf, withLane } from './lanes.ts'
import { branchesOf, jointParameters, namesOf, partiesOf } from './parties.ts'
import { atJoining, idOf } from './places.ts'
import type { Going, Integrated, Joining, Lane, Merge } from './state.ts'

export interface Wishing {
  readonly going: Going
  readonly effects: readonly Effect[]
}

/** Takes up the first of the queue where nothing of one is open. */
export function joinNext(going: Going): Wishing {
  const at = going.queue[0]
  const lane = at === undefined ? undefined : going.lanes[at]
  if (going.joining !== null || lane === undefined) return { going, effects: [] }
  // What stands on the trunk was measured as a whole by the gate that accepted it.
  if (lane.start?.after !== going.integrated.length) return integrate(going, lane)
  return joinNext(integrated(going, lane, lane.built?.work ?? going.trunk, false))
}

export function integrate(going: Going, lane: Lane): Wishing {
  const parties = partiesOf(going, lane)
  const effect: Effect = {
    kind: 'integrate',
    id: idOf(lane, 'integrate'),
    at: atJoining(lane, 'integrate'),
    branches: branchesOf(going, lane, lane.built?.work?.commit ?? going.trunk.commit),
    message: subjectLine('Integrate', nameOf(lane), `with ${namesOf(parties)}`),
  }
  return { going: { ...going, joining: { kind: 'integrating' } }, effects: [effect] }
}

export function measure(going: Going, lane: Lane, commit: string, merge?: Merge): Wishing {
  const check: Check = {
    kind: 'check',
    id: idOf(lane, 'check'),
    at: atJoining(lane, 'check'),
    gate: 'joint',
    commit,
    parameters: jointParameters(going, lane),
  }
  const joining: Joining = { kind: 'checking', commit, ...(merge !== undefined && { merge }) }
  return { going: { ...going, joining }, effects: [check] }
}

/** The trunk moves, and the queue. */
export function integrated(going: Going, lane: Lane, after: Integrated['after'], byHand: boolean): Going {
  const own = lane.built?.work ?? after
  const entry = { name: nameOf(lane), work: own, from: lane.built?.from ?? going.trunk, after, byHand }
  const at = going.lanes.indexOf(lane)
  return {
    ...withLane(going, at, { stand: { kind: 'integrated' } }),
    trunk: after,
    integrated: [...going.integrated, entry],
    queue: going.queue.slice(1),
    joining: null,
  }
}
