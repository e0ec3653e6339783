/**
 * Step protocols: a table of steps that are run one after the other, each by a call, and none is skipped. A session stands
 * at the step that is due; the reply to a call is the directive to the next one.
 *
 *     due ──step n, no output──▶ due (started)          due ──complete, all steps done──▶ over
 *      │ step n, output                ▲
 *      ├──▶ reading ──skills found─────┤                (n is always the step that is due:
 *      ├──▶ invoking ──all agents──────┤                 any other call is refused and names it)
 *      │       │ fails, asks           │
 *      └───────┴──▶ asking ──decided───┘                asking ──abort──▶ over
 *
 * Which step is due next says the table: the following one, another by what the output says or a person decides, or an
 * earlier one, a bounded number of times.
 */
import type { Event, Protocol } from '@sigma/protocol'
import { abstractOf, labelOf } from './abstract.ts'
import { called } from './called.ts'
import { callsIn } from './calls.ts'
import { decided } from './deciding.ts'
import { type StepsInput, stepsInputSchema } from './input.ts'
import { invariants } from './invariants.ts'
import { agentAnswered, agentFailed, memoryJudged } from './invoking.ts'
import { skillsFailed, skillsJudged } from './reading-skills.ts'
import { dueIn, type StepsState, type StepsStep } from './state.ts'

function start(input: StepsInput): StepsStep {
  const { reissues, verdicts, questions } = input.limits
  const nothing = { path: [], outputs: [], turns: {}, task: null, skills: [], memories: [], before: 0 }
  const state: StepsState = {
    ...{ kind: 'due', input, at: 1, started: false, head: input.base, ...nothing },
    left: { reissues, verdicts, questions },
  }
  return { state, effects: [] }
}

function step(state: StepsState, event: Event): StepsStep {
  if (event.kind === 'called' && state.kind !== 'over') return called(state, event)
  switch (state.kind) {
    case 'over':
    case 'due':
      return { state, effects: [] }
    case 'reading': {
      const due = dueIn(state)
      if (due === null) return { state, effects: [] }
      if (event.kind === 'judged') return skillsJudged(state, due, state.call, state.output, event)
      if (event.kind === 'failed') return skillsFailed(state, due, state.call, event)
      return { state, effects: [] }
    }
    case 'invoking':
      if (event.kind === 'answered') return agentAnswered(state, state.working, event)
      if (event.kind === 'failed') return agentFailed(state, state.working, event)
      if (event.kind === 'judged') return memoryJudged(state, state.working, event)
      return { state, effects: [] }
    case 'asking':
      return event.kind === 'decided' ? decided(state, state.asking, event) : { state, effects: [] }
  }
}

export const steps: Protocol<StepsInput, StepsState> = {
  name: 'steps',
  version: 2,
  input: stepsInputSchema,
  start,
  step,
  calls: callsIn,
  abstract: abstractOf,
  label: labelOf,
  invariants,
}
