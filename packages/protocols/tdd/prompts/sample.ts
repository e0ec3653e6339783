/** A turn that nobody plays: what a template comes to is seen before there is a run. */
import type { SampleTurn, ToldTask } from '@sigma/engine'
import { type Ask, handoffOf, type Json, type TurnHandoff } from '@sigma/protocol'
import { freshCycle, freshRun, freshSlice } from '../machine/barrier.ts'
import type { TddInput } from '../machine/input.ts'
import { cycleOf } from '../machine/places.ts'
import { askOf } from '../machine/requests.ts'
import { sampleTddInput } from '../machine/sample.ts'
import { freshTurn } from '../machine/seats.ts'
import { isTask, tasks } from '../machine/tasks.ts'
import { tdd } from '../machine/tdd.ts'

const imaginary: TddInput = sampleTddInput({ batches: [1] })

/** A module with one cycle. */
export const exampleInput: TddInput = {
  ...imaginary,
  module: 'prices',
  design: { ...imaginary.design, path: 'memory-bank/modules/prices/design.md' },
  plan: { ...imaginary.plan, path: 'memory-bank/modules/prices/tdd_plan.md' },
  project: { ...imaginary.project, tests: ['test/parse.test.js'], source: ['src/parse.js'] },
  cycles: [
    {
      id: 'TDD_1',
      title: 'Reading',
      interfaces: ['parse'],
      signature: 'export function parse(text: string): number[]',
      tests: ['test/parse.test.js'],
      source: ['src/parse.js'],
    },
  ],
}

const refusal = {
  rule: 'example-rule',
  message: 'What a gate saw of an earlier try stands here.',
  remedy: 'The way out stands here.',
}

export function sampleHandoff(turn: SampleTurn): TurnHandoff | null {
  const input = tdd.input.parse(turn.input)
  const isPhase0 = turn.phase === tasks.phase0.phases[0]
  const unit = turn.unit ?? (isPhase0 ? tasks.phase0.label : 'C1')
  const number = isPhase0 ? 0 : (cycleOf(unit) ?? 0)
  const isThere = isPhase0 ? unit === tasks.phase0.label : input.cycles[number - 1] !== undefined
  return isThere ? handoffOf(askFor(turn, input, number), 'example', turn.withTalk ? [refusal] : []) : null
}

/** As the loop asks, but for its words, which a real turn has. */
function askFor({ task, phase, withTalk }: SampleTurn, input: TddInput, number: number): Ask {
  const run = freshRun(input)
  const cycle = freshCycle(number, run)
  const state = { kind: 'reviewing', ...freshSlice(run, [cycle]) } as const
  const ask = askOf({ state, cycle, turn: freshTurn(isTask(task.type) ? task.type : 'phase0', 1) })
  const { context, parameters } = ask.brief
  const session = { sid: 'TDD_example', cycle: number, phase, round: /^RE[FV]/.test(phase) ? 1 : 0 }
  return {
    ...ask,
    phase,
    brief: {
      ...ask.brief,
      purpose: 'What is asked stands here, in the words of the ask.',
      context: { ...context, session },
      parameters: { ...parameters, ...talkOf(task, withTalk) },
    },
  }
}

function talkOf({ template: { needs, where = {} } }: ToldTask, withTalk: boolean): Readonly<Record<string, Json>> {
  return {
    ...(needs.includes('issue') && {
      issue: 'What is said to be wrong with a test stands here.',
      raisedBy: 'dev',
      ...where,
      exchangesLeft: 2,
    }),
    ...(withTalk && needs.includes('points') && { points: 'What the reviewer wants changed stands here.' }),
    ...(withTalk && needs.includes('reply') && { declined: "QA's reply to a test issue stands here." }),
  }
}
