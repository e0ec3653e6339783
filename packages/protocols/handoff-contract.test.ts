/** What agents are handed, of every turn that a protocol can come to: derived from its transitions and the schema. */
import { anyRole, type SessionMark } from '@sigma/engine'
import { type Ask, dispatchFindings, handoffOf, handoffSchema, type Protocol, readRecord } from '@sigma/protocol'
import { proves, walk } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { board } from './board/machine/board.ts'
import { smallBoard } from './board/machine/sample.ts'
import { boardTasks } from './board/tasks.ts'
import { design } from './design/machine/design.ts'
import { sampleDesignInput } from './design/machine/sample.ts'
import { designTasks } from './design/tasks.ts'
import { kits } from './kits.ts'
import { plan } from './plan/machine/plan.ts'
import { samplePlanInput } from './plan/machine/sample.ts'
import { planTasks } from './plan/tasks.ts'
import { reasoning } from './reasoning/machine/reasoning.ts'
import { sampleReasoning } from './reasoning/machine/sample.ts'
import { reasoningTasks } from './reasoning/tasks.ts'
import { review } from './review/machine/review.ts'
import { sampleReviewInput } from './review/machine/sample.ts'
import { reviewTasks } from './review/tasks.ts'
import { sampleSession } from './steps/machine/sample.ts'
import { steps } from './steps/machine/steps.ts'
import { stepsTasks } from './steps/tasks.ts'
import { sampleTddInput } from './tdd/machine/sample.ts'
import { tdd } from './tdd/machine/tdd.ts'
import { taskRows } from './tdd/task-rows.ts'
import { sampleValidationInput } from './validation/machine/sample.ts'
import { validation } from './validation/machine/validation.ts'
import { validationTasks } from './validation/tasks.ts'

/** Every ask that the protocol wishes for, once for each way in which it may be told. */
function asksOf<Input, State extends { readonly kind: string }>(
  protocol: Protocol<Input, State>,
  input: Input,
): readonly Ask[] {
  const asks = new Map<string, Ask>()
  walk(protocol, input, 20_000, {
    step: (_at, _event, _before, { kernel }) => {
      for (const { effect } of Object.values(kernel.open))
        if (effect.kind === 'ask') asks.set(JSON.stringify([effect.at, effect.brief, effect.codes]), effect)
    },
    found: () => undefined,
    threw: (_at, _event, error) => {
      throw error
    },
  })
  return [...asks.values()]
}

const walked = [
  ['plan', () => asksOf(plan, samplePlanInput({ rounds: 3 })), planTasks],
  ['tdd', () => asksOf(tdd, sampleTddInput({ batches: [1], rounds: 2, tries: 2, exchanges: 1 })), taskRows],
  ['design', () => asksOf(design, sampleDesignInput({ rounds: 2, modules: 1, wish: 'Greet people.' })), designTasks],
  ['review', () => asksOf(review, sampleReviewInput()), reviewTasks],
  ['board', () => asksOf(board, smallBoard()), boardTasks],
  [
    'validation',
    () => asksOf(validation, sampleValidationInput({ specialists: 2, agents: 1, iterations: 2, reasks: 0, errors: 0 })),
    validationTasks,
  ],
  ['reasoning', () => asksOf(reasoning, sampleReasoning({ router: true })), reasoningTasks],
  ['steps', () => asksOf(steps, sampleSession({ questions: 1 })), stepsTasks],
] as const

