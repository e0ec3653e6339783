/**
 * The queue: modules that are built and reviewed are integrated one by one, the joint suite is run on the result, and only then
 * does the trunk move (DPTR-101, DPTR-102). Nothing of a module is dropped to make the rest fit.
 *
 *     queued ──nothing came in since it began──▶ integrated
 *        └──▶ integrating ──▶ checking ──pass──▶ integrated
 *                   │ conflict    │ fail
 *                   └──────┬──────┘
 *                          ├──returns left──▶ built again, on what is integrated, and told what did not fit
 *                          └──none──▶ laying ──▶ deciding ──extend──▶ built again    ──merged──▶ checking    ──abort──▶ over
 *
 * That what is finished by hand is measured like the rest, and what Sigma could not do is tried again by a person's word, is as
 * with the cycles of a slice.
 */
import type { Conflicted, Decided, Event, Finding, Judged, Stamp } from '@sigma/protocol'
import { settle } from './building.ts'
import { integrate, integrated, measure, type Wishing } from './integrating.ts'
import { nameOf, withLane } from './lanes.ts'
import { askAboutMerge, askHalted, lay, mergeDecided } from './merging.ts'
import { concerned, partiesOf } from './parties.ts'
import { idOf, isAbout } from './places.ts'
import type { Building, Going, Joining, JoiningWork, Lane, Merge, ProjectStep } from './state.ts'

/** What follows from an event about the integration that is under way; null: it is about something else. */
export function joining(state: Building, event: Event): ProjectStep | null {
  const { kind: _, ...going } = state
  const lane = going.lanes[going.queue[0] ?? -1]
  const stand = going.joining
  if (lane === undefined || stand === null) return null
  const on = (part: 'integrate' | 'check' | 'lay' | 'merge'): boolean => isAbout(idOf(lane, part), event)
  switch (stand.kind) {
    case 'integrating':
      if (!on('integrate')) return null
      if (event.kind === 'integrated') return stepOf(measure(going, lane, event.commit))
      if (event.kind === 'conflicted') return conflict(going, lane, event)
      return event.kind === 'failed' ? askHalted(going, lane, stand, event) : null
    case 'checking':
      if (!on('check')) return null
      if (event.kind === 'judged') return judged(going, lane, stand, event)
      return event.kind === 'failed' ? askHalted(going, lane, stand, event) : null
    case 'laying':
      if (!on('lay')) return null
      if (event.kind === 'restored') return askAboutMerge(going, lane, stand, 'deciding')
      if (event.kind !== 'failed') return null
      return askAboutMerge(going, lane, { ...stand, reasons: [...stand.reasons, ...event.findings] }, 'unlaid')
    case 'deciding':
    case 'unlaid':
    case 'halted':
      return on('merge') && event.kind === 'decided' ? decided(going, lane, stand, event) : null
  }
}

function decided(going: Going, lane: Lane, stand: Joining, event: Decided & Stamp): ProjectStep | null {
  const next = mergeDecided(going, lane, stand, event)
  switch (next?.kind) {
    case undefined:
      return null
    case 'step':
      return next.step
    case 'again':
      return settle(builtAgain(going, next.reasons), [], event.nonce)
    case 'measure':
      return stepOf(measure(going, lane, next.commit, next.merge))
    case 'integrate':
      return stepOf(integrate(going, lane))
  }
}

const stepOf = ({ going, effects }: Wishing): ProjectStep => ({ state: { ...going, kind: 'building' }, effects })

function judged(
  going: Going,
  lane: Lane,
  { commit, merge }: Extract<JoiningWork, { kind: 'checking' }>,
  { verdict, evidence, findings, nonce }: Judged & Stamp,
): ProjectStep {
  if (verdict === 'pass') return settle(integrated(going, lane, { commit, evidence }, merge !== undefined), [], nonce)
  const reasons = [redTogether(going, lane, findings, evidence), ...findings]
  if (merge !== undefined) return askAboutMerge(going, lane, { kind: 'laying', merge, reasons }, 'deciding')
  return unfit(going, lane, { merge: { commit, kind: 'red' }, reasons }, nonce)
}

function conflict(going: Going, lane: Lane, { commit, nonce, ...event }: Conflicted & Stamp): ProjectStep {
  const reasons = [conflictOf(going, lane, event)]
  if (commit === undefined) return unfit(going, lane, { merge: null, reasons }, nonce)
  return unfit(going, lane, { merge: { commit, kind: 'conflict' }, reasons }, nonce)
}

interface Unfit {
  /** Null: there is nothing to lay. */
  readonly merge: Merge | null
  readonly reasons: readonly Finding[]
}

/** The module that came later is built again, or a person decides. */
function unfit(going: Going, lane: Lane, { merge, reasons }: Unfit, nonce: string): ProjectStep {
  if (lane.returns > 0 || merge === null) {
    const now = withLane(going, going.lanes.indexOf(lane), { returns: Math.max(0, lane.returns - 1) })
    return settle(builtAgain(now, reasons), [], nonce)
  }
  return lay(going, lane, { kind: 'laying', merge, reasons })
}

/** What it was built of stays with the run that built it; its plan holds. */
function builtAgain(going: Going, reasons: readonly Finding[]): Going {
  const at = going.queue[0] ?? -1
  return {
    ...withLane(going, at, { stand: { kind: 'waiting', stage: 'tdd' }, built: null, told: reasons, refused: null }),
    queue: going.queue.slice(1),
    joining: null,
  }
}

function conflictOf(going: Going, lane: Lane, { files, branches, evidence }: Omit<Conflicted, 'commit'>): Finding {
  const units = concerned(partiesOf(going, lane), lane, branches ?? [])
  return {
    rule: 'conflict',
    message: `The work on ${units.join(' and ')} cannot be merged: it conflicts in ${files.join(', ')}.`,
    remedy: `Build ${nameOf(lane)} so that it fits what is integrated.`,
    units,
    ...(evidence !== null && { evidence }),
  }
}

function redTogether(going: Going, lane: Lane, findings: readonly Finding[], evidence: string): Finding {
  const named = findings.every((each) => each.units !== undefined) ? findings.flatMap((each) => each.units ?? []) : []
  const parties = partiesOf(going, lane)
  const units = concerned(parties, lane, named)
  return {
    rule: 'combined-run-failed',
    message: `The joint test suite does not pass on ${units.join(' and ')} together.`,
    remedy: `Build ${nameOf(lane)} so that it holds beside what is integrated.`,
    evidence,
    units,
  }
}
