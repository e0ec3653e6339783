import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { constants } from 'node:os'
import { Duplex, type Readable, type Writable } from 'node:stream'
import { afterMs, type LimitName, type ProcessResult, type ProcessSpec, systemClock } from '@sigma/engine'
import type { Launch, Sandbox } from '../sandbox/sandbox.ts'
import { type BoundedOutput, createBoundedOutput } from './bounded-output.ts'
import { isCrowding, whenThereIsRoom } from './crowding.ts'
import { nothingInherited } from './inherited.ts'
import { watchLimits } from './limits.ts'
import { endMarked } from './marked-processes.ts'
import { type FirstProcess, firstProcessIn, namespaceOver } from './namespace.ts'
import { descendants, grandchildren, signalEach, signalTree } from './process-tree.ts'
import { findProgram, whyMissing } from './program.ts'
import type { Watchdog } from './watchdog.ts'

/** How long pipes that a grandchild holds open may delay the result, after the program itself has ended. */
const openPipesMs = 2_000

export interface Supervised extends Omit<ProcessSpec, 'stdin'> {
  readonly stdin?: string | Uint8Array | undefined
  /** Mark by which descendants are known; without it those that left the group are not looked for. */
  readonly mark?: string
  /** Keeps the program to what it may reach; absent: nothing does. */
  readonly sandbox?: Pick<Sandbox, 'launch'> | undefined
  /** Where the program is talked to: its standard input and output; absent: descriptor 3. */
  readonly channel?: 'stdio' | undefined
  /** Is given the host's end of the channel, before anything comes from there. */
  readonly onChannel?: ((channel: Channel) => void) | undefined
}

/** The host's end: what is written to one goes to the program, and what the program says comes from the other. */
export interface Channel {
  readonly to: Writable
  readonly from: Readable
}

interface Output {
  readonly stdout: BoundedOutput
  readonly stderr: BoundedOutput
}

const outputOf = ({ maxOutputBytes }: Supervised): Output => ({
  stdout: createBoundedOutput(maxOutputBytes),
  stderr: createBoundedOutput(maxOutputBytes),
})

export type SupervisedResult = Omit<ProcessResult, 'stdout' | 'stderr' | 'truncated'> & Output

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
  const { sandbox, confined } = spec
  let launch: Launch | undefined
  try {
    if (sandbox !== undefined && confined !== undefined) launch = await sandbox.launch({ ...spec, confined })
  } catch (error) {
    // A program that was to be confined is never started without.
    return unconfinable(spec, error)
  }
  try {
    const start = (): Promise<Attempt> => superviseOnce({ ...spec, launch }, watchdog, signal)
    const { crowded: _, ...result } = await whenThereIsRoom(start, signal)
    return result
  } finally {
    await launch?.release()
  }
}

interface Launched extends Supervised {
  readonly launch?: Launch | undefined
}

function superviseOnce(spec: Launched, watchdog: Watchdog, signal?: AbortSignal): Promise<Attempt> {
  const started = performance.now()
  const output = outputOf(spec)
  const result = (end: ProcessResult['end'], parts: Partial<Attempt> = {}): Attempt => ({
    ...{ end, exit: null, signal: null, reason: null, crowded: false, ...parts, ...output },
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
    let exceeded: LimitName | undefined
    let isFlooded = false
    const first = firstIn(child, spec.launch)
    const pid = child.pid
    if (pid !== undefined) {
      watchdog.add(pid, spec.mark)
      spec.onStarted?.(pid)
    }

    // A sandbox ends with all in it as soon as its maker ends, so only the program inside is asked to.
    const askToEnd = (leader: number): void => {
      strays = spec.launch === undefined ? descendants(leader) : grandchildren(leader)
      if (spec.launch === undefined) signalTree(leader, 'SIGTERM', strays)
      else signalEach('SIGTERM', strays)
    }
    const unwatch =
      pid === undefined || spec.confined === undefined
        ? (): void => {}
        : watchLimits(pid, spec.confined, (which) => {
            exceeded = which
            signalTree(pid, 'SIGKILL', descendants(pid))
          })
    const terminate = (why: 'timeout' | 'aborted'): void => {
      if (ended !== null || pid === undefined) return
      ended = why
      askToEnd(pid)
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
      unwatch()
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
      const by = exitSignal ?? (spec.launch === undefined ? null : signalIn(exit))
      const end = ended ?? (by === null ? 'exited' : 'signalled')
      const how = {
        exit: by === null ? exit : null,
        signal: by,
        exceeded,
        // Whoever is stopped, or over a limit, may print on until it ends.
        ...(isFlooded && ended === null && exceeded === undefined && { flooded: true as const }),
      }
      const closed = new Promise<void>((done) => {
        const patience = setTimeout(done, openPipesMs)
        child.on('close', () => {
          clearTimeout(patience)
          done()
        })
      })
      const alone = first.then((known) => endedWith(known, spec.mark))
      void alone.then(() => closed).then(() => settle(result(end, how)))
    })
    // Where there was no descriptor left, there are no streams either.
    if (child.stdin === undefined) return
    listen(child, spec, output)
    whenPrinted(child, spec.mostPrintedBytes, () => {
      isFlooded = true
      if (pid !== undefined) signalTree(pid, 'SIGKILL', descendants(pid))
    })
  })
}

