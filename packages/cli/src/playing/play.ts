/** Plays a run until it has ended or waits for a person: progress on stderr meanwhile, a summary afterwards. */
import { type Greeting, type RunResult, type Session, type Settled, SigmaError } from '@sigma/engine'
import type { Finding } from '@sigma/protocol'
import { RunFailure } from '../command-line/failure.ts'
import { exitOfResult } from '../command-line/result.ts'
import type { ExitCode } from '../errors.ts'
import type { Place } from '../project/place.ts'
import { hostText } from '../render/notices.ts'
import { talk, type World } from '../world.ts'
import { createProgress } from './progress.ts'
import { summaryText } from './summary.ts'

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

/**
 * Never waits for a person who is not at this terminal: a run with nothing left to do but to decide or to answer ends
 * here with exit code 3 or 2.
 */
export async function play(world: World, place: Place, session: Session, run: string, how: Playing): Promise<Played> {
  const began = world.now()
  const settled = await untilLeft(world, place, session, run, how)
  if (settled === 'interrupted') return interruption(world, session, run)
  if (settled === 'stopped') {
    talk(world, `\n${run} was stopped.\nhint: sigma resume ${run}`)
    return { result: broken(session.reader.result(run), stoppedByPerson(run)), exit: 130 }
  }
  const view = session.reader.run(run)
  if (view !== null && !how.silent)
    talk(world, summaryText(world, place, session.reader, view, settled, world.now() - began))
  return { result: settled.result, exit: exitOfResult(settled.result) }
}

/** Settled, and nobody here takes the turn that it waits with. */
async function untilLeft(
  world: World,
  place: Place,
  session: Session,
  run: string,
  how: Playing,
): Promise<Settled | 'interrupted' | 'stopped'> {
  let { since } = how
  for (;;) {
    const settled = await untilSettled(world, place, session, run, { ...how, since })
    if (typeof settled === 'string' || how.silent || world.typed === undefined) return settled
    since = session.reader.run(run)?.events ?? since
    const went = await (await import('../people/at-terminal.ts')).answeredHere(world, place, session, run)
    if (world.signal.aborted) return 'interrupted'
    if (!went) return settled
  }
}

async function untilSettled(
  world: World,
  place: Place,
  session: Session,
  run: string,
  how: Playing,
): Promise<Settled | 'interrupted' | 'stopped'> {
  using _progress = how.silent ? null : createProgress(world, place, session, run, how.since)
  try {
    return (await unlessAborted(session.settled(run), world.signal)) ?? 'interrupted'
  } catch (error) {
    if (world.signal.aborted) return 'interrupted'
    if (error instanceof SigmaError && error.code === 'run-stopped') return 'stopped'
    throw new RunFailure(run, error)
  }
}

/** Null: the signal came first; what is still waited for then is nobody's concern. */
function unlessAborted<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value | null> {
  return new Promise((resolve, reject) => {
    const leave = (): void => resolve(null)
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    value.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}

/** A guest only ceases to wait; what becomes of the runs of a host, its session says when it closes. */
function interruption(world: World, { isHost, host, reader }: Session, run: string): Played {
  const result = reader.result(run)
  if (isHost) return { result: broken(result, interrupted(run)), exit: 130 }
  talk(world, `\n${run} goes on in ${hostText(host)}.\nhint: sigma log --follow ${run}`)
  return { result: broken(result, left(run, host)), exit: 130 }
}

/** A run that was stopped has not succeeded, whatever stands of it (SIG-32). */
function broken(result: RunResult, why: Finding): RunResult {
  return result.outcome === 'halted' ? { ...result, status: why.message, reasons: [why] } : result
}

const interrupted = (run: string): Finding => ({
  rule: 'interrupted',
  message: 'Sigma was interrupted by a signal; the run can be resumed.',
  remedy: `sigma resume ${run}`,
})

const stoppedByPerson = (run: string): Finding => ({
  rule: 'stopped',
  message: 'The run was stopped by a person; it can be resumed.',
  remedy: `sigma resume ${run}`,
})

const left = (run: string, host: Greeting): Finding => ({
  rule: 'left',
  message: `This sigma waits no more; the run goes on in ${hostText(host)}.`,
  remedy: `sigma status ${run}`,
})
