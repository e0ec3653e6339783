/** Starts a program of this user's that outlives the one that starts it. */
import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { nothingInherited } from './inherited.ts'

export interface Detached {
  /** Undefined where it could not be started. */
  readonly pid: number | undefined
  /** How it ended, as far as is known: null while it works. */
  readonly ended: () => { readonly exit: number | null } | null
}

export interface DetachedSpec {
  readonly command: readonly [string, ...string[]]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** File to whose end all goes that it says; only its user may read it. */
  readonly output: string
}

/** In a session of its own: no terminal's end reaches it, and whoever started it need not wait. */
export function startDetached({ command, cwd, env, output }: DetachedSpec): Detached {
  const [program, ...args] = command
  const file = openSync(output, 'a', 0o600)
  let ended: { readonly exit: number | null } | null = null
  try {
    // Whoever waits until all have closed a pipe that was left open waits for those who still need it alone.
    const stdio = ['ignore', file, file, ...nothingInherited(3)] as const
    const child = spawn(program, args, { cwd, env: { ...env }, detached: true, stdio: [...stdio] })
    child.on('error', () => {
      ended ??= { exit: null }
    })
    child.on('exit', (exit) => {
      ended ??= { exit }
    })
    child.unref()
    return { pid: child.pid, ended: () => ended }
  } finally {
    closeSync(file)
  }
}
