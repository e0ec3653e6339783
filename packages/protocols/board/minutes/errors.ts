/** What is wrong with what somebody wants to read of a board. */
import { SigmaError } from '@sigma/engine'

/** `task`: where it was looked for; null: everywhere. */
export const noPhase = (task: string | null): SigmaError =>
  new SigmaError('no-phase', `No phase is open${task === null ? '' : ` in ${task}`}.`, {
    hint: task === null ? 'pm status' : `pm history --tail 20 --task ${task}`,
  })

export const severalPhases = (ids: readonly string[]): SigmaError =>
  new SigmaError('several-phases', `Several phases are open: ${some(ids)}. Name the one that you mean.`, {
    hint: `pm chat --phase ${ids[0]}`,
  })

export const severalTasks = (ids: readonly string[]): SigmaError =>
  new SigmaError('several-tasks', `There are several tasks: ${some(ids)}. Name the one that you mean.`, {
    hint: `pm history --tail 20 --task ${ids[0]}`,
  })

export const unknownPhase = (id: string): SigmaError =>
  new SigmaError('phase-unknown', `There is no phase ${JSON.stringify(id)}.`, { hint: 'pm status' })

export const unknownTask = (id: string): SigmaError =>
  new SigmaError('task-unknown', `There is no task ${JSON.stringify(id)}.`, { hint: 'pm status' })

const some = (ids: readonly string[]): string =>
  ids.length <= 5 ? ids.join(', ') : `${ids.slice(0, 5).join(', ')} and ${ids.length - 5} more`
