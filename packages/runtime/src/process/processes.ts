import { hash } from 'node:crypto'
import type { LivingProcesses, Processes } from '@sigma/engine'
import { markVariable, plainMarkVariable } from '@sigma/engine'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { SecretKeeper } from '../secrets/secrets.ts'
import { openLiving } from './living.ts'
import { endMarked } from './marked-processes.ts'
import { supervise } from './supervised.ts'
import { watchdog } from './watchdog.ts'

export interface ProcessesOptions {
  /** What the programs are run for, e.g. a data folder: by it a later host knows what an earlier one left running. */
  readonly owner: string
  /** The mark that this process carries itself, where it was started by another sigma's program. */
  readonly within?: string | undefined
  /** What keeps programs to what they may reach; absent: nothing does. */
  readonly sandbox?: Pick<Sandbox, 'launch'> | undefined
  /** Takes secrets out of what they print; absent: it is handed on as it comes. */
  readonly secrets?: Pick<SecretKeeper, 'known' | 'stream'> | undefined
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
  const owner = hash('sha256', options.owner).slice(0, 16)
  const { sandbox, secrets } = options
  const known = secrets?.known ?? ((text: string) => text)
  const within = options.within === undefined ? '' : `${options.within}/`
  const marked = (env: Readonly<Record<string, string>>, isPlain = false) => {
    const mark = `${owner}.${crypto.randomUUID()}`
    return { mark, env: { ...env, [isPlain ? plainMarkVariable : markVariable]: `${within}${mark}` } }
  }
  return {
    async run(spec, signal) {
      const { mark, env } = marked(spec.env, spec.isPlain)
      const heard = secrets === undefined || spec.onOutput === undefined ? null : heardBy(secrets, spec.onOutput)
      const onOutput = heard?.push ?? spec.onOutput
      const { stdout, stderr, ...result } = await supervise({ ...spec, onOutput, mark, env, sandbox }, watchdog, signal)
      heard?.end()
      return {
        ...result,
        stdout: known(stdout.text()),
        stderr: known(stderr.text()),
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

function heardBy(
  { stream }: Pick<SecretKeeper, 'stream'>,
  hear: (text: string) => void,
): { readonly push: (text: string) => void; readonly end: () => void } {
  const pieces = stream()
  const tell = (text: string): void => {
    if (text !== '') hear(text)
  }
  return { push: (text) => tell(pieces.push(text)), end: () => tell(pieces.end()) }
}
