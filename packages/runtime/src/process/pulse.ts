import { kernelText } from './look.ts'
import { descendants } from './process-tree.ts'

/** What a program and all below it have done so far, as the kernel counts it. */
export interface Pulse {
  /** Computed, in hundredths of a second. */
  readonly ticks: number
  /** Read and written, be it of a file, a pipe or a connection. */
  readonly bytes: number
  readonly pids: ReadonlySet<number>
}

/** Null: there is no such process, or nobody here can say. */
export function pulseOf(pid: number): Pulse | null {
  const pids = new Set([pid, ...descendants(pid)])
  const each = [...pids].flatMap(countedOf)
  if (each.length === 0) return null
  const [ticks, bytes] = [each.map((one) => one.ticks), each.map((one) => one.bytes)].map((all) =>
    all.reduce((sum, one) => sum + one, 0),
  )
  return { ticks: ticks ?? 0, bytes: bytes ?? 0, pids }
}

/** What a runtime that has nothing to do computes in half a minute, at most, and tells itself. */
const idle = { ticks: 10, bytes: 32 }

/** Whether anything was done from one look to the next: computed, read, written, a process begun or ended. */
export function isAlive(before: Pulse, after: Pulse): boolean {
  return (
    before.pids.symmetricDifference(after.pids).size > 0 ||
    after.ticks - before.ticks >= idle.ticks ||
    after.bytes - before.bytes >= idle.bytes
  )
}

function countedOf(pid: number): readonly Omit<Pulse, 'pids'>[] {
  const stat = kernelText(`/proc/${pid}/stat`)
  if (stat === '') return []
  // The name in parentheses may hold anything, so fields are counted from its end: state, …, utime, stime.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const io = kernelText(`/proc/${pid}/io`)
  return [{ ticks: Number(fields[11]) + Number(fields[12]), bytes: counter(io, 'rchar') + counter(io, 'wchar') }]
}

const counter = (text: string, name: string): number => Number(new RegExp(`^${name}: (\\d+)`, 'm').exec(text)?.[1] ?? 0)
