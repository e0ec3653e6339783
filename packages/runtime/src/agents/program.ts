/** A program that is talked to: how it is started and heard, whatever it speaks. */
import type { Living, LivingProcesses, ProcessResult, ProcessSpec } from '@sigma/engine'
import type { Json } from '@sigma/protocol'
import { graceMs, type StartSpec } from './adapter.ts'

/** Bound of the messages that were not read yet: whole files come in one message. */
const maxUnreadBytes = 64 * 1024 * 1024
/** Bound of what the program prints beside its messages. */
const maxOutputBytes = 1024 * 1024

/** Starts the program with this command and environment in place of the spec's. */
export function openProgram(
  processes: LivingProcesses,
  { cwd, confined, onStarted, onRefused }: StartSpec,
  { command, env }: Pick<ProcessSpec, 'command' | 'env'>,
): Living {
  const bounds = { graceMs, maxUnreadBytes, maxOutputBytes }
  return processes.open({ command, env, cwd, confined, onStarted, onRefused, channel: 'stdio', ...bounds })
}

/** Hands on each message as it comes; resolves when the program is over. */
export async function heardFrom(living: Living, hear: (message: Json) => void): Promise<ProcessResult> {
  for (;;) {
    const received = await living.receive(Number.POSITIVE_INFINITY)
    if (received.kind === 'over') return received.result
    if (received.kind === 'said') hear(received.message)
  }
}
