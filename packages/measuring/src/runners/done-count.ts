/**
 * How many tests are done, as a runner's program tells while it goes: by the size of a file beside its report, to which it
 * adds a byte for each. The file is never opened here, for tested code may have put anything in its place.
 */
import { lstat } from 'node:fs/promises'

const everyMs = 500

/** More than any suite has. */
const most = 10_000_000

export const doneFile = (report: string): string => `${report}.done`

/** Tells each change until it is disposed of. */
export function followDone(report: string, onProgress: (done: number) => void): Disposable {
  let told = 0
  const look = async (): Promise<void> => {
    const found = await lstat(doneFile(report)).catch(() => null)
    const done = found?.isFile() === true ? Math.min(found.size, most) : 0
    if (done > told) onProgress(done)
    told = Math.max(told, done)
  }
  const timer = setInterval(() => void look(), everyMs)
  timer.unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
