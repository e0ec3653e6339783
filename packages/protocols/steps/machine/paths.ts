/** Where the files of a step protocol lie, relative to the project: no other file composes such a path (EXE-69). */
import type { Definition } from './definition.ts'

type Folder = Pick<Definition, 'folder'>

export const executionFolder = 'protocols/execution'

/** The first 12 characters of a UUID (EXE-36). */
const sessionPattern = /^[0-9a-f]{8}-[0-9a-f]{3}$/

/** Whether a text is the id of a session; asked before any path is made of it (EXE-46). */
export const isSessionId = (text: string): boolean => sessionPattern.test(text)

/** Folder of a protocol, the one that is confirmed as a whole. */
export const protocolPlace = ({ folder }: Folder): string => `${executionFolder}/${folder}`

export const statePlace = ({ folder }: Folder): string => `${executionFolder}/${folder}/state`

/** Name of the session's run, and of its state file without the ending. Fails for what is no session id. */
export function runOf({ folder }: Folder, session: string): string {
  if (!isSessionId(session)) throw new RangeError('A session is the first 12 characters of a UUID.')
  return `${folder}-${session}`
}

/** EXE-45. */
export const stateFile = (definition: Folder, session: string): string =>
  `${statePlace(definition)}/${runOf(definition, session)}.json`

/** Where the output of a step is written by whoever follows the protocol; in each round of a loop anew. */
export const outputFile = (definition: Folder, session: string, step: number, round: number): string =>
  `${statePlace(definition)}/${runOf(definition, session)}-step-${step}${round > 1 ? `-round-${round}` : ''}-output.json`

export const contentFile = ({ folder }: Folder, step: number): string => `${contentPlace({ folder })}/step_${step}.md`

export const contentPlace = ({ folder }: Folder): string => `${executionFolder}/${folder}/content`

/** The table of a protocol that a project brings. */
export const definitionFile = ({ folder }: Folder): string => `${executionFolder}/${folder}/protocol.json`

export const memoryFolder = '.claude/memory'

/** What an agent leaves for a task (EXE-81); one file for each pair of them (EXE-82). */
export const memoryFile = (task: string, agent: string): string => `${memoryFolder}/${memoryName(task, agent)}`

/** The memory of the task itself, which is made before any agent works (EXE-83). */
export const taskMemoryFile = (task: string): string => `${memoryFolder}/${task}-memory.md`

/** Where an agent writes its memory in its workspace: agents may not touch `.claude/`, which is their own programs' settings. */
export const writtenMemory = (task: string, agent: string): string => `memory/${memoryName(task, agent)}`

export const skillInWorkspace = (skill: string): string => `memory/skill-${skill}.md`

export const agentInWorkspace = (agent: string): string => `memory/agent-${agent}.md`

const memoryName = (task: string, agent: string): string => `${task}-${agent}-memory.md`
