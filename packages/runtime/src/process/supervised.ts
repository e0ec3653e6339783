import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { Duplex, type Readable, type Writable } from 'node:stream'
import { afterMs, type ProcessResult, type ProcessSpec, systemClock } from '@sigma/engine'
import { type BoundedOutput, createBoundedOutput } from './bounded-output.ts'
import { isCrowding, whenThereIsRoom } from './crowding.ts'
import { endMarked } from './marked-processes.ts'
import { descendants, signalTree } from './process-tree.ts'
import type { Watchdog } from './watchdog.ts'

/** How long pipes that a grandchild holds open may delay the result, after the program itself has ended. */
const openPipesMs = 2_000

export interface Supervised extends Omit<ProcessSpec, 'stdin'> {
  readonly stdin?: string | Uint8Array | undefined
  /** What its descendants are known by; without it those that left its group are not looked for. */
  readonly mark?: string
  /** Is given the host's end of the program's descriptor 3, before anything comes from there. */
  readonly onChannel?: ((channel: Duplex) => void) | undefined
}

export interface SupervisedResult extends Omit<ProcessResult, 'stdout' | 'stderr' | 'truncated'> {
  readonly stdout: BoundedOutput
  readonly stderr: BoundedOutput
}

interface Attempt extends SupervisedResult {
  /** Nothing was started, since the machine had no room for one more just then. */
  readonly crowded: boolean
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>

/**
 * Runs a program as the leader of its own process group and settles when the program has ended, at the latest 2 s
 * after it. What is left of the group by then is killed. Time in which this process did not run is not held against it.
 */
export async function supervise(spec: Supervised, watchdog: Watchdog, signal?: AbortSignal): Promise<SupervisedResult> {
  const { crowded: _, ...result } = await whenThereIsRoom(() => superviseOnce(spec, watchdog, signal), signal)
  return result
}

function superviseOnce(spec: Supervised, watchdog: Watchdog, signal?: AbortSignal): Promise<Attempt> {
  const started = performance.now()
  const stdout = createBoundedOutput(spec.maxOutputBytes)
  const stderr = createBoundedOutput(spec.maxOutputBytes)
  const result = (
    end: ProcessResult['end'],
    parts: Partial<Pick<Attempt, 'exit' | 'signal' | 'reason' | 'crowded'>> = {},
  ): Attempt => ({
    end,
    exit: parts.exit ?? null,
    signal: parts.signal ?? null,
    reason: parts.reason ?? null,
    crowded: parts.crowded ?? false,
    stdout,
    stderr,
    durationMs: Math.round(performance.now() - started),
  })
  const unstartable = (error: unknown): Attempt =>
    result('unstartable', { reason: whyUnstartable(spec, error), crowded: isCrowding(error) })
  if (signal?.aborted === true) return Promise.resolve(result('aborted'))
  let child: Child
  try {
    child = start(spec)
  } catch (error) {
    return Promise.resolve(unstartable(error))
  }
  return new Promise((resolve) => {
    let ended: 'timeout' | 'aborted' | null = null
    let strays: ReadonlySet<number> = new Set()
    let killTimer: NodeJS.Timeout | undefined
    const pid = child.pid
    if (pid !== undefined) {
      watchdog.add(pid, spec.mark)
      spec.onStarted?.(pid)
    }

    const terminate = (why: 'timeout' | 'aborted'): void => {
      if (ended !== null || pid === undefined) return
      ended = why
      strays = descendants(pid)
      signalTree(pid, 'SIGTERM', strays)
      killTimer = setTimeout(() => {
        strays = new Set([...strays, ...descendants(pid)])
        signalTree(pid, 'SIGKILL', strays)
      }, spec.graceMs)
    }
    const disarm = afterMs(spec.limitMs, systemClock, () => terminate('timeout'))
    const abort = (): void => terminate('aborted')
    signal?.addEventListener('abort', abort, { once: true })
    // Whoever was told of the start may have aborted it already.
    if (signal?.aborted === true) abort()

    const settle = (settled: Attempt): void => {
      disarm()
      clearTimeout(killTimer)
      signal?.removeEventListener('abort', abort)
      if (pid !== undefined) watchdog.remove(pid)
      for (const stream of child.stdio?.slice(1) ?? []) stream?.destroy()
      resolve(settled)
    }
    child.on('error', (error) => {
      if (pid === undefined) settle(unstartable(error))
    })
    child.on('exit', (exit, exitSignal) => {
      if (pid !== undefined) signalTree(pid, 'SIGKILL', strays)
      const end = ended ?? (exitSignal === null ? 'exited' : 'signalled')
      const closed = new Promise<void>((done) => {
        const patience = setTimeout(done, openPipesMs)
        child.on('close', () => {
          clearTimeout(patience)
          done()
        })
      })
      const alone = spec.mark === undefined ? Promise.resolve() : endMarked(spec.mark)
      void alone.then(() => closed).then(() => settle(result(end, { exit, signal: exitSignal })))
    })
    // Where there was no descriptor left, there are no streams either.
    if (child.stdin !== undefined) listen(child, spec, stdout, stderr)
  })
}

function start(spec: Supervised): Child {
  const [program = '', ...parameters] = spec.command
  return spawn(program, parameters, {
    cwd: spec.cwd,
    env: { ...spec.env },
    detached: true,
    shell: false,
    stdio: ['pipe', 'pipe', 'pipe', ...(spec.onChannel === undefined ? [] : (['pipe'] as const))],
  })
}

function listen(child: Child, spec: Supervised, stdout: BoundedOutput, stderr: BoundedOutput): void {
  const decoder = new TextDecoder()
  child.stdout.on('data', (chunk: Buffer) => {
    stdout.add(chunk)
    if (spec.onOutput === undefined) return
    const text = decoder.decode(chunk, { stream: true })
    if (text !== '') spec.onOutput(text)
  })
  child.stderr.on('data', (chunk: Buffer) => stderr.add(chunk))
  // A program may end or close its input without reading it; that is its business (EPIPE).
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => {})
  child.stdin.end(spec.stdin ?? '')
  const channel = child.stdio[3]
  if (channel instanceof Duplex) {
    channel.on('error', () => {})
    spec.onChannel?.(channel)
  }
}

function whyUnstartable(spec: Supervised, error: unknown): string {
  const program = spec.command[0] ?? ''
  if (program === '') return 'The command is empty.'
  if (!isFolder(spec.cwd)) return `The folder ${spec.cwd} to start ${program} in does not exist.`
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOENT') return `The program ${program} was not found.`
  if (code === 'EACCES') return `The program ${program} is not executable.`
  if (isCrowding(error))
    return `The machine has no room for one more program now (${code}): ${program} could not be started.`
  if (code === 'ENOEXEC') return `The program ${program} is not in a form this machine can run.`
  return `The program ${program} could not be started: ${error instanceof Error ? error.message : String(error)}.`
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
