/** What the commit of a landed task says (ROOM-120, ROOM-124). */
import type { Agent, Decision, Phase, Task } from './state.ts'

/** What of a task its commit tells. */
export interface ToldTask extends Pick<Task, 'id' | 'description'> {
  readonly owner: Pick<Agent, 'name'> | null
  readonly phases: readonly ToldPhase[]
  readonly decisions: readonly ToldDecision[]
}

type ToldPhase = Pick<Phase, 'id' | 'name' | 'type' | 'count'>
type ToldDecision = Pick<Decision, 'text' | 'phase' | 'vetoed'>

export interface LandingMessage {
  readonly message: string
  readonly trailers: Readonly<Record<string, string>>
}

/**
 * Descriptions, names and decisions are data: each of them is on one line, with something of ours before it, so that none begins a
 * paragraph or passes for a trailer.
 */
export function landingMessage({ id, description, owner, phases, decisions }: ToldTask): LandingMessage {
  const parts = [
    [`[plasmodium] ${id}: ${oneLine(description)}`],
    listed('Phases', phases.map(phaseText)),
    listed('Decisions', decisions.map(decisionText)),
  ]
  const message = parts.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))
  const trailers = { 'Sigma-Task': id, ...(owner === null ? {} : { 'Sigma-Owner': owner.name }) }
  return { message: message.join('\n\n'), trailers }
}

const listed = (title: string, items: readonly string[]): readonly string[] =>
  items.length === 0 ? [] : [`${title}:`, ...items.map((item) => `- ${item}`)]

function phaseText({ id, name, type, count }: ToldPhase): string {
  return `${oneLine(name)} (${id}, ${type}, ${count === 1 ? '1 message' : `${count} messages`})`
}

function decisionText({ text, phase, vetoed }: ToldDecision): string {
  const notes = [...(phase === null ? [] : [phase]), ...(vetoed ? ['taken back by a person'] : [])]
  return `${oneLine(text)}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`
}

/** Without line ends, and without what a terminal would obey or turn around. */
const oneLine = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
