/** A namespace of processes ends with its first process, which is over only after all others: then nobody writes any more. */
import { setTimeout as delay } from 'node:timers/promises'
import { kernelText } from './look.ts'

/** The first process of a namespace, as this machine knows it. */
export interface FirstProcess {
  readonly pid: number
  /** Tells it from a later process with the same number; empty: it was over already. */
  readonly began: string
}

/** What bubblewrap says on `--info-fd`; null: it says none. */
export function firstProcessIn(info: string): FirstProcess | null {
  const pid = Number(/"child-pid"\s*:\s*(\d+)/.exec(info)?.[1] ?? Number.NaN)
  return Number.isInteger(pid) ? { pid, began: fieldsOf(pid)[began] ?? '' } : null
}

const patienceMs = 5_000
const pauseMs = 2

/** False: it is not over, and nobody waits any longer. */
export async function namespaceOver({ pid, began: since }: FirstProcess): Promise<boolean> {
  for (const end = performance.now() + patienceMs; performance.now() < end; await delay(pauseMs)) {
    const fields = fieldsOf(pid)
    if (fields[began] !== since || /^[ZXx]$/.test(fields[state] ?? 'X')) return true
  }
  return false
}

const [state, began] = [0, 19]

/** Of `/proc/<pid>/stat` what follows the name, which may hold anything; none where there is no such process. */
function fieldsOf(pid: number): readonly string[] {
  const text = kernelText(`/proc/${pid}/stat`)
  return text === '' ? [] : text.slice(text.lastIndexOf(')') + 2).split(' ')
}
