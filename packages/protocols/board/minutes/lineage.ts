/** What earlier agents of a role stood for: decisions of their phases and their objections, on request (ROOM-151). */
import type { JsonObject } from '@sigma/protocol'
import { oneLine, textBlock } from '../../writing/blocks.ts'
import { shownName } from './chat.ts'
import type { Minutes, PhaseMinutes } from './minutes.ts'

export interface Lineage {
  readonly role: string
  /** Oldest first. */
  readonly agents: readonly Ancestor[]
}

export interface Ancestor {
  readonly name: string
  readonly task: string
  readonly phase: PhaseMinutes
  /** Of the phase that it took part in. */
  readonly decisions: readonly { readonly number: number; readonly text: string; readonly vetoed: boolean }[]
  readonly objections: readonly {
    readonly number: number
    readonly decision: number
    readonly why: string
    readonly settled: boolean
    readonly answer: string | null
  }[]
}

/** `boards` are all of the project, oldest first; agents of that role that have not ended are no ancestors. */
export function lineageOf(boards: readonly Minutes[], role: string): Lineage {
  return { role, agents: boards.flatMap((minutes) => ancestorsIn(minutes, role)) }
}

function ancestorsIn(minutes: Minutes, role: string): readonly Ancestor[] {
  return [...minutes.agents.values()].flatMap((agent): readonly Ancestor[] => {
    const phase = minutes.phases.get(agent.phase ?? '')
    if (phase === undefined || agent.role !== role || agent.ended === null) return []
    const task = minutes.board.tasks[agent.task]
    const recorded = minutes.tasks.get(agent.task)
    if (task === undefined || recorded === undefined) return []
    const decisions = task.decisions.flatMap(({ text, phase: of, vetoed }, at) =>
      of === phase.id ? [{ number: at + 1, text, vetoed }] : [],
    )
    const objections = task.objections.flatMap(({ decision, by, settled }, at) => {
      const { why = '', answer = null } = recorded.objections[at] ?? {}
      return by === agent.name ? [{ number: at + 1, decision, why, settled, answer: answer?.text ?? null }] : []
    })
    return [{ name: agent.name, task: agent.task, phase, decisions, objections }]
  })
}

export function lineageDocument({ role, agents }: Lineage): JsonObject {
  return {
    role,
    agents: agents.map(({ name, task, phase, decisions, objections }) => ({
      name,
      task,
      phase: phase.id,
      phase_name: phase.name,
      decisions: decisions.map((each) => ({ ...each })),
      objections: objections.map((each) => ({ ...each })),
    })),
  }
}

export function lineageText({ role, agents }: Lineage): string {
  const telling = agents.filter(({ decisions, objections }) => decisions.length + objections.length > 0)
  if (telling.length === 0) return `No earlier ${shownName(role)} of this project took part in a decision.`
  return telling
    .flatMap(({ name, task, phase, decisions, objections }) => [
      `@${name}, ${shownName(role)} in ${phase.id} of ${task}: ${oneLine(phase.name, 60)}`,
      ...decisions.flatMap(({ number, text, vetoed }) =>
        indented(textBlock(`decision ${number}${vetoed ? ', vetoed' : ''}`, text)),
      ),
      ...objections.flatMap(({ number, decision, why, answer, settled }) => [
        ...indented(textBlock(`objection ${number} to decision ${decision}, ${settled ? 'settled' : 'open'}`, why)),
        ...(answer === null ? [] : indented(textBlock('answer', answer))),
      ]),
    ])
    .join('\n')
}

const indented = (lines: readonly string[]): readonly string[] => lines.map((each) => `  ${each}`)
