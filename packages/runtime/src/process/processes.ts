import { createHash } from 'node:crypto'
import type { LivingProcesses, Processes } from '@sigma/engine'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { openLiving } from './living.ts'
import { endMarked, markVariable } from './marked-processes.ts'
import { supervise } from './supervised.ts'
import { watchdog } from './watchdog.ts'

export interface ProcessesOptions {
  /** What the programs are run for, e.g. a data folder: by it a later host knows what an earlier one left running. */
  readonly owner: string
  /** The mark that this process carries itself, where it was started by another sigma's program. */
  readonly within?: string | undefined
  /** What keeps programs to what they may reach; absent: nothing does. */
  readonly sandbox?: Pick<Sandbox, 'launch'> | undefined
}

export interface OwnedProcesses extends Processes, LivingProcesses {
  /** Kills what runs for this owner and was not started here; for a host that has just become the only one. */
  endLeftovers(): Promise<void>
  /** A mark for a program that is started otherwise. */
  mark(): string
}

/**
 * The only way for the rest of Sigma to start a program: no shell, no inherited environment, bounded in all it does,
 * and when it ends all that it started ends with it.
 */
export function createProcesses(options: ProcessesOptions = { owner: crypto.randomUUID() }): OwnedProcesses {
  const owner = createHash('sha256').update(options.owner).digest('hex').slice(0, 16)
  const { sandbox } = options
  const within = options.within === undefined ? '' : `${options.within}/`
  const marked = (env: Readonly<Record<string, string>>) => {
    const mark = `${owner}.${crypto.randomUUID()}`
    return { mark, env: { ...env, [markVariable]: `${within}${mark}` } }
  }
  return {
    async run(spec, signal) {
      const { mark, env } = marked(spec.env)
      const { stdout, stderr, ...result } = await supervise({ ...spec, mark, env, sandbox }, watchdog, signal)
      return {
        ...result,
        stdout: stdout.text(),
        stderr: stderr.text(),
        truncated: stdout.truncated || stderr.truncated,
      }
    },
    open: (spec) => {
      const { mark, env } = marked(spec.env)
      return openLiving({ ...spec, env, mark, sandbox }, watchdog)
    },
    mark: () => marked({}).mark,
    endLeftovers: () => endMarked(`${owner}.`),
  }
}
