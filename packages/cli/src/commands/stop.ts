import type { Holder, RunResult } from '@sigma/engine'
import { buildCommand, type Command } from '@stricli/core'
import { notTheOnePlayed, stopTimedOut } from '../errors.ts'
import { holderOf } from '../holder.ts'
import { locate } from '../place.ts'
import type { Played } from '../play.ts'
import { withResult } from '../result.ts'
import { chooseRun, readerOf } from '../runs.ts'
import { isPlayed } from '../standing.ts'
import { type Context, talk, type World } from '../world.ts'
import { silentFlag } from './flags.ts'

export const stopCommand: Command<Context> = buildCommand({
  docs: { brief: 'Stop the run that is being played, so that `sigma resume` goes on' },
  parameters: {
    flags: { json: silentFlag },
    positional: {
      kind: 'tuple',
      parameters: [{ brief: 'Run or module', parse: String, placeholder: 'run', optional: true }],
    },
  },
  async func(this: Context, _flags: { readonly json: boolean }, run?: string) {
    this.process.exitCode = await withResult(this.world, () => stop(this.world, run))
  },
})

/** A host that is asked to stop ends its agents first; theirs is the grace, this is more than that. */
const patienceMs = 60_000
const pollMs = 50

/**
 * Ends the process that plays the run. Succeeded means that nothing plays it now, so the exit code is 0; the Result
 * tells how the run itself stands.
 */
async function stop(world: World, word: string | undefined): Promise<Played> {
  const { folder } = locate(world)
  const holder = holderOf(world, folder)
  const { run, running } = chosen(folder, word, holder)
  if (holder !== null && !running) throw notTheOnePlayed(run, holder.command)
  if (holder === null) talk(world, `${run} is not running.`)
  else {
    world.kill(holder.pid, 'SIGTERM')
    talk(world, `Stopping process ${holder.pid} …`)
    await over(world, folder, holder.pid)
  }
  const result = resultOf(folder, run)
  if (holder !== null) talk(world, endText(result))
  return { result, exit: 0 }
}

/** It may have come to its end before the signal did. */
const endText = ({ run, outcome }: RunResult): string =>
  outcome === 'halted' || outcome === 'waiting' ? `${run} is stopped.\nhint: sigma resume ${run}` : `${run} has ended.`

async function over(world: World, folder: string, pid: number): Promise<void> {
  const deadline = world.now() + patienceMs
  while (holderOf(world, folder)?.pid === pid) {
    if (world.now() > deadline) throw stopTimedOut(pid)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

/** The run that is meant: the one being played where none is named. */
function chosen(
  folder: string,
  word: string | undefined,
  holder: Holder | null,
): { readonly run: string; readonly running: boolean } {
  using reader = readerOf(folder)
  const played = reader?.runs().find((run) => isPlayed(run, holder))
  if (word === undefined && played !== undefined) return { run: played.run, running: true }
  const run = chooseRun(reader, word)
  return { run: run.run, running: isPlayed(run, holder) }
}

function resultOf(folder: string, run: string): RunResult {
  using reader = readerOf(folder)
  if (reader === null) throw new Error(`the store of ${folder} vanished`)
  return reader.result(run)
}
