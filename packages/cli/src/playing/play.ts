/** Plays a run until it has ended or waits for a person: progress on stderr meanwhile, a summary afterwards. */
import { addAbortListener } from 'node:events'
import { type RunResult, type Settled, SigmaError } from '@sigma/engine'
import type { Finding, Json } from '@sigma/protocol'
import { RunFailure } from '../command-line/failure.ts'
import { exitOfResult } from '../command-line/result.ts'
import type { ExitCode } from '../errors.ts'
import { hostText } from '../render/notices.ts'
import { talk } from '../world.ts'
import { eventsIn, type Playing } from './playing.ts'
import { createProgress } from './progress.ts'
import { summaryText } from './summary.ts'

export interface Played {
  readonly result: RunResult
  readonly exit: ExitCode
  /** What `--json` prints instead of the Result; absent: the Result. */
  readonly document?: Json | undefined
}

/**
 * Never waits for a person who is not at this terminal: a run with nothing left to do but to decide or to answer ends
 * here with exit code 3 or 2.
 */
export async function play(playing: Playing): Promise<Played> {
  const { world, session, run, silent } = playing
  const began = world.now()
  const settled = await untilLeft(playing)
  if (settled === 'interrupted') return interruption(playing)
  if (settled === 'stopped') {
    talk(world, `\n${run} was stopped.\nhint: sigma resume ${run}`)
    const message = 'The run was stopped by a person; it can be resumed.'
    return broken(session.reader.result(run), { rule: 'stopped', message, remedy: `sigma resume ${run}` })
  }
  const view = session.reader.run(run)
  if (view !== null && !silent) talk(world, summaryText(playing, view, settled, world.now() - began))
  return { result: settled.result, exit: exitOfResult(settled.result) }
}

type Left = Settled | 'interrupted' | 'stopped'

/** Settled, and nobody here takes the turn that it waits with. */
async function untilLeft(playing: Playing): Promise<Left> {
  const { world, session, run, silent } = playing
  let { since } = playing
  for (;;) {
    const settled = await untilSettled({ ...playing, since })
    if (typeof settled === 'string' || silent || world.typed === undefined) return settled
    since = eventsIn(session.reader, run)
    const went = await (await import('../people/at-terminal.ts')).answeredHere(playing)
    if (world.signal.aborted) return 'interrupted'
    if (!went) return settled
  }
}

async function untilSettled(playing: Playing): Promise<Left> {
  const { session, run, silent } = playing
  const { signal } = playing.world
  using _progress = silent ? null : createProgress(playing)
  // Work that is not over when the signal comes is left to itself.
  const { promise: aborted, resolve } = Promise.withResolvers<'interrupted'>()
  using _listening = addAbortListener(signal, () => resolve('interrupted'))
  try {
    return await Promise.race([session.settled(run), aborted])
  } catch (error) {
    if (signal.aborted) return 'interrupted'
    if (error instanceof SigmaError && error.code === 'run-stopped') return 'stopped'
    throw new RunFailure(run, error)
  }
}

/** A guest only ceases to wait; what becomes of the runs of a host, its session says when it closes. */
function interruption({ world, session: { isHost, host, reader }, run }: Playing): Played {
  const result = reader.result(run)
  if (isHost) {
    const message = 'Sigma was interrupted by a signal; the run can be resumed.'
    return broken(result, { rule: 'interrupted', message, remedy: `sigma resume ${run}` })
  }
  talk(world, `\n${run} goes on in ${hostText(host)}.\nhint: sigma log --follow ${run}`)
  const message = `This sigma waits no more; the run goes on in ${hostText(host)}.`
  return broken(result, { rule: 'left', message, remedy: `sigma status ${run}` })
}

/** A run that was stopped has not succeeded, whatever stands of it (SIG-32). */
function broken(result: RunResult, why: Finding): Played {
  const told = result.outcome === 'halted' ? { ...result, status: why.message, reasons: [why] } : result
  return { result: told, exit: 130 }
}
