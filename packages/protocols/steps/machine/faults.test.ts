/** Definitions that are refused when they are loaded. */
import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { builtIn } from './built-in.ts'
import { type Definition, definitionSchema, type StepRow } from './definition.ts'
import { definitionFaults } from './faults.ts'
import { stepsInputSchema } from './input.ts'
import { sampleSession } from './sample.ts'

const [skill] = builtIn
const changed = (change: (steps: StepRow[]) => StepRow[]): Definition => {
  if (skill === undefined) return expect.fail()
  return { ...skill, steps: change(skill.steps.map((step) => ({ ...step }))) }
}
const at = (number: number, rest: Partial<StepRow>) => (steps: StepRow[]) =>
  steps.map((step) => (step.number === number ? { ...step, ...rest } : step))

test('the built-in definitions have no fault', () => {
  for (const definition of builtIn) expect(definitionFaults(definition)).toEqual([])
})

test.each<[string, (steps: StepRow[]) => StepRow[]]>([
  ['number-missing', (steps) => steps.filter(({ number }) => number !== 2)],
  ['number-missing', at(6, { number: 7 })],
  ['duplicate-number', at(2, { number: 1 })],
  ['duplicate-name', at(2, { name: 'READ_SKILL' })],
  ['reserved-name', at(6, { name: 'COMPLETED' })],
  ['out-of-order', (steps) => steps.toReversed()],
  ['unknown-transition', at(2, { next: 'NOWHERE' })],
  ['step-unreachable', at(2, { next: 'CREATE_MEMORY' })],
  ['unbounded-loop', at(4, { next: 'GENERATE_TASK_ID' })],
  ['invoking-steps', at(6, { work: 'invoke' })],
  ['skills-unread', at(3, { work: 'none' })],
  ['skills-unnamed', at(3, { skills: 'craft' })],
  ['task-unnamed', at(1, { work: 'none' })],
  ['no-steps', () => []],
])('a definition with %s is refused', (rule, change) => {
  proves('EXE-62', 'EXE-78')
  const definition = changed(change)
  expect(definitionFaults(definition).map((fault) => fault.rule)).toContain(rule)
  expect(stepsInputSchema.safeParse({ ...sampleSession(), definition }).success).toBe(false)
})

test('a step of another kind than those that go through the one way of running cannot be put into a definition', () => {
  proves('EXE-61')
  const [step] = skill?.steps ?? []
  expect(definitionSchema.safeParse({ ...skill, steps: [{ ...step, work: 'exec' }] }).success).toBe(false)
  expect(definitionSchema.safeParse({ ...skill, steps: [{ ...step, run: 'step.py' }] }).success).toBe(false)
})

test('of all pieces and orders of a table only those from its first step on, in its order, have no fault', () => {
  const whole = [...(skill?.steps ?? [])]
  fc.assert(
    fc.property(fc.shuffledSubarray(whole), (steps) => {
      const isBeginning = steps.length > 0 && steps.every(({ number }, at) => number === at + 1)
      expect(definitionFaults(changed(() => steps)).length === 0).toBe(isBeginning)
    }),
    { examples: [[whole]] },
  )
})
