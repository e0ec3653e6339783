/** What follows from a person's decision about a design (DPTR-52, A7). */
import type { Decided, Finding } from '@sigma/protocol'
import { z } from 'zod'
import { asked } from './asking.ts'
import { checked } from './checking.ts'
import { optionsOf } from './consulting.ts'
import { aborted, completed } from './ending.ts'
import { taking } from './own-text.ts'
import { accepted } from './progress.ts'
import type { Cause, DesignState, DesignStep, Loop } from './state.ts'

const noteInput = z.object({ note: z.string().min(1) })

type Deciding = Extract<DesignState, { kind: 'deciding' }>

export function decided(state: Deciding, event: Decided): DesignStep {
  const option = optionsOf(state, state.cause).find((name) => name === event.option)
  const { kind: _, cause, back, ...loop } = state
  switch (option) {
    case 'accept':
      return cause === 'acceptance' ? completed(loop, event.by) : accepted(loop, event.by)
    case 'edit':
      return taking(state, event)
    case 'revise':
      return revise(loop, cause, event)
    case 'extend':
    case 'resume':
      return back === 'checking' ? checked(loop) : asked(back, loop)
    case 'abort':
      return aborted(loop, event)
    case undefined:
      return { state, effects: [] }
  }
}

/** A round like any other follows, with what the person says before all else. Of the whole, the draft is changed. */
function revise(state: Loop, cause: Cause, { input, by }: Decided): DesignStep {
  const { note } = noteInput.safeParse(input).data ?? {}
  const said: readonly Finding[] =
    note === undefined ? [] : [{ rule: 'person', message: note, remedy: `${by} wants it so.` }]
  const left = state.input.limits.rounds
  if (cause === 'acceptance')
    return asked('designing', {
      ...state,
      item: { kind: 'draft' },
      queue: null,
      round: 0,
      left,
      checked: null,
      points: said,
    })
  return asked('designing', { ...state, round: state.round + 1, left, points: [...said, ...state.points] })
}
