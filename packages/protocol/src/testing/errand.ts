/**
 * A small protocol that uses the whole vocabulary, to try kernels and hosts with.
 *
 *     drafting ──PC──▶ checking ──pass──▶ merging ──▶ handing ──▶ over
 *        ▲                │ fail             │ conflict
 *        ├────tries left──┘      mending ◀───┘
 *        └──restored────────────────┘
 *     any failure, no tries left, or the reminder ──▶ halted ──resume, extend──▶ drafting
 */
import { z } from 'zod'
import type { Effect } from '../effect.ts'
import type { Called, Event } from '../event.ts'
import type { Protocol, Step } from '../protocol.ts'
import { ask, briefOf, consult, end as finished } from './sample-effects.ts'

const input = z.object({
  tries: z.int().min(1),
  retry: z.array(
    z.object({
      causes: z.array(z.enum(['timeout', 'crash', 'invalid', 'trespass'])),
      times: z.int().min(0),
      withinMs: z.number().optional(),
    }),
  ),
})
export type ErrandInput = z.infer<typeof input>

/** `call` is the id of a `wait` that gets its reply when the errand is done. */
export interface ErrandState {
  readonly kind: 'drafting' | 'checking' | 'merging' | 'mending' | 'handing' | 'halted' | 'over'
  readonly input: ErrandInput
  readonly left: number
  readonly call: string | null
}

type ErrandStep = Step<ErrandState>

const commit = '1'.repeat(40)

function start(input: ErrandInput): ErrandStep {
  return draft({ kind: 'drafting', input, left: input.tries, call: null })
}

function step(state: ErrandState, event: Event): ErrandStep {
  if (event.kind === 'called') return called(state, event)
  if (event.kind === 'failed') return halt(state, state.kind === 'drafting' ? [clear] : [])
  if (event.kind === 'elapsed') return halt(state, [{ kind: 'stop', id: 'draft', graceMs: 1_000 }])
  switch (state.kind) {
    case 'drafting':
      if (event.kind !== 'answered' || event.code !== 'PC') return halt(state, [clear])
      return check(state)
    case 'checking':
      if (event.kind === 'judged' && event.verdict === 'pass') return merge(state)
      return state.left > 1 ? draft({ ...state, left: state.left - 1 }) : halt(state, [])
    case 'merging':
      return event.kind === 'integrated' ? hand(state) : mend(state)
    case 'mending':
      return state.left > 1 ? draft({ ...state, left: state.left - 1 }) : halt(state, [])
    case 'handing':
      return end(state, 'completed')
    case 'halted':
      if (event.kind === 'decided' && event.option === 'abort') return end(state, 'aborted')
      return draft({ ...state, left: state.input.tries })
    case 'over':
      return { state, effects: [] }
  }
}

const clear: Effect = { kind: 'clear-timer', id: 'reminder' }

const drafting = ask('draft', {
  role: 'spec',
  phase: 'PLAN',
  brief: briefOf('plan', 'Write the draft.'),
  codes: ['PC'],
  writes: ['**'],
  workspace: 'W1',
  base: commit,
})

/** Goes on to another state, with these wishes. */
const to = (state: ErrandState, kind: ErrandState['kind'], ...effects: readonly Effect[]): ErrandStep => ({
  state: { ...state, kind },
  effects,
})

function draft(state: ErrandState): ErrandStep {
  const at = { step: 'draft', part: 'reminder' }
  const reminder: Effect = { kind: 'set-timer', id: 'reminder', at, durationMs: 30_000 }
  return to(state, 'drafting', { ...drafting, retry: state.input.retry }, reminder)
}

function check(state: ErrandState): ErrandStep {
  const told: Effect = { kind: 'tell', message: { type: 'drafted', data: {} } }
  const at = { step: 'draft', part: 'check' }
  return to(state, 'checking', clear, told, { kind: 'check', id: 'check', at, gate: 'plan', commit, parameters: {} })
}

function merge(state: ErrandState): ErrandStep {
  const [at, branches] = [{ step: 'merge' }, [{ name: 'C1', commit }]]
  return to(state, 'merging', { kind: 'integrate', id: 'merge', at, branches, message: 'Merge' })
}

function mend(state: ErrandState): ErrandStep {
  return to(state, 'mending', { kind: 'restore', id: 'mend', at: { step: 'mend' }, workspace: 'W1', commit })
}

function hand(state: ErrandState): ErrandStep {
  const child = { at: { step: 'hand' }, protocol: 'errand', input: null } as const
  return to(state, 'handing', { kind: 'spawn', id: 'child', ...child, onParentEnd: 'stop' })
}

function halt(state: ErrandState, first: readonly Effect[]): ErrandStep {
  return to(state, 'halted', ...first, consult('halt', ['resume', 'extend', 'abort'], { at: { step: 'draft' } }))
}

function end(state: ErrandState, outcome: 'completed' | 'aborted'): ErrandStep {
  const ending = finished({ outcome, summary: `The errand is ${outcome}.` })
  const reply: readonly Effect[] = state.call === null ? [] : [{ kind: 'reply', call: state.call, data: outcome }]
  return to({ ...state, call: null }, 'over', ending, ...reply)
}

function called(state: ErrandState, { call, verb }: Called): ErrandStep {
  if (verb === 'look') return { state, effects: [{ kind: 'reply', call, data: { kind: state.kind } }] }
  if (verb === 'wait' && state.call === null) return { state: { ...state, call }, effects: [] }
  const reason = `The errand is ${state.kind}; it takes no ${verb} now.`
  return { state, effects: [{ kind: 'refuse', call, rule: 'out-of-turn', reason, remedy: 'Call look or wait.' }] }
}

export const errand: Protocol<ErrandInput, ErrandState> = {
  name: 'errand',
  version: 1,
  input,
  start,
  step,
  calls: ({ kind }) => (kind === 'over' ? [] : ['look', 'wait', 'sing'].map((verb) => ({ verb, samples: [{}] }))),
  abstract: ({ kind, left, call }) => [kind, left, call !== null],
  invariants: [{ name: 'left is never below 1', holds: ({ left }) => left >= 1 }],
}
