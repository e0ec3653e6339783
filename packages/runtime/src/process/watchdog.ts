import { type ChildProcess, spawn } from 'node:child_process'

/**
 * Sees to it that programs die with their host, even if that is killed with `kill -9`: a small process of its own
 * group that holds the other end of a pipe, is told which groups live, and kills them when the pipe ends.
 */
export interface Watchdog {
  add(group: number): void
  remove(group: number): void
}

const program = `
let rest = ''
const groups = new Set()
process.stdin.setEncoding('latin1')
process.stdin.on('data', (text) => {
  const lines = (rest + text).split('\\n')
  rest = lines.pop()
  for (const line of lines) line[0] === '+' ? groups.add(Number(line.slice(1))) : groups.delete(Number(line.slice(1)))
})
process.stdin.on('close', () => {
  for (const group of groups) try { process.kill(-group, 'SIGKILL') } catch {}
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
`

/** One for this whole process, started with the first program that needs it. */
export const watchdog: Watchdog = createWatchdog()

function createWatchdog(): Watchdog {
  const alive = new Set<number>()
  let child: ChildProcess | null = null

  const open = (): ChildProcess => {
    const opened = spawn(process.execPath, ['--input-type=commonjs', '-e', program], {
      cwd: '/',
      detached: true,
      env: {},
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    const forget = (): void => {
      if (child === opened) child = null
    }
    opened.on('error', forget)
    opened.on('exit', forget)
    opened.stdin.on('error', forget)
    // It must not keep its host alive.
    opened.unref()
    if ('unref' in opened.stdin && typeof opened.stdin.unref === 'function') opened.stdin.unref()
    for (const group of alive) opened.stdin.write(`+${group}\n`)
    return opened
  }
  const say = (line: string): void => {
    child ??= open()
    child.stdin?.write(line)
  }
  return {
    add(group) {
      say(`+${group}\n`)
      alive.add(group)
    },
    remove(group) {
      alive.delete(group)
      if (child !== null) say(`-${group}\n`)
    },
  }
}

/** For programs that are too short-lived to need one. */
export const noWatchdog: Watchdog = { add: () => {}, remove: () => {} }
