/** A person's own plan in the place of the one that they decide about: looked at as any plan is, and accepted by their word where it passes. */
import type { Decided, Finding, Judged } from '@sigma/protocol'
import { z } from 'zod'
import { checkOf } from './asking.ts'
import { consult } from './consulting.ts'
import { completed } from './ending.ts'
import { planFound } from './gate-parameters.ts'
import type { PlanState, PlanStep } from './state.ts'

type Deciding = Extract<PlanState, { kind: 'deciding' }>
type Taking = Extract<PlanState, { kind: 'taking' }>

const textInput = z.object({ path: z.string(), content: z.string().min(1) })

export function taking(state: Deciding, { input, by }: Decided): PlanStep {
  const { kind: _, cause, back, ...loop } = state
  const { data } = textInput.safeParse(input)
  if (data?.path !== loop.input.plan.path) return consult(loop, cause, [noText], back)
  const check = checkOf(loop, 'taking', data.content)
  return { state: { ...loop, kind: 'taking', cause, back, by }, effects: [check] }
}

const noText: Finding = {
  rule: 'no-text',
  message: 'The decision `edit` came without a text of the plan.',
  remedy: 'Give {"path": "<path>", "content": "<text>"}, or choose another option.',
}

/** The question stands again, with what was found wrong; the plan stands as it was. */
export function asBefore({ kind: _, cause, back, by: __, ...loop }: Taking, findings: readonly Finding[]): PlanStep {
  return consult(loop, cause, findings, back)
}

export function taken(state: Taking, { verdict, findings, data, evidence }: Judged): PlanStep {
  if (verdict !== 'pass') return asBefore(state, findings)
  const { kind: _, cause: __, back: ___, by, ...loop } = state
  return completed({ ...loop, checked: { evidence, hands: planFound.safeParse(data).data?.hands ?? {} } }, by)
}
