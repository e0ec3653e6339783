/** A turn that nobody plays: what a template comes to is seen before there is a run. */
import type { SampleTurn, Task } from '@sigma/engine'
import { type Ask, type Cycle, handoffOf, type Json, type Project, type TurnHandoff } from '@sigma/protocol'
import type { TddInput } from '../machine/input.ts'
import { cycleOf } from '../machine/places.ts'
import { sampleTddInput } from '../machine/sample.ts'
import { tasks } from '../machine/tasks.ts'
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
  const { cycles, ...input } = tdd.input.parse(turn.input)
  if (turn.phase === tasks.phase0.phases[0]) {
    const isPhase0 = turn.unit === null || turn.unit === tasks.phase0.label
    return isPhase0 ? handoffWith(turn, input, 0, whole(input.project, cycles)) : null
  }
  const number = turn.unit === null ? 1 : (cycleOf(turn.unit) ?? 0)
  const cycle = cycles[number - 1]
  return cycle === undefined ? null : handoffWith(turn, input, number, cycle)
}

type About = Pick<TddInput, 'module' | 'design' | 'plan'>

function handoffWith(turn: SampleTurn, about: About, number: number, cycle: Cycle): TurnHandoff {
  return handoffOf(askOf(turn, about, number, cycle), 'example', turn.withTalk ? [refusal] : [])
}

function askOf(
  { task, phase, withTalk }: SampleTurn,
  { module, design, plan }: About,
  number: number,
  cycle: Cycle,
): Ask {
  const { id, title, interfaces, signature, creates } = cycle
  const session = { sid: 'TDD_example', cycle: number, phase, round: /^RE[FV]/.test(phase) ? 1 : 0 }
  const globs = task.writes === 'nothing' ? undefined : creates?.[task.writes]
  return {
    kind: 'ask',
    id: 'example',
    at: { step: 'example' },
    role: task.role,
    phase,
    brief: {
      type: task.type,
      purpose: 'What is asked stands here, in the words of the ask.',
      from: Object.entries(tasks).find(([type]) => type === task.type)?.[1].from ?? 'engine',
      subject: module,
      context: { module, designPath: design.path, planPath: plan.path, interfaceSignature: signature, session },
      documents: [],
      refused: [],
      parameters: { ...(number !== 0 && { cycle: id, title, interfaces }), ...talkOf(task, withTalk) },
    },
    codes: task.codes,
    writes: task.writes === 'nothing' ? [] : cycle[task.writes],
    ...(globs !== undefined && { creates: { globs, since: 'example', kept: [] } }),
    workspace: 'example',
    base: 'example',
    limitMs: 0,
    retry: [],
  }
}

/** Phase 0 lays out what all cycles need. */
function whole(project: Project, cycles: readonly Cycle[]): Cycle {
  const signature = [...new Set(cycles.map((each) => each.signature))].join('\n')
  return { id: '', title: '', interfaces: [], signature, tests: project.tests, source: project.source }
}

function talkOf({ template: { needs, where = {} } }: Task, withTalk: boolean): Readonly<Record<string, Json>> {
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
