/** The files of a board: each a function of its minutes alone, and no more of them than ROOM-28 lists. */
import type { ProjectedFile } from '@sigma/engine/projecting'
import { plainLines } from '../../writing/blocks.ts'
import { jsonLine, jsonText } from '../../writing/lines.ts'
import type { BoardInput } from '../machine/input.ts'
import { agentDocument, messageDocument, phaseDocument, taskDocument } from '../minutes/documents.ts'
import type { AgentMinutes, Minutes, PhaseMinutes, TaskMinutes } from '../minutes/minutes.ts'
import { places } from './places.ts'

type Configured = Pick<BoardInput, 'limits' | 'parallel' | 'perspectives'>

/** What the board goes by. It is shown here and configured in `sigma.config.json`. */
const configText = ({ limits, parallel, perspectives }: Configured): string =>
  jsonText({ schema: 1, limits, parallel, perspectives })

export const configFile = (input: Configured): ProjectedFile => whole(places.config, configText(input))

/** Active agents alone (ROOM-33). */
export const agentsFile = ({ active }: Pick<Minutes, 'active'>): ProjectedFile =>
  whole(places.agents, jsonText([...active.values()].map(agentDocument)))

export function taskFiles(minutes: Minutes, task: TaskMinutes): readonly ProjectedFile[] {
  const context = minutes.board.tasks[task.id]?.context ?? null
  return [
    whole(places.task(task.id), jsonText(taskDocument(minutes, task))),
    ...(context === null ? [] : [whole(places.context(task.id), contextText(context.text))]),
  ]
}

/** Markdown of its author's, or drafted, without what a terminal would obey or not show. */
const contextText = (text: string): string => `${plainLines(text).join('\n').replace(/\n+$/, '')}\n`

export const phaseFiles = (minutes: Minutes, phase: PhaseMinutes): readonly ProjectedFile[] => [
  whole(places.phase(phase.task, phase.id), jsonText(phaseDocument(minutes, phase))),
  lines(
    places.messages(phase.task, phase.id),
    phase.messages.map((message) => jsonLine(messageDocument(message))),
  ),
]

export const logFile = ({ name, log }: AgentMinutes): ProjectedFile =>
  lines(
    places.log(name),
    log.map((each) => plainLines(each).join(' ')),
  )

/** All files of a board that was cleared are to go; what it was configured with stays. */
export function clearedFiles({ tasks, agents }: Minutes): readonly ProjectedFile[] {
  const gone = (path: string): ProjectedFile => ({ base: 'project', path, form: { kind: 'gone' } })
  return [
    ...[...tasks.values()].flatMap(({ id, phases }) => [
      ...phases.flatMap((phase) => [gone(places.messages(id, phase.id)), gone(places.phase(id, phase.id))]),
      gone(places.context(id)),
      gone(places.task(id)),
    ]),
    ...[...agents.values()].map(({ name }) => gone(places.log(name))),
  ]
}

const whole = (path: string, content: string): ProjectedFile => ({
  base: 'project',
  path,
  form: { kind: 'whole', content },
})

const lines = (path: string, content: readonly string[]): ProjectedFile => ({
  base: 'project',
  path,
  form: { kind: 'lines', content: content.map((each) => `${each}\n`).join(''), dropped: none },
})

const none: ReadonlySet<string> = new Set()
