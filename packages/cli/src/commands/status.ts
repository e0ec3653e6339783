import { buildCommand, type Command } from '@stricli/core'
import { runsAndModules } from '../runs/proposals.ts'
import { statusOf, statusOfAll } from '../runs/status.ts'
import type { Context } from '../world.ts'
import { jsonFlag } from './flags.ts'

interface Flags {
  readonly json: boolean
}

export const statusCommand: Command<Context> = buildCommand({
  docs: {
    brief: 'Show how runs stand',
    fullDescription:
      'Shows how runs stand, also while they run. The exit code is that of the run named (of the unfinished runs where none is): 0 done or running, 2 halted, refused, escalated or aborted, 3 waiting.',
  },
  parameters: {
    flags: { json: jsonFlag },
    positional: {
      kind: 'tuple',
      parameters: [
        {
          brief: 'Module or run; without it all',
          parse: String,
          placeholder: 'module|run',
          proposeCompletions: runsAndModules,
          optional: true,
        },
      ],
    },
  },
  async func(this: Context, flags: Flags, word?: string) {
    this.process.exitCode =
      word === undefined ? await statusOfAll(this.world, flags) : await statusOf(this.world, flags, word)
  },
})