function start(spec: Launched): Child {
  const { launch } = spec
  if (launch !== undefined) findOrFail(spec)
  const descriptors = spec.onChannel === undefined || spec.channel === 'stdio' ? 3 : 4
  const [program = '', ...parameters] = launch?.command(descriptors) ?? spec.command
  const filter = launch?.filter ?? null
  const pipes = descriptors - 3 + (filter === null ? 0 : 1) + (launch?.tells === true ? 1 : 0)
  const child = spawn(program, parameters, {
    cwd: spec.cwd,
    env: { ...(launch?.env ?? spec.env) },
    detached: true,
    shell: false,
    stdio: ['pipe', 'pipe', 'pipe', ...Array(pipes).fill('pipe'), ...nothingInherited(3 + pipes)],
  })
  const filtered = filter === null ? undefined : child.stdio?.[descriptors]
  if (filtered instanceof Duplex) filtered.on('error', () => {}).end(filter)
  return child
}

/** The first process in the sandbox, once the sandbox has told of it; null: it tells of none. */
async function firstIn(child: Child, launch: Launch | undefined): Promise<FirstProcess | null> {
  const told = launch?.tells === true ? child.stdio?.findLast((stream) => stream instanceof Duplex) : undefined
  if (!(told instanceof Duplex)) return null
  told.on('error', () => {})
  let text = ''
  told.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1')
  })
  await new Promise((done) => told.once('close', done).once('end', done))
  return firstProcessIn(text)
}

/** All that was in the sandbox is over when its first process is; else whoever bears the mark is ended. */
async function endedWith(first: FirstProcess | null, mark: string | undefined): Promise<void> {
  if (first !== null && (await namespaceOver(first))) return
  if (mark !== undefined) await endMarked(mark)
}

/** What starts the sandbox is always there; it is the program that may not be. */
function findOrFail({ command, cwd, env }: Supervised): void {
  const { PATH = '' } = env
  const found = findProgram(command[0] ?? '', cwd, PATH)
  if (found.kind === 'missing') throw Object.assign(new Error(found.code), { code: found.code })
}

/** A sandbox ends with this number where its program was ended by a signal, as shells do. */
function signalIn(exit: number | null): NodeJS.Signals | null {
  if (exit === null || exit <= 128) return null
  const names = Object.entries(constants.signals)
  return names.flatMap(([name, number]) => (number === exit - 128 && isSignal(name) ? [name] : []))[0] ?? null
}

const isSignal = (name: string): name is NodeJS.Signals => name in constants.signals

function listen(child: Child, spec: Supervised, { stdout, stderr }: Output): void {
  child.stderr.on('data', (chunk: Buffer) => stderr.add(chunk))
  // A program may end or close its input without reading it; that is its business (EPIPE).
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => {})
  if (spec.channel === 'stdio') {
    spec.onChannel?.({ to: child.stdin, from: child.stdout })
    return
  }
  const decoder = new TextDecoder()
  child.stdout.on('data', (chunk: Buffer) => {
    stdout.add(chunk)
    if (spec.onOutput === undefined) return
    const text = decoder.decode(chunk, { stream: true })
    if (text !== '') spec.onOutput(text)
  })
  child.stdin.end(spec.stdin ?? '')
  const channel = child.stdio[3]
  if (spec.onChannel !== undefined && channel instanceof Duplex) {
    channel.on('error', () => {})
    spec.onChannel({ to: channel, from: channel })
  }
}

/** Tells once of more than `most` bytes. */
function whenPrinted({ stdout, stderr }: Child, most: number | undefined, tell: () => void): void {
  if (most === undefined) return
  let printed = 0
  const count = (chunk: Buffer): void => {
    printed += chunk.length
    if (printed <= most) return
    for (const stream of [stdout, stderr]) stream.off('data', count)
    tell()
  }
  for (const stream of [stdout, stderr]) stream.on('data', count)
}

function unconfinable(spec: Supervised, error: unknown): SupervisedResult {
  const why = error instanceof Error ? error.message : String(error)
  return {
    ...{ end: 'unstartable', exit: null, signal: null, durationMs: 0, ...outputOf(spec) },
    reason: `The sandbox for ${spec.command[0] ?? ''} could not be made: ${why}`,
  }
}

function whyUnstartable(spec: Supervised, error: unknown): string {
  const program = spec.command[0] ?? ''
  if (program === '') return 'The command is empty.'
  if (!isFolder(spec.cwd)) return `The folder ${spec.cwd} to start ${program} in does not exist.`
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOENT' || code === 'EACCES') return whyMissing(program, code)
  if (isCrowding(error))
    return `The machine has no room for one more program now (${code}): ${program} could not be started.`
  if (code === 'ENOEXEC') return `The program ${program} is not in a form this machine can run.`
  return `The program ${program} could not be started: ${error instanceof Error ? error.message : String(error)}.`
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
