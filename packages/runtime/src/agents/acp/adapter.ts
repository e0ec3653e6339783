/** Drives a program that speaks the Agent Client Protocol, version 1, on its standard input and output. */
import type { Living, LivingProcesses, ProcessResult } from '@sigma/engine'
import type { Environment } from '../../environment.ts'
import {
  type Adapter,
  closeMs,
  graceMs,
  maxPrintedBytes,
  maxUnreadBytes,
  type Start,
  type StartSpec,
} from '../adapter.ts'
import type { AcpAgent } from '../config.ts'
import { connect } from './connection.ts'
import { startFailure } from './failures.ts'
import { openSession } from './opening.ts'
import { environmentFor, opensFor, prepared, situationOf } from './preparation.ts'
import type { Profile, Situation } from './profile.ts'
import { profileOf } from './profiles.ts'
import { listenerOf } from './session.ts'

export interface AcpWorld {
  readonly processes: LivingProcesses
  /** The user's. */
  readonly environment: Environment
  /** What it starts is kept in a sandbox. */
  readonly isConfined: boolean
  /** How long each answer of the start may take, in milliseconds; absent: 30 seconds. */
  readonly stepMs?: number | undefined
}

/** A busy machine starts a program of hundreds of megabytes in several seconds. */
const usualStepMs = 30_000

export function acpAdapter(config: AcpAgent, world: AcpWorld): Adapter {
  const profile = profileOf(config.profile)
  return {
    command: profile.command,
    env: environmentFor(profile, config, world.environment),
    opens: opensFor(profile, config, world.environment),
    start: (spec, signal) => start(profile, { ...world, web: config.web === true }, spec, signal),
  }
}

async function start(
  profile: Profile,
  world: AcpWorld & Pick<Situation, 'web'>,
  spec: StartSpec,
  signal: AbortSignal,
): Promise<Start> {
  const { command, cwd, confined, permission, onStarted, onRefused } = spec
  const situation = situationOf(profile, world.environment, {
    isConfined: world.isConfined,
    env: spec.env,
    model: spec.model,
    web: world.web,
  })
  if (profile.web === 'off-in-sandbox' && !(situation.web || situation.isConfined))
    return { kind: 'failed', failure: startFailure(profile, command, { kind: 'web' }, nothing) }
  if (signal.aborted) return { kind: 'failed', failure: startFailure(profile, command, { kind: 'stopped' }, nothing) }
  const living = world.processes.open({
    ...prepared(profile, situation, command),
    cwd,
    confined,
    channel: 'stdio',
    maxUnreadBytes,
    maxOutputBytes: maxPrintedBytes,
    graceMs,
    onStarted,
    onRefused,
  })
  const stop = (): void => void living.end()
  signal.addEventListener('abort', stop, { once: true })
  try {
    const listener = listenerOf(permission, profile.nameOf ?? (() => null))
    const connection = connect(living, listener)
    const opened = await openSession(connection, profile, situation, { ...spec, stepMs: world.stepMs ?? usualStepMs })
    if (opened.kind === 'opened' && !signal.aborted)
      return {
        kind: 'started',
        session: listener.open({ ...opened.session, connection, living, endsMs: profile.endsMs ?? closeMs.ended }),
      }
    const stumble = signal.aborted || opened.kind === 'opened' ? { kind: 'stopped' as const } : opened.stumble
    return { kind: 'failed', failure: startFailure(profile, command, stumble, await ended(living)) }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

const ended = (living: Living): Promise<ProcessResult> => living.end()

const nothing: Pick<ProcessResult, 'stdout' | 'stderr'> = { stdout: '', stderr: '' }