test.each(walked)(
  '%s: every handoff is a valid record that its task allows, and each task has one',
  (_, all, tasks) => {
    proves('SIG-26', 'SIG-27')
    const asks = all()
    for (const ask of asks) {
      expect(dispatchFindings(ask)).toEqual([])
      expect(readRecord(handoffSchema, handoffOf(ask, `${ask.id}@1`, []))).toMatchObject({ kind: 'read' })
      const task = tasks.find(({ type, phases }) => type === ask.brief.type && phases.includes(ask.phase))
      expect([ask.role, anyRole]).toContain(task?.role)
      expect(task?.codes).toEqual(expect.arrayContaining([...ask.codes]))
      if (ask.phase === 'DISCUSS') expect(ask.writes.length > 0).toBe(ask.brief.context['phaseType'] === 'build')
      else {
        // Agents of skills leave their memory; whoever chooses a route leaves nothing.
        const leavesText = /^(PLAN|DESIGN)$/.test(ask.phase) || (ask.phase === 'STEP' && task?.role === anyRole)
        expect(ask.writes.length === 0).toBe(task?.writes === 'nothing' && !leavesText)
      }
    }
    expect(new Set(asks.map(({ brief }) => brief.type))).toEqual(new Set(tasks.map(({ type }) => type)))
  },
)

test('the protocols that ask agents are walked, and every move of work that the specification names is among theirs', () => {
  proves('SIG-26')
  expect(new Set<string>(walked.map(([name]) => name))).toEqual(
    new Set(kits.filter(({ tasks }) => tasks.length > 0).map(({ name }) => name)),
  )
  const moves = walked.flatMap(([, all]) => all().map(({ brief, role }) => `${brief.from}→${role}`))
  for (const move of ['spec→critic', 'critic→spec', 'qa→dev', 'dev→qa', 'engine→reviewer'])
    expect(moves).toContain(move)
})

const sessionOf = ({ brief }: Ask): string =>
  z.object({ session: z.object({ sid: z.string() }) }).parse(brief.context).session.sid

const dialogues = [
  ['plan', 'plan_loop', /^R\d+$/, ['Ω₂ˢ', 'Ω₂ᶜ']],
  ['design', 'plan_loop', /^R\d+$/, ['designer', 'Ω₁ᶜ']],
  ['tdd', 'tdd_loop', /^P(Phase0|ℜ|ℜᴳ|ℜᶠᵗ|ℜᶠⁱ|review_tests|review_impl)$/, ['Ω₃ᵍ', 'Ω₃ᴱ']],
] as const

test.each(dialogues)('%s: each turn is told the session of its dialogue, which is a %s', (name, type, mark, agents) => {
  proves('DPTR-31', 'DPTR-37', 'DPTR-38', 'DPTR-43')
  const kit = kits.find((each) => each.name === name)
  const asks = walked.find(([each]) => each === name)?.[1]() ?? []
  const places = asks.map((ask) => ({ ask, place: kit?.sessions?.(ask) ?? null }))
  expect(places.length).toBeGreaterThan(3)
  for (const { ask, place } of places) {
    expect(place).toMatchObject({ session: sessionOf(ask), type })
    expect(place === null ? '' : markOf(place.mark)).toMatch(mark)
  }
  expect(new Set(places.map(({ place }) => place?.agent))).toEqual(new Set(agents))
})

const markOf = (mark: SessionMark): string => (mark.kind === 'round' ? `R${mark.round}` : `P${mark.phase}`)

test('a dialogue about a plan has one session over all its rounds, and each cycle one of its own', () => {
  proves('DPTR-10')
  const planned = new Set(asksOf(plan, samplePlanInput({ rounds: 3 })).map(sessionOf))
  expect([...planned]).toEqual([expect.stringMatching(/^PLAN_/)])
  const asks = asksOf(tdd, sampleTddInput({ batches: [2], rounds: 1, tries: 1, exchanges: 0 }))
  const cycles = [...new Set(asks.map(({ at }) => at.unit))].map(
    (unit) => new Set(asks.filter(({ at }) => at.unit === unit).map(sessionOf)),
  )
  expect(cycles.map(({ size }) => size)).toEqual(cycles.map(() => 1))
  expect(new Set(cycles.flatMap((sessions) => [...sessions])).size).toBe(cycles.length)
  for (const [session = ''] of cycles.map((each) => [...each])) expect(session).toMatch(/^TDD_/)
})
