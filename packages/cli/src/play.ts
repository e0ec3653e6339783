/** Plays a run until it has ended or waits for a person: progress on stderr meanwhile, a summary afterwards. */
import type { Host, RunResult, Settled } from '@sigma/engine'
import type { ExitCode } from './errors.ts'
import { RunFailure } from './failure.ts'
import type { Place } from './place.ts'
import { createProgress } from './render/progress.ts'
import { summaryText } from './render/summary.ts'
import { exitOfResult } from './result.ts'
import { talk, type World } from './world.ts'

export interface Played {
  readonly result: RunResult
  readonly exit: ExitCode
}

export interface Playing {
  /** A program reads along: then the Result says it all. */
  readonly silent: boolean
  /** What was told before: the sequence of the last event. */
  readonly since: number
}

/** Never waits for a person: a run with nothing left to do but to decide ends here with exit code 3 or 2. */
export async function play(world: World, place: Place, host: Host, run: string, how: Playing): Promise<Played> {
  const began = world.now()
  const settled = await untilSettled(world, host, run, how)
  const view = host.reader.run(run)
  if (settled === null) {
    talk(world, `\n${run} was interrupted and stands as it was.\nhint: sigma resume ${run}`)
    return { result: interrupted(host.reader.result(run)), exit: 130 }
  }
  if (view !== null && !how.silent)
    talk(world, summaryText(world, place, host.reader, view, settled, world.now() - began))
  return { result: settled.result, exit: exitOfResult(settled.result) }
}

/** Null: a signal came first. */
async function untilSettled(world: World, host: Host, run: string, how: Playing): Promise<Settled | null> {
  using _progress = how.silent ? null : createProgress(world, host, run, how.since)
  try {
    const settled = await host.settled(run, world.signal)
    return world.signal.aborted && settled.result.outcome === 'halted' && settled.decisions.length === 0
      ? null
      : settled
  } catch (error) {
    if (world.signal.aborted) return null
    throw new RunFailure(run, error)
  }
}

/** A run that was stopped has not succeeded, whatever stands of it (SIG-32). */
function interrupted(result: RunResult): RunResult {
  if (result.outcome !== 'halted') return result
  const finding = {
    rule: 'interrupted',
    message: 'Sigma was interrupted by a signal.',
    remedy: `sigma resume ${result.run}`,
  }
  return { ...result, status: 'Interrupted; it can be resumed.', reasons: [finding] }
}
