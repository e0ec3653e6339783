/** The process that the command runs in: the only file of this package that knows it. */
import { addAbortListener } from 'node:events'
import { fstatSync, writeSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sigma } from './sigma.ts'
import type { Screen, Terminal } from './world.ts'

const stop = new AbortController()

const showCursor = '\x1b[?25h'

/** One interrupt comes more than once, when a wrapper (npm, the launcher) passes on what the whole process group got. */
const echoMs = 1_000

/** When an orderly end was asked for. */
let endsSince = 0

function endInOrder(): void {
  if (stop.signal.aborted) return
  endsSince = performance.now()
  stop.abort()
}

/** The first signal asks for an orderly end, of a few seconds at most; a later one ends at once, and the journal is what is left. */
function onSignal(): void {
  if (stop.signal.aborted && performance.now() - endsSince >= echoMs) {
    if (process.stderr.isTTY) process.stderr.write(showCursor)
    process.exit(130)
  }
  endInOrder()
}

/** Error codes of a pipe whose reader ended, and of a terminal that was closed. */
const readerGone: readonly (string | undefined)[] = ['EPIPE', 'EIO', 'ECONNRESET']

/** Nobody reads along any more: an orderly end, as by a signal (`sigma log --follow | head`). */
function terminal(stream: NodeJS.WriteStream): Terminal {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (!readerGone.includes(error.code)) throw error
    endInOrder()
  })
  return {
    write: (text) => void stream.write(text),
    isTTY: stream.isTTY === true,
    get columns() {
      return stream.columns > 0 ? stream.columns : 80
    },
    get rows() {
      return stream.rows > 0 ? stream.rows : undefined
    },
  }
}

/** Commands that do nothing but show, and end. */
const showing: readonly string[] = ['status', 'inbox', 'why', 'diff']

function output(command: string): Terminal {
  return (showing.includes(command) ? directTo(1) : null) ?? terminal(process.stdout)
}

/**
 * A file or a pipe, without Node's streams: to load them takes longer than to read a store. A pipe that is full holds
 * up the whole process. What goes wrong is left to the stream; null where it is needed anyway.
 */
function directTo(fd: number): Terminal | null {
  const kind = fstatSync(fd)
  if (!(kind.isFile() || kind.isFIFO() || kind.isSocket())) return null
  let fallen = false
  return {
    write: (text) => {
      let left: Uint8Array = Buffer.from(text)
      try {
        while (!fallen && left.length > 0) left = left.subarray(writeSync(fd, left))
      } catch {
        fallen = true
        terminal(process.stdout)
      }
      if (fallen) process.stdout.write(left)
    },
    isTTY: false,
    columns: 80,
  }
}

function kill(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    // A process of somebody else's is there all the same.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** A folder that was removed under a shell has no name any more. */
function workingFolder(): string {
  try {
    return process.cwd()
  } catch {
    process.stderr.write('error: The folder that this shell stands in is gone.\nhint: cd "$PWD"\n')
    process.exit(1)
  }
}

process.on('SIGINT', onSignal)
process.on('SIGTERM', onSignal)
process.on('SIGHUP', onSignal)

let talk: Terminal | null = null
let program: readonly string[] | null = null

/** Without a history: what is typed is kept in the journal, and nowhere else. */
async function typed(prompt: string, signal: AbortSignal): Promise<string | null> {
  const { createInterface } = await import('node:readline')
  const lines = createInterface({ input: process.stdin, output: process.stderr, historySize: 0 })
  const { promise, resolve } = Promise.withResolvers<string | null>()
  lines.on('close', () => resolve(null))
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  using _leaving = addAbortListener(signal, () => lines.close())
  lines.question(prompt, resolve)
  try {
    return await promise
  } finally {
    lines.close()
  }
}

async function edit(file: string): Promise<number | null> {
  const { openEditor } = await import('@sigma/runtime')
  return await openEditor(process.env['VISUAL'] || process.env['EDITOR'] || 'vi', file)
}

/** The exit of the process gives the terminal back as it was, whatever led to it. */
async function screen(press: (key: string) => void, resumed: () => void): Promise<Screen> {
  const { openScreen } = await import('./watch/screen.ts')
  return openScreen(
    {
      input: process.stdin,
      output: terminal(process.stdout),
      onExit: (restore) => {
        process.on('exit', restore)
        return () => void process.off('exit', restore)
      },
      suspend: (again) => {
        process.once('SIGCONT', again)
        process.kill(0, 'SIGTSTP')
      },
    },
    press,
    resumed,
  )
}

async function begin(args: readonly string[]): Promise<void> {
  process.exitCode = await sigma(
    {
      cwd: workingFolder(),
      get program() {
        program ??= [process.execPath, fileURLToPath(new URL('../bin/sigma.js', import.meta.url))]
        return program
      },
      env: process.env,
      words: args,
      stdout: output(args[0] ?? ''),
      // Made when somebody talks: what only reports must not wait for it.
      get stderr() {
        talk ??= terminal(process.stderr)
        return talk
      },
      signal: stop.signal,
      kill,
      now: Date.now,
      get streams() {
        return process.stdin.isTTY === true ? undefined : () => ({ input: process.stdin, output: process.stdout })
      },
      plays: sigma,
      // Looked at when somebody is to be asked: what only reports must not wait for streams.
      get typed() {
        return process.stdin.isTTY === true && process.stderr.isTTY === true ? typed : undefined
      },
      get edit() {
        return process.stdin.isTTY === true && process.stderr.isTTY === true ? edit : undefined
      },
      get screen() {
        const isOne = process.stdin.isTTY === true && process.stdout.isTTY === true && process.env['TERM'] !== 'dumb'
        return isOne ? screen : undefined
      },
    },
    args,
    /(^|[\\/])pm(\.c?js)?$/.test(process.argv[1] ?? '') ? 'pm' : 'sigma',
  )
  // What was told to end and has not, has had its time: it ends with this process.
  if (stop.signal.aborted) process.exit()
}

// Not awaited here: modules that are loaded later need what is in the file of this one.
void begin(process.argv.slice(2))
