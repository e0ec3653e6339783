/** Plays command lines in a world of a test's own, and keeps what they print. */
import { fileURLToPath } from 'node:url'
import type { ExitCode } from '../errors.ts'
import { sigma } from '../sigma.ts'
import type { Terminal, World } from '../world.ts'
import type { TemporaryProject } from './temporary-project.ts'

const source = fileURLToPath(new URL('../../bin/sigma.js', import.meta.url))

export interface Played {
  readonly exit: ExitCode
  readonly stdout: string
  readonly stderr: string
  /** The last line of stdout, read as JSON. */
  readonly result: Readonly<Record<string, unknown>>
}

export interface CommandWorld {
  /** Plays one command line as a process of its own would. */
  run(...args: readonly string[]): Promise<Played>
  /** What was printed so far by the command that is being played. */
  readonly printed: () => string
}

export interface WorldOptions extends Partial<Pick<World, 'cwd' | 'signal' | 'kill' | 'now' | 'typed'>> {
  readonly env?: World['env']
  /** Which streams lead to a terminal; `both` as for a person at one. */
  readonly terminal?: 'none' | 'stderr' | 'both'
}

export function commandWorld(
  project: Pick<TemporaryProject, 'root' | 'cache'>,
  options: WorldOptions = {},
): CommandWorld {
  let printed = ''
  const run = async (...args: readonly string[]): Promise<Played> => {
    const out: string[] = []
    const err: string[] = []
    const to = (texts: string[], isTTY: boolean): Terminal => ({
      write: (text) => {
        texts.push(text)
        printed += text
      },
      isTTY,
      columns: 80,
    })
    const stderr = to(err, options.terminal === 'stderr' || options.terminal === 'both')
    const exit = await sigma(
      { ...worldOf(project, options), stdout: to(out, options.terminal === 'both'), stderr },
      args,
    )
    const stdout = out.join('')
    return { exit, stdout, stderr: err.join(''), result: lastJson(stdout) }
  }
  return { run, printed: () => printed }
}

/** A world that prints nowhere. */
export function worldOf(project: Pick<TemporaryProject, 'root' | 'cache'>, options: WorldOptions = {}): World {
  const nowhere: Terminal = { write: () => {}, isTTY: false, columns: 80 }
  return {
    cwd: options.cwd ?? project.root,
    program: [process.execPath, process.env['SIGMA_PROGRAM'] ?? source],
    env: {
      PATH: process.env['PATH'],
      HOME: project.root,
      XDG_CACHE_HOME: project.cache,
      USER: 'tester',
      SIGMA_TRUST: 'all',
      ...options.env,
    },
    stdout: nowhere,
    stderr: nowhere,
    signal: options.signal ?? new AbortController().signal,
    kill: options.kill ?? (() => true),
    now: options.now ?? Date.now,
    typed: options.typed,
  }
}

function lastJson(stdout: string): Readonly<Record<string, unknown>> {
  const line = stdout.trimEnd().split('\n').at(-1) ?? ''
  if (!line.startsWith('{')) return {}
  const value: unknown = JSON.parse(line)
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}
