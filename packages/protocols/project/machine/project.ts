/**
 * Ω₁ → Ω₂ → Ω₃ → Ω₄, each stage a run of its own (DPTR-01).
 *
 *     with a wish:  design ──▶ ┐
 *     with modules: ───────────┴▶ plan ──▶ tdd ──▶ review ──▶ over
 *                                  ▲                  │
 *                                  └── next module ───┘
 *     a stage that ended otherwise ──▶ deciding ──accept──▶ as if it had completed
 *                                          │──again──▶ the same stage      ──leave, abort──▶ over
 */
import type { Ended, Event, Finding, Protocol, Stamp } from '@sigma/protocol'
import { consult, decided } from './decisions.ts'
import { completed, over } from './ending.ts'
import { type ProjectInput, projectInputSchema, type Stage } from './input.ts'
import { invariants } from './invariants.ts'
import { isAbout } from './places.ts'
import { begun, taken } from './stages.ts'
import type { Going, ProjectState, ProjectStep } from './state.ts'

function start(input: ProjectInput): ProjectStep {
  const going: Going = {
    input,
    modules: input.modules,
    at: 0,
    commit: input.base,
    planned: null,
    built: null,
    left: [],
  }
  return begun(input.wish !== null || input.designs ? 'design' : 'plan', going, 'first')
}

function step(state: ProjectState, event: Event): ProjectStep {
  if (state.kind === 'over' || !isAbout(state.kind, event)) return { state, effects: [] }
  if (state.kind === 'deciding') return event.kind === 'decided' ? decided(state, event, goOn) : { state, effects: [] }
  switch (event.kind) {
    case 'ended':
      return ended(state, event)
    case 'failed':
      return consult(state, 'failed', state.kind, event.findings)
    default:
      return { state, effects: [] }
  }
}

function ended(state: { readonly kind: Stage } & Going, event: Ended & Stamp): ProjectStep {
  const { outcome, run, nonce } = event
  const { kind: stage, ...going } = state
  const after = taken(stage, going, event)
  switch (outcome) {
    case 'completed':
      return after === null ? consult(going, 'failed', stage, [nothingOfUse(stage, run)]) : goOn(stage, after, nonce)
    case 'aborted':
      return over('aborted', going, `The run ends with its ${stage} stage, which was aborted.`, [lookAt(stage, run)])
    case 'escalated':
      return consult(going, 'escalated', stage, [lookAt(stage, run)])
    case 'refused':
      // Nothing was built that somebody could decide about.
      if (stage === 'design' || (stage === 'tdd' && after === null)) return refused(going, stage, run)
      return consult(after ?? going, 'refused', stage, [lookAt(stage, run)])
  }
}

const refused = (going: Going, stage: Stage, run: string): ProjectStep =>
  over('refused', going, `The run ends with its ${stage} stage, which was refused.`, [lookAt(stage, run)])

const lookAt = (stage: Stage, run: string): Finding => ({
  rule: 'stage-ended',
  message: `Its ${stage} stage is the run ${run}.`,
  remedy: `sigma why ${run}`,
})

const nothingOfUse = (stage: Stage, run: string): Finding => ({
  ...lookAt(stage, run),
  rule: 'nothing-handed-over',
  message: `Its ${stage} stage, the run ${run}, completed and handed over nothing to go on with.`,
})

/** A stage is over as it should be, or a person accepted it so. */
function goOn(stage: Stage, going: Going, nonce: string): ProjectStep {
  switch (stage) {
    case 'design':
      return begun('plan', going, nonce)
    case 'plan':
      return begun('tdd', going, nonce)
    case 'tdd':
      return begun('review', going, nonce)
    case 'review': {
      const next: Going = { ...going, at: going.at + 1, planned: null, built: null }
      return next.at < going.modules.length ? begun('plan', next, nonce) : completed(going)
    }
  }
}

export const project: Protocol<ProjectInput, ProjectState> = {
  name: 'project',
  version: 1,
  input: projectInputSchema,
  start,
  step,
  calls: () => [],
  abstract: (state) =>
    state.kind === 'over'
      ? [state.kind, state.outcome]
      : [
          state.kind,
          state.at,
          state.modules.length,
          state.planned !== null,
          state.built !== null,
          state.commit === state.input.base,
          state.left.length > 0,
          ...(state.kind === 'deciding' ? [state.cause, state.back] : []),
        ],
  label: (state) => (state.kind === 'over' ? state.outcome : labelOf(state)),
  invariants,
}

const labelOf = (state: Exclude<ProjectState, { kind: 'over' }>): string =>
  state.kind === 'deciding' ? `deciding about ${state.back}` : state.kind
