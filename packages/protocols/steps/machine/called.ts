/** Calls of a session: only the step that is due runs; the last completed one gives its directive again; any other is refused (EXE-51, EXE-55). */
import type { Called, Effect } from '@sigma/protocol'
import { stillAsked, unfollowed } from './asking.ts'
import { completeCall, type StepCall, stepCall } from './calls.ts'
import { completeProtocol } from './completing.ts'
import { invokes, type StepRow, stepOf } from './definition.ts'
import { dueText, type Refusal, refuse, reply } from './reply.ts'
import { run } from './running.ts'
import { dueIn, invocationsIn, type Session, type StepsState, type StepsStep, sessionOf } from './state.ts'

type Open = Exclude<StepsState, { readonly kind: 'over' }>
type Unasked = Exclude<Open, { readonly kind: 'asking' }>

export function called(state: Open, event: Called): StepsStep {
  const { call, verb } = event
  // Whatever is called: what is due then, and whether anything is, a person decides.
  if (state.kind === 'asking') return said(state, stillAsked(state, call))
  switch (verb) {
    case 'dispatched':
      return said(state, reply(state, call, { outcome: 'dispatched', step: null }))
    case 'step': {
      const { data } = stepCall.safeParse(event.arguments)
      return data === undefined
        ? said(state, refuse(state, call, 'step-unreadable', 'The call of a step cannot be read.'))
        : step(state, call, data)
    }
    case 'complete': {
      const { data } = completeCall.safeParse(event.arguments)
      return complete(state, call, data?.summary)
    }
    default:
      return said(state, refuse(state, call, 'unknown-verb', `A session takes no ${verb}; ${dueText(state)}.`))
  }
}

const said = (state: Open, effect: Effect): StepsStep => ({ state, effects: [effect] })

function step(state: Unasked, call: string, given: StepCall): StepsStep {
  const { input, path } = state
  const row = stepOf(input.definition, given.step)
  if (given.step === 0) return said(state, reply(state, call, { outcome: 'entered', step: 0 }))
  const { seen = path.length } = given
  if (given.step === path.at(-1) && seen >= path.length)
    return said(
      state,
      isSame(state, given)
        ? reply(state, call, { outcome: 'repeated', step: given.step })
        : refuse(state, call, 'step-taken', otherwise(state, given.step)),
    )
  // A loop may have come back to it since.
  if (path.slice(seen).includes(given.step))
    return said(state, refuse(state, call, 'step-taken', taken(state, given.step)))
  const due = dueIn(state)
  if (row === null || row !== due) return outOfOrder(state, call, given.step)
  switch (state.kind) {
    case 'due': {
      const nobody = unplayed(state, row, given)
      return nobody === null ? run(state, row, call, given) : said(state, refusal(call, nobody))
    }
    case 'reading':
      return instead(state, state.call, { ...state, call })
    case 'invoking':
      return instead(state, state.working.call, { ...state, working: { ...state.working, call } })
  }
}

/** An agent that nobody plays is found before its step begins, and nothing of the step is done; null: there is none. */
function unplayed(session: Session, row: StepRow, { roles }: StepCall): string | null {
  if (!invokes(row) || roles === undefined || roles.includes('*')) return null
  const all = row.agents ?? invocationsIn(session).map(({ agent }) => agent)
  return all.find((agent) => !roles.includes(agent)) ?? null
}

/** The follower can do nothing for it, so that it spends nothing of the times that it is told again. */
const refusal = (call: string, agent: string): Effect => ({
  kind: 'refuse',
  call,
  rule: 'agent-unplayed',
  reason: `Nobody plays the agent ${agent}, so the step was not begun; give it an agent in "roles" of the configuration.`,
  remedy: 'sigma agents',
})

/** Whoever asks again gives nothing, or what was taken: its process may have died before it was told (EXE-55). */
const isSame = ({ outputs }: Session, { output }: StepCall): boolean =>
  Object.entries(output ?? {}).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(outputs.at(-1)?.[name]),
  )

/** Of two that complete a step at once the later one is told that its output is not the one that counts (EXE-65). */
const otherwise = (session: Session, number: number): string =>
  `Step ${number} was completed with another output, and this one was not taken; ${dueText(session)}.`

const taken = (session: Session, number: number): string =>
  `Another process completed step ${number} meanwhile; ${dueText(session)}.`

/** Whoever asked before hears no more: its process may have died, and of two that ask at once one is refused (EXE-65). */
function instead(session: Session, before: string | null, state: StepsState): StepsStep {
  const why = `Another process waits for the step now; ${dueText(session)}.`
  return { state, effects: before === null ? [] : [refuse(session, before, 'step-taken', why)] }
}

/** Skipping, going back and steps that there are not (EXE-51, EXE-64). */
function outOfOrder(state: Unasked, call: string, number: number): StepsStep {
  const row = stepOf(state.input.definition, number)
  const what =
    row === null
      ? `${state.input.definition.route} has no step ${number}`
      : `Step ${number} (${row.name}) cannot be run now`
  const invoking = row !== null && invokes(row) ? ' Agents are invoked in that step alone.' : ''
  return reissued(state, call, refuse(state, call, 'out-of-order', `${what}: ${dueText(state)}.${invoking}`))
}

function complete(state: Unasked, call: string, summary: string | undefined): StepsStep {
  if (dueIn(state) === null) return completeProtocol(state, call, summary)
  return reissued(state, call, refuse(state, call, 'step-due', `The protocol cannot be completed: ${dueText(state)}.`))
}

/** A follower that does something else than what is due is told again, a bounded number of times (EXE-76). */
function reissued(state: Unasked, call: string, refusal: Refusal): StepsStep {
  if (state.kind !== 'due') return said(state, refusal)
  const { rule, reason, remedy } = refusal
  const left = { ...state.left, reissues: state.left.reissues - 1 }
  const after = { ...sessionOf(state), left }
  return left.reissues < 1
    ? unfollowed(after, call, [{ rule, message: reason, remedy }])
    : { state: { ...after, kind: 'due' }, effects: [refusal] }
}
