/**
 * Ω₁ → Ω₂ → Ω₃ → Ω₄, each stage a run of its own (DPTR-01). Modules that do not need one another are worked on side by side,
 * and integrated one by one.
 *
 *     with a wish:  design ──▶ ┐
 *     with modules: ───────────┴▶ building ──every module through──▶ landing ──▶ over
 *
 *     each module:  waiting ──what it needs is integrated, and a place is free──▶ plan ──▶ tdd ──▶ review ──▶ queued ──▶ integrated
 *                                                                                  ▲                            │ does not fit
 *                                                                                  └────────────────────────────┘
 *     a stage that ended otherwise ──▶ deciding ──accept──▶ as if it had completed
 *                                          │──again──▶ the same stage      ──leave──▶ what does not need it goes on
 *                                          └──abort──▶ over
 *
 * A module begins from what is integrated when it begins, which holds all that it needs. What comes of the queue says `joining.ts`,
 * and of the branch that the run was begun on `landing.ts`.
 */
import type { Ended, Event, Protocol, Stamp } from '@sigma/protocol'
import { abstract, label } from './abstraction.ts'
import { lookAt, nothingOfUse, settle, stageEnded } from './building.ts'
import { decided, decidedAboutDesign } from './decisions.ts'
import { abortedStage, over } from './ending.ts'
import { type ProjectInput, projectInputSchema } from './input.ts'
import { invariants } from './invariants.ts'
import { joining } from './joining.ts'
import { landed } from './landing.ts'
import { freshLane } from './lanes.ts'
import { idOf, isAbout, wholeDecision } from './places.ts'
import { consult, consultAboutDesign } from './questions.ts'
import { designedIn, designStage } from './stages.ts'
import type { Building, Designing, Going, ProjectState, ProjectStep } from './state.ts'

function start(input: ProjectInput): ProjectStep {
  const going: Going = {
    input,
    lanes: input.modules.map((module) => freshLane(module, input.returns)),
    trunk: { commit: input.base, evidence: null },
    integrated: [],
    queue: [],
    joining: null,
    left: [],
  }
  if (input.wish === null && !input.designs) return settle(going, [], 'first')
  return { state: { ...going, kind: 'design', cause: null }, effects: [designStage(going, 'first')] }
}

function step(state: ProjectState, event: Event): ProjectStep {
  return next(state, event) ?? { state, effects: [] }
}

/** Null: the event is about nothing that is open. */
function next(state: ProjectState, event: Event): ProjectStep | null {
  switch (state.kind) {
    case 'design':
    case 'deciding':
      return designing(state, event)
    case 'building':
      return built(state, event)
    case 'landing':
      return landed(state, event)
    case 'over':
      return null
  }
}

/** Null: the event is about nothing that is open. */
function designing(state: Designing, event: Event): ProjectStep | null {
  const { kind, cause: _, ...going } = state
  if (kind === 'deciding')
    return isAbout(wholeDecision, event) && event.kind === 'decided' ? decidedAboutDesign(going, event) : null
  if (!isAbout('design', event)) return null
  if (event.kind === 'failed') return consultAboutDesign(going, 'failed', event.findings)
  return event.kind === 'ended' ? designed(going, event) : null
}

function designed(going: Going, event: Ended & Stamp): ProjectStep {
  const { outcome, run, nonce } = event
  const after = designedIn(going, event)
  switch (outcome) {
    case 'completed':
      return after === null
        ? consultAboutDesign(going, 'failed', [nothingOfUse('design', run)])
        : settle(after, [], nonce)
    case 'aborted':
      return abortedStage(going, 'its design stage', lookAt('design', run))
    case 'escalated':
      return consultAboutDesign(going, 'escalated', [lookAt('design', run)])
    case 'refused':
      return over('refused', going, 'The run ends with its design stage, which was refused.', [lookAt('design', run)])
  }
}

function built(state: Building, event: Event): ProjectStep | null {
  const { kind: _, ...going } = state
  for (const [at, lane] of state.lanes.entries()) {
    const { stand } = lane
    if (stand.kind === 'deciding' && isAbout(idOf(lane, 'decision'), event))
      return event.kind === 'decided' ? decided(state, at, event) : null
    if (stand.kind !== 'working' || !isAbout(idOf(lane, stand.stage), event)) continue
    if (event.kind === 'ended') return stageEnded(going, at, stand.stage, event)
    return event.kind === 'failed' ? consult(going, at, 'failed', stand.stage, event.findings) : null
  }
  return joining(state, event)
}

export const project: Protocol<ProjectInput, ProjectState> = {
  name: 'project',
  version: 2,
  input: projectInputSchema,
  start,
  step,
  calls: () => [],
  abstract,
  label,
  invariants,
}
