import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Writable } from 'node:stream'
import { markVariable, plainMarkVariable } from '@sigma/engine'

/**
 * Sees to it that programs die with their host, even if that is killed with `kill -9`: a small process of its own
 * group that holds the other end of a pipe, is told which groups live, and kills them when the pipe ends, with all that
 * carries their marks.
 */
export interface Watchdog {
  add(group: number, mark: string | undefined): void
  remove(group: number): void
}

const program = `
const { readdirSync, readFileSync } = require('node:fs')
let rest = ''
const groups = new Map()
process.stdin.setEncoding('latin1')
process.stdin.on('data', (text) => {
  const lines = (rest + text).split('\\n')
  rest = lines.pop()
  for (const line of lines) {
    const [group, mark] = line.slice(1).split(' ')
    line[0] === '+' ? groups.set(Number(group), mark) : groups.delete(Number(group))
  }
})
const kill = (pid) => { try { process.kill(pid, 'SIGKILL') } catch {} }
const marks = () => [...groups.values()].filter((mark) => mark !== '')
const isMarked = (pid) => {
  try {
    const environment = readFileSync('/proc/' + pid + '/environ', 'latin1').split('\\0')
    return environment.some((pair) => /^(${markVariable}|${plainMarkVariable})=/.test(pair) && marks().some((mark) => pair.includes(mark)))
  } catch {}
}
const sweep = (times) => {
  let left = []
  try { left = readdirSync('/proc').filter((name) => /^\\d+$/.test(name) && isMarked(name)) } catch {}
  left.forEach((pid) => kill(Number(pid)))
  if (left.length > 0 && times > 0) setTimeout(sweep, 20, times - 1)
}
process.stdin.on('close', () => {
  for (const group of groups.keys()) kill(-group)
  sweep(100)
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
`

/** Who watches was killed, or could not be started: programs are not left unwatched for longer. */
const reopenMs = 500

/** One for this whole process, started with the first program that needs it. */
export const watchdog: Watchdog = createWatchdog()

function createWatchdog(): Watchdog {
  const alive = new Map<number, string>()
  let child: ChildProcess | null = null

  /** Null: the machine has no room for it now. Programs run on, and it is tried again. */
  const open = (): ChildProcess | null => {
    const opened = start()
    const forget = (): void => {
      if (child === opened) child = null
      again()
    }
    opened?.on('error', forget)
    opened?.on('exit', forget)
    // Where there was no descriptor left, it has no streams, and its error is still to come.
    if (opened?.stdin === undefined) {
      if (opened === null) again()
      return null
    }
    opened.stdin.on('error', forget)
    // It must not keep its host alive.
    opened.unref()
    if ('unref' in opened.stdin && typeof opened.stdin.unref === 'function') opened.stdin.unref()
    for (const [group, mark] of alive) opened.stdin.write(`+${group} ${mark}\n`)
    return opened
  }
  const again = (): void => {
    const timer = setTimeout(() => {
      if (child === null && alive.size > 0) child = open()
    }, reopenMs)
    timer.unref()
  }
  const say = (line: string): void => {
    child ??= open()
    child?.stdin?.write(line)
  }
  return {
    add(group, mark = '') {
      say(`+${group} ${mark}\n`)
      alive.set(group, mark)
    },
    remove(group) {
      alive.delete(group)
      if (child !== null) say(`-${group}\n`)
    },
  }
}

function start(): ChildProcessByStdio<Writable, null, null> | null {
  try {
    return spawn(process.execPath, ['--input-type=commonjs', '-e', program], {
      cwd: '/',
      detached: true,
      env: {},
      stdio: ['pipe', 'ignore', 'ignore'],
    })
  } catch {
    return null
  }
}

/** For programs that are too short-lived to need one. */
export const noWatchdog: Watchdog = { add: () => {}, remove: () => {} }
