import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Repository } from './repository.ts'

/** What a test needs that puts something in the place of a source file. */
export const source: string = fileURLToPath(new URL('../../packages/cli/bin/sigma.js', import.meta.url))

/** The bundle that users install, where one was made for these tests; else the source. */
export const launcher = process.env['SIGMA_PROGRAM'] ?? source

/** How a sigma ended, and what it said. */
export interface Ended {
  readonly exit: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface Started {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
}

/** Runs the launcher as a user would, without a terminal. */
export function sigma(repository: Repository, ...args: readonly string[]): Promise<Ended> {
  return start(repository, args).ended
}

/** Starts it as the leader of a process group, so that a test can kill all of it. `node`: what Node is told besides. */
export function start(
  { path, env, program = launcher, within = [] }: Repository,
  args: readonly string[],
  node: readonly string[] = [],
): Started {
  const [command = process.execPath, ...before] = [...within, process.execPath]
  const child = spawn(command, [...before, ...node, program, ...args], {
    cwd: path,
    env: { ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => stdout.push(part))
  child.stderr.on('data', (part: Buffer) => stderr.push(part))
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (exit, signal) => {
      const text = (parts: readonly Buffer[]): string => Buffer.concat(parts).toString('utf8')
      resolve({ exit, signal, stdout: text(stdout), stderr: text(stderr) })
    })
  })
  return { child, ended }
}

const resultSchema = z.object({
  success: z.boolean(),
  status: z.string(),
  run: z.string(),
  outcome: z.string(),
  reasons: z.array(z.object({ rule: z.string(), message: z.string(), remedy: z.string() })),
  delivered: z.object({ branch: z.string(), commit: z.string() }).nullable(),
})

/** The Result that a command which starts or ends a run prints as its last line on stdout. */
export function resultOf({ stdout, stderr, exit }: Ended): z.infer<typeof resultSchema> {
  const line = stdout.trimEnd().split('\n').at(-1) ?? ''
  try {
    return resultSchema.parse(JSON.parse(line))
  } catch (cause) {
    throw new Error(`no Result, but exit ${exit}\n${stdout}\n${stderr}`, { cause })
  }
}
