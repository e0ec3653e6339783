/** What follows from a person's decision about a plan (D14, DPTR-60, DPTR-61). */
import type { Decided, Finding } from '@sigma/protocol'
import { z } from 'zod'
import { asked, checked } from './asking.ts'
import { optionsOf } from './consulting.ts'
import { aborted, completed } from './ending.ts'
import { taking } from './own-text.ts'
import type { Loop, PlanState, PlanStep } from './state.ts'

const noteInput = z.object({ note: z.string().min(1) })

export function decided(state: Extract<PlanState, { kind: 'deciding' }>, event: Decided): PlanStep {
  const option = optionsOf(state, state.cause).find((name) => name === event.option)
  switch (option) {
    case 'accept':
      return completed(state, event.by)
    case 'edit':
      return taking(state, event)
    case 'revise':
      return revise(state, event)
    case 'extend':
    case 'resume':
      return takeUp(state)
    case 'abort':
      return aborted(event)
    case undefined:
      return { state, effects: [] }
  }
}

/** A round like any other follows, with what the person says before all else. */
function revise(state: Loop, { input, by }: Decided): PlanStep {
  const { note } = noteInput.safeParse(input).data ?? {}
  const said: readonly Finding[] =
    note === undefined ? [] : [{ rule: 'person', message: note, remedy: `${by} wants it so.` }]
  const { rounds } = state.input.limits
  return asked('planning', {
    ...state,
    round: state.round + 1,
    left: rounds,
    points: [...said, ...state.points],
    objection: null,
  })
}

function takeUp(state: Extract<PlanState, { kind: 'deciding' }>): PlanStep {
  const { kind: _, cause: __, back, ...loop } = state
  return back === 'checking' ? checked(loop) : asked(back, loop)
}
