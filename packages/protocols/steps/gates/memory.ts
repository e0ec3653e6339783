/** Whether what lies where an agent was to leave its memory is one, of this task (EXE-06). */
import type { Finding } from '@sigma/protocol'

const mostCharacters = 65_536

/** `text`: null where no file is; `earlier`: what the agent's last turn had left there. Empty: it is a memory of the task. */
export function memoryFaults(
  text: string | null,
  { task, path, earlier }: { readonly task: string; readonly path: string; readonly earlier: string | null },
): readonly Finding[] {
  if (text === null) return [fault('memory-missing', `There is no file ${path}.`, `Write what you did to ${path}.`)]
  if (text.trim() === '') return [fault('memory-empty', `${path} is empty.`, `Write what you did to ${path}.`)]
  if (text.length > mostCharacters)
    return [
      fault('memory-too-long', `${path} is longer than ${mostCharacters} characters.`, 'Leave only what others need.'),
    ]
  if (!text.includes(task))
    return [
      fault(
        'memory-of-other-task',
        `${path} does not name the task ${task}.`,
        `Begin it with a line that names ${task}.`,
      ),
    ]
  if (text === earlier)
    return [fault('memory-unchanged', `${path} is as the last turn left it.`, 'Write what you did this time.')]
  return []
}

const fault = (rule: string, message: string, remedy: string): Finding => ({ rule, message, remedy })
