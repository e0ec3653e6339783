import { buildCommand, type Command } from '@stricli/core'
import { locate } from '../project/place.ts'
import { runsAndModules } from '../runs/proposals.ts'
import { readerOf } from '../runs/reader.ts'
import { findRuns } from '../runs/runs.ts'
import { report } from '../watch/report.ts'
import { watching } from '../watch/watching.ts'
import type { Context } from '../world.ts'
import { jsonFlag } from './flags.ts'

interface Flags {
  readonly follow: boolean
  readonly json: boolean
}

export const watchCommand: Command<Context> = buildCommand({
  docs: {
    brief: 'Watch runs and their agents live; stop one, answer, read its log',
    fullDescription:
      'Watches runs, how far they are, and each agent: what it does, for how long, when it was last heard of, its model and tokens, why it waits, what looks wrong. Keys choose, stop a run, answer a decision, open a log; ? tells them. It only looks on: runs go on without it. Where there is no terminal to draw on it prints how things stand, once, or with --follow again whenever that has changed.',
  },
  parameters: {
    flags: {
      follow: {
        kind: 'boolean',
        brief: 'Print again whenever something has changed, instead of drawing',
        default: false,
        withNegated: false,
      },
      json: jsonFlag,
    },
    aliases: { f: 'follow' },
    positional: {
      kind: 'tuple',
      parameters: [
        {
          brief: 'Run or module; without it all',
          parse: String,
          placeholder: 'run',
          proposeCompletions: runsAndModules,
          optional: true,
        },
      ],
    },
  },
  async func(this: Context, flags: Flags, run?: string) {
    const { world } = this
    const place = locate(world)
    if (run !== undefined) knownIn(place.folder, run)
    const open = flags.json || flags.follow ? undefined : world.screen
    this.process.exitCode =
      open === undefined ? await report(world, place, run, flags) : await watching(world, place, run, open, this.play)
  },
})

/** Fails with `no-such-run`. Where there are no runs at all, one may come to be. */
function knownIn(folder: string, word: string): void {
  using reader = readerOf(folder)
  if (reader !== null && reader.runs().length > 0) findRuns(reader, word)
}
