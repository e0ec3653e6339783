/** Output of a test run's commands, kept with its evidence (SIG-50). Bounded by what each may print. */
import type { Blobs, Checkout, Processes, ProcessResult } from '@sigma/engine'
import type { BlobRef } from '@sigma/protocol'

export interface Overheard {
  /** The given processes, listened to. */
  readonly processes: Processes
  /** Everything so far, as one blob; undefined: nothing was started. */
  keep(blobs: Blobs): BlobRef | undefined
}

export function overhear(processes: Processes, { path, scratch }: Checkout): Overheard {
  const heard: string[] = []
  // Folders have a name of their own in every check, and mean nothing afterwards.
  const plain = (text: string): string => text.replaceAll(path, '.').replaceAll(scratch, '<scratch>')
  return {
    processes: {
      run: async (spec, signal) => {
        const result = await processes.run(spec, signal)
        heard.push(plain(`$ ${spec.command.join(' ')}\n${endOf(result)}\n${printed(result)}`))
        return result
      },
    },
    keep: (blobs) => (heard.length === 0 ? undefined : blobs.put(heard.join('\n'))),
  }
}

function endOf({ end, exit, signal, reason, truncated }: ProcessResult): string {
  const how = exit !== null ? `exit ${exit}` : (signal ?? reason ?? end)
  return `${end === 'exited' ? how : `${end}, ${how}`}${truncated ? '; it printed more than is kept' : ''}`
}

const printed = ({ stdout, stderr }: ProcessResult): string =>
  [part('stdout', stdout), part('stderr', stderr)].filter((text) => text !== '').join('\n')

const part = (name: string, text: string): string => (text.trim() === '' ? '' : `── ${name}\n${text.trimEnd()}\n`)
