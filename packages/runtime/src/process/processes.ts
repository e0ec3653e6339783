import { createHash } from 'node:crypto'
import type { Processes } from '@sigma/engine'
import { endMarked, markVariable } from './marked-processes.ts'
import { supervise } from './supervised.ts'
import { watchdog } from './watchdog.ts'

export interface ProcessesOptions {
  /** What the programs are run for, e.g. a data folder: by it a later host knows what an earlier one left running. */
  readonly owner: string
  /** The mark that this process carries itself, where it was started by another sigma's program. */
  readonly within?: string | undefined
}

export interface OwnedProcesses extends Processes {
  /** Kills what runs for this owner and was not started here; for a host that has just become the only one. */
  endLeftovers(): Promise<void>
}

/**
 * The only way for the rest of Sigma to start a program: no shell, no inherited environment, bounded in all it does,
 * and when it ends all that it started ends with it.
 */
export function createProcesses(options: ProcessesOptions = { owner: crypto.randomUUID() }): OwnedProcesses {
  const owner = createHash('sha256').update(options.owner).digest('hex').slice(0, 16)
  const within = options.within === undefined ? '' : `${options.within}/`
  return {
    async run(spec, signal) {
      const mark = `${owner}.${crypto.randomUUID()}`
      const env = { ...spec.env, [markVariable]: `${within}${mark}` }
      const { stdout, stderr, ...result } = await supervise({ ...spec, env, mark }, watchdog, signal)
      return {
        ...result,
        stdout: stdout.text(),
        stderr: stderr.text(),
        truncated: stdout.truncated || stderr.truncated,
      }
    },
    endLeftovers: () => endMarked(`${owner}.`),
  }
}
