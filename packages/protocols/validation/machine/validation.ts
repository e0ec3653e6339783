/**
 * Validation: specialists check a change, a main agent fixes what they find, and they check again. Each specialist is a machine
 * of its own (VAL-48, VAL-49), which the run sees by its status:
 *
 *     PENDING ─▶ IN_PROGRESS ──pass──▶ PASS ──all on the final tree──▶ COMPLETED
 *                    │ fail             ▲                                 ▲
 *                    ▼                  │ pass                            │ skip
 *                   FAIL ◀──fail── RE_CHECKING ◀──done── FIXING           │
 *                    │ iterations left  ▲                  ▲ acknowledged │
 *                    ├──────────────────┼─▶ AWAITING_FIX ──┘              │
 *                    │ spent, deadlock  │ by hand    ▲ extend             │
 *                    └──▶ ESCALATED ────┴────────────┴────────────────────┘
 *
 * The run: surveying ─▶ working ─▶ over; when fixes changed the tree ─▶ surveying again; a survey that breaks ─▶ halted.
 */
import type { Event, Protocol } from '@sigma/protocol'
import { abstractOf, labelOf } from './abstract.ts'
import { draftOf, orchestrate, stepOf } from './draft.ts'
import { happened } from './events.ts'
import { type ValidationInput, validationInputSchema } from './input.ts'
import { invariants } from './invariants.ts'
import type { Run, Specialist, ValidationState, ValidationStep } from './state.ts'
import { survey } from './surveying.ts'
import { noTimes } from './times.ts'

function start(input: ValidationInput): ValidationStep {
  const run: Run = {
    input,
    head: input.commit,
    surveyed: null,
    surveys: input.limits.errors,
    orchestrator: 'PENDING',
    specialists: input.specialists.map(({ name }) => fresh(name, input.limits.iterations)),
    fixed: {},
  }
  const draft = draftOf(run, { tick: 0 })
  orchestrate(draft, 'IN_PROGRESS', 'The validation starts.')
  survey(draft)
  return stepOf(draft)
}

const fresh = (name: string, iterations: number): Specialist => ({
  name,
  status: 'PENDING',
  outcome: null,
  why: '',
  due: false,
  iteration: 0,
  left: iterations,
  pass: null,
  failures: [],
  before: [],
  persistent: null,
  sets: [],
  rows: [],
  fixes: [],
  told: { report: false, request: false, trigger: false },
  work: { kind: 'none' },
  times: noTimes,
  extraMs: 0,
  begunAt: null,
})

function step(state: ValidationState, event: Event): ValidationStep {
  if (state.kind === 'over') return { state, effects: [] }
  const draft = draftOf(state, event)
  return happened(draft, state, event) ? stepOf(draft) : { state, effects: [] }
}

export const validation: Protocol<ValidationInput, ValidationState> = {
  name: 'validation',
  version: 1,
  input: validationInputSchema,
  start,
  step,
  calls: () => [],
  abstract: abstractOf,
  label: labelOf,
  invariants,
}
