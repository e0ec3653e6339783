import { statusOf, statusOfAll } from '../runs/status.ts'
import { command } from './command.ts'
import { jsonFlag, someRun } from './flags.ts'

export const statusCommand = command({
  brief: 'Show how runs stand',
  about:
    'Shows how runs stand, also while they run. The exit code is that of the run named (of the unfinished runs where none is): 0 done or running, 2 halted, refused, escalated or aborted, 3 waiting.',
  flags: { json: jsonFlag },
  takes: [someRun('Module or run; without it all', 'module|run')],
  plays: ({ world }, flags, word) => (word === undefined ? statusOfAll(world, flags) : statusOf(world, flags, word)),
})
