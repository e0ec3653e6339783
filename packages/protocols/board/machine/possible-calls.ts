/** What may be called now. Samples are few: enough for the explorer to come to every situation at small limits. */
import type { CallSpec, Json } from '@sigma/protocol'
import { isInTurn } from './draft.ts'
import { openPhaseOf } from './owning.ts'
import { ownId, sitId } from './places.ts'
import type { BoardState, Task } from './state.ts'

export function possibleCalls(state: BoardState): readonly CallSpec[] {
  if (state.kind === 'over') return []
  const tasks = Object.values(state.tasks)
  const { limits } = state.input
  const isRoom = tasks.length < limits.activeTasks
  const blocker = tasks.find(({ status }) => status !== 'done')?.id
  return [
    {
      verb: 'task',
      samples: isRoom
        ? [{ description: 'A' }, ...(blocker === undefined ? [] : [{ description: 'B', blockedBy: [blocker] }])]
        : [],
    },
    ...tasks.flatMap((task) => callsOf(task, isRoom, limits.messages)),
    { verb: 'event', samples: tasks.some(({ outside }) => outside?.for === 'event') ? [{ event: 'sample' }] : [] },
    { verb: 'reset', samples: [{}] },
  ]
}

function callsOf(task: Task, isRoom: boolean, messages: number): readonly CallSpec[] {
  if (task.status !== 'active') {
    const samples = task.status === 'done' ? [] : [{ task: task.id, restart: task.status === 'killed' }]
    return [{ verb: 'kill', samples }]
  }
  const phase = openPhaseOf(task)
  const named = { task: task.id }
  const people = (verb: string, ...samples: readonly Json[]): CallSpec => ({ verb, samples })
  const owner = isInTurn(task) ? [ownCalls(task, isRoom)].flat() : []
  return [
    ...owner,
    people('kill', { ...named }, { ...named, restart: true }),
    people('done', { ...named }),
    people('redirect', ...(task.redirect === null ? [{ ...named, note: 'N' }] : [])),
    people('wait-children', ...(task.waits.length === 0 ? [{ ...named }] : [])),
    ...(phase === null
      ? []
      : [
          people('say', { content: 'hello', phase: phase.id }),
          people('end-phase', { phase: phase.id }),
          people('extend-phase', ...(phase.limit < messages ? [{ by: 1, phase: phase.id }] : [])),
          people(phase.status === 'paused' ? 'resume-phase' : 'pause-phase', { phase: phase.id }),
          ...phase.seats.filter(({ status }) => status === 'turn').flatMap((seat) => seatCalls(task, sitId(seat.name))),
        ]),
    people(
      'veto',
      ...task.decisions.flatMap(({ vetoed }, at) => (vetoed ? [] : [{ ...named, decision: at + 1, why: 'W' }])),
    ),
  ]
}

/** Of an owner whose turn is open. */
function ownCalls(
  { owner, phases, decisions, objections, outside, redirect }: Task,
  isRoom: boolean,
): readonly CallSpec[] {
  const by = ownId(owner?.name ?? '')
  const calls = (verb: string, ...samples: readonly Json[]): CallSpec => ({ verb, samples, by })
  const latest = phases.at(-1)
  return [
    calls('subtask', ...(isRoom ? [{ description: 'C' }] : [])),
    calls(
      'phase',
      ...['discussion', 'review', 'build', 'decision'].map((type) => ({ name: 'P', limit: 2, roles: ['dev'], type })),
    ),
    calls('say', ...(latest === undefined || latest.status === 'closed' ? [] : [{ content: 'pm done' }])),
    calls('decide', ...(decisions.length === 0 ? [{ decision: 'D', check: { kind: 'no-new-dependency' } }] : [])),
    calls(
      'wait',
      ...(outside === null
        ? [
            { for: 'answer', question: 'Q' },
            { for: 'time', ms: 1 },
            { for: 'event', event: 'sample' },
          ]
        : []),
    ),
    calls('wait-children', {}),
    calls('done', {}, { merge: true }),
    calls('acknowledge', ...(redirect === null ? [] : [{}])),
    calls(
      'answer-objection',
      ...objections.flatMap(({ settled }, at) => (settled ? [] : [{ objection: at + 1, answer: 'A' }])),
    ),
  ]
}

function seatCalls({ decisions, objections }: Task, by: string): readonly CallSpec[] {
  const calls = (verb: string, ...samples: readonly Json[]): CallSpec => ({ verb, samples, by })
  return [
    calls('say', { content: 'hello' }),
    calls(
      'object',
      ...(decisions.length > 0 && objections.length === 0 ? [{ decision: 1, why: 'W', blocking: true }] : []),
    ),
    calls('escalate', ...(decisions.length > 0 ? [{ decision: 1, why: 'W' }] : [])),
    calls('vote', { approves: true, why: 'W' }),
    calls('hold', { seconds: 1 }),
  ]
}
