/** What may be called now. Samples are few: enough for the explorer to come to every situation at small limits. */
import type { CallSpec, Json } from '@sigma/protocol'
import { type PhaseType, phaseTypes } from './calls.ts'
import { isInTurn } from './draft.ts'
import type { BoardLimits } from './input.ts'
import { openPhaseOf } from './owning.ts'
import { ownId, sitId } from './places.ts'
import type { BoardState, Phase, Task } from './state.ts'

export function possibleCalls(state: BoardState): readonly CallSpec[] {
  if (state.kind === 'over') return []
  const tasks = Object.values(state.tasks)
  const { limits } = state.input
  const isRoom = tasks.length < limits.activeTasks
  // A second task is one that waits, or where tasks may have children a child.
  const isFlat = limits.depth === 0 || tasks.length === 0
  const blocker = tasks.find(({ status }) => status !== 'done')?.id
  return [
    {
      verb: 'task',
      samples:
        isRoom && isFlat
          ? [{ description: 'A' }, ...(blocker === undefined ? [] : [{ description: 'B', blockedBy: [blocker] }])]
          : [],
    },
    ...tasks.flatMap((task) => callsOf(task, isRoom, limits)),
    { verb: 'event', samples: tasks.some(({ outside }) => outside?.for === 'event') ? [{ event: 'sample' }] : [] },
    { verb: 'reset', samples: [{}] },
  ]
}

/** What is independent of phases and of other tasks is tried where there are none. */
function callsOf(task: Task, isRoom: boolean, { messages, activeTasks }: BoardLimits): readonly CallSpec[] {
  if (task.status !== 'active') {
    const samples = task.status === 'done' ? [] : [{ task: task.id, restart: task.status === 'killed' }]
    return [{ verb: 'kill', samples }]
  }
  const phase = openPhaseOf(task)
  const isAlone = activeTasks === 1
  const isCalm = isAlone && task.phases.length === 0
  const named = { task: task.id }
  return [
    ...(isInTurn(task) ? ownCalls(task, isRoom, isCalm, messages) : []),
    { verb: 'kill', samples: [named, { ...named, restart: true }] },
    { verb: 'done', samples: [named] },
    { verb: 'redirect', samples: isCalm && task.redirect === null ? [{ ...named, note: 'N' }] : [] },
    { verb: 'wait-children', samples: !isAlone && task.waits.length === 0 ? [named] : [] },
    ...(phase === null ? [] : roomCalls(task, phase, messages)),
    {
      verb: 'veto',
      samples: isTalk(phase)
        ? task.decisions.flatMap(({ vetoed }, at) => (vetoed ? [] : [{ ...named, decision: at + 1, why: 'W' }]))
        : [],
    },
  ]
}

/** Of an owner whose turn is open. */
function ownCalls(
  { owner, phases, decisions, objections, outside, redirect }: Task,
  isRoom: boolean,
  isCalm: boolean,
  messages: number,
): readonly CallSpec[] {
  const by = ownId(owner?.name ?? '')
  const calls = (verb: string, ...samples: readonly Json[]): CallSpec => ({ verb, samples, by })
  const waits = [
    { for: 'answer', question: 'Q' },
    { for: 'time', ms: 1 },
    { for: 'event', event: 'sample' },
  ]
  return [
    calls('subtask', ...(isRoom ? [{ description: 'C' }] : [])),
    calls(
      'phase',
      ...phaseTypes.map((type) => ({ name: 'P', limit: Math.max(1, messages - 1), roles: ['dev'], type })),
    ),
    calls('say', ...(isOpen(phases.at(-1)) ? [{ content: 'pm done' }] : [])),
    calls(
      'decide',
      ...(decisions.length === 0 && isTalk(phases.at(-1) ?? null)
        ? [{ decision: 'D', check: { kind: 'no-new-dependency' } }]
        : []),
    ),
    calls('wait', ...(isCalm && outside === null ? waits : [])),
    calls('wait-children', ...(phases.length === 0 ? [{}] : [])),
    calls('done', ...(isCalm ? [{ merge: true }] : [{}])),
    calls('acknowledge', ...(redirect === null ? [] : [{}])),
    calls(
      'answer-objection',
      ...objections.flatMap(({ settled }, at) => (settled ? [] : [{ objection: at + 1, answer: 'A' }])),
    ),
  ]
}

/** Decisions are tried where there is somebody to object. */
const isTalk = (phase: Phase | null): boolean =>
  phase !== null && (phase.type === 'decision' || (phase.type === 'discussion' && phase.status !== 'closed'))

const isOpen = (phase: Phase | undefined): boolean => phase !== undefined && phase.status !== 'closed'

function roomCalls(
  task: Task,
  { id: phase, limit, status, type, seats }: Phase,
  messages: number,
): readonly CallSpec[] {
  const isPlain = type === 'discussion' && task.decisions.length === 0
  return [
    { verb: 'say', samples: [{ content: 'hello', phase }] },
    { verb: 'end-phase', samples: [{ phase }] },
    { verb: 'extend-phase', samples: isPlain && limit < messages ? [{ by: 1, phase }] : [] },
    { verb: status === 'paused' ? 'resume-phase' : 'pause-phase', samples: isPlain ? [{ phase }] : [] },
    ...seats.filter((seat) => seat.status === 'turn').flatMap((seat) => seatCalls(task, type, sitId(seat.name))),
  ]
}

function seatCalls({ decisions, objections }: Task, type: PhaseType, by: string): readonly CallSpec[] {
  const calls = (verb: string, ...samples: readonly Json[]): CallSpec => ({ verb, samples, by })
  const canObject = type === 'discussion' && decisions.length > 0
  return [
    calls('say', { content: 'hello' }),
    calls('object', ...(canObject && objections.length === 0 ? [{ decision: 1, why: 'W', blocking: true }] : [])),
    calls('escalate', ...(canObject && objections.length === 0 ? [{ decision: 1, why: 'W' }] : [])),
    calls('vote', ...(type === 'review' ? [{ approves: true, why: 'W' }] : [])),
    calls('hold', { seconds: 1 }),
  ]
}
