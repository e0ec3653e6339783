/**
 * The board of a project: tasks with owners, phases in which a bounded number of messages is spoken, and what they come to.
 * One run a project; it is open until it is reset, and each task on it is a machine of its own.
 *
 *     task: blocked ──blockers done, a place free──▶ active ──done──▶ landing ──▶ done
 *              └───────────────────kill──────────────┴──▶ killed ──restart──▶ active
 *
 *     owner: turn ──ends──▶ phase, children, outside, deciding ──comes──▶ (joining) ──▶ turn
 *              └──ends with nothing to wait for──▶ nudged ──▶ turn, or a person decides
 *
 *     phase: active ◀──▶ paused        active ──limit, ended, voted, killed──▶ closed
 */
import type { Event, Protocol } from '@sigma/protocol'
import { abstractOf, labelOf } from './abstract.ts'
import { taken } from './answers.ts'
import { called } from './called.ts'
import { decided } from './deciding.ts'
import { type Draft, draftOf, stepOf } from './draft.ts'
import { type BoardInput, boardInputSchema } from './input.ts'
import { invariants } from './invariants.ts'
import { possibleCalls } from './possible-calls.ts'
import type { BoardState, BoardStep, OpenBoard } from './state.ts'

function start(input: BoardInput): BoardStep {
  return { state: { kind: 'open', input, tasks: {}, agents: 0 }, effects: [] }
}

function step(state: BoardState, event: Event): BoardStep {
  if (state.kind === 'over') return { state, effects: [] }
  switch (event.kind) {
    case 'called':
      return called(state, event)
    case 'decided':
      return after(state, event, (draft) => decided(draft, event))
    case 'answered':
    case 'failed':
    case 'judged':
    case 'elapsed':
    case 'integrated':
    case 'conflicted':
      return after(state, event, (draft) => taken(draft, event))
    case 'started':
    case 'begun':
    case 'restored':
    case 'ended':
      return { state, effects: [] }
  }
}

function after(state: OpenBoard, { nonce }: Event, work: (draft: Draft) => void): BoardStep {
  const draft = draftOf(state, nonce)
  work(draft)
  return stepOf(draft)
}

export const board: Protocol<BoardInput, BoardState> = {
  name: 'board',
  version: 1,
  input: boardInputSchema,
  start,
  step,
  calls: possibleCalls,
  abstract: abstractOf,
  label: labelOf,
  invariants,
}
