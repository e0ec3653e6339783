import type { Processes } from '@sigma/engine'
import { supervise } from './supervised.ts'
import { watchdog } from './watchdog.ts'

/** The only way for the rest of Sigma to start a program: no shell, no inherited environment, bounded in all it does. */
export function createProcesses(): Processes {
  return {
    async run(spec, signal) {
      const { stdout, stderr, ...result } = await supervise(spec, watchdog, signal)
      return {
        ...result,
        stdout: stdout.text(),
        stderr: stderr.text(),
        truncated: stdout.truncated || stderr.truncated,
      }
    },
  }
}
