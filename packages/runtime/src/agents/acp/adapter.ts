/** Drives a program that speaks the Agent Client Protocol, version 1, on its standard input and output. */
import type { LivingProcesses, ProcessResult } from '@sigma/engine'
import type { Environment } from '../../environment.ts'
import type { Adapter, Start, StartSpec } from '../adapter.ts'
import type { AcpAgent } from '../config.ts'
import { openProgram } from '../program.ts'
import { connect } from './connection.ts'
import { type Stumble, startFailure } from './failures.ts'
import { openSession, Stumbled } from './opening.ts'
import { prepared, situationOf } from './preparation.ts'
import { profileOf } from './profiles.ts'
import { listenerOf } from './session.ts'

export interface AcpWorld {
  readonly processes: LivingProcesses
  /** The user's. */
  readonly environment: Environment
  /** What it starts is kept in a sandbox. */
  readonly isConfined: boolean
  /** How long each answer of the start may take, in milliseconds; absent: two minutes. */
  readonly stepMs?: number | undefined
}

/** Eight programs of hundreds of megabytes, each with ten seconds of work before it answers, take a slow machine more than half a minute. */
const usualStepMs = 120_000

export function acpAdapter(config: AcpAgent, world: AcpWorld): Adapter {
  return { start: (spec, signal) => start(config, world, spec, signal) }
}

async function start(config: AcpAgent, world: AcpWorld, spec: StartSpec, signal: AbortSignal): Promise<Start> {
  const { environment, isConfined, stepMs = usualStepMs } = world
  const { command, env, model } = spec
  const profile = profileOf(config)
  const situation = situationOf(profile, environment, { isConfined, env, model, web: config.web === true })
  const failed = (stumble: Stumble, printed: Pick<ProcessResult, 'stdout' | 'stderr'>): Start => ({
    kind: 'failed',
    failure: startFailure(profile, command, signal.aborted ? { kind: 'stopped' } : stumble, printed),
  })
  const isRefused = profile.web === 'off-in-sandbox' && !(situation.web || isConfined)
  if (isRefused || signal.aborted) return failed({ kind: 'web' }, { stdout: '', stderr: '' })
  const living = openProgram(world.processes, spec, prepared(profile, situation, command))
  const stop = (): void => void living.end()
  signal.addEventListener('abort', stop, { once: true })
  try {
    const listener = listenerOf(spec.permission, profile.nameOf)
    const connection = connect(living, listener)
    const opened = await openSession(connection, { ...spec, profile, situation, stepMs })
    signal.throwIfAborted()
    return { kind: 'started', session: listener.open({ ...opened, connection, living, endsMs: profile.endsMs }) }
  } catch (error) {
    if (error instanceof Stumbled || signal.aborted)
      return failed(error instanceof Stumbled ? error.stumble : { kind: 'stopped' }, await living.end())
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
