/** Where the files of a board lie in a project (ROOM-28). Every name in a path is an id or a name that Sigma made. */

export const plasmodium = '.plasmodium'

export const places = {
  config: `${plasmodium}/config.json`,
  agents: `${plasmodium}/agents.json`,
  task: (task: string): string => `${plasmodium}/tasks/${task}/task.json`,
  context: (task: string): string => `${plasmodium}/tasks/${task}/context.md`,
  phase: (task: string, phase: string): string => `${plasmodium}/tasks/${task}/phases/${phase}/phase.json`,
  messages: (task: string, phase: string): string => `${plasmodium}/tasks/${task}/phases/${phase}/messages.jsonl`,
  log: (agent: string): string => `${plasmodium}/logs/${agent}.log`,
} as const
