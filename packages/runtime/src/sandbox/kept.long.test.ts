import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Confinement, ConfinementLimits, ProcessResult } from '@sigma/engine'
import { isHere, needs } from '@sigma/engine/needs'
import { proves } from '@sigma/protocol/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createProcesses, type OwnedProcesses } from '../process/processes.ts'
import { detectSandbox } from './detect.ts'

const { PATH = '' } = process.env
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sigma-kept-')))
const workspace = join(folder, 'workspace')
let processes: OwnedProcesses

beforeAll(async () => {
  mkdirSync(workspace)
  const { launch } = await detectSandbox({ mode: 'required', environment: { PATH }, installation: [], hidden: [] })
  if (launch !== null) processes = createProcesses({ owner: folder, sandbox: { launch } })
  else if (isHere('bubblewrap')) throw new Error('There is no sandbox here.')
})
beforeEach(() => needs('bubblewrap'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const unlimited: ConfinementLimits = { processes: null, memoryBytes: null, diskBytes: null }

interface Started {
  readonly limits?: ConfinementLimits
  readonly protects?: readonly string[]
  readonly limitMs?: number
  readonly isConfined?: boolean
}

function run(command: readonly string[], how: Started = {}): Promise<ProcessResult> {
  const { limits = unlimited, protects = [], limitMs = 20_000, isConfined = true } = how
  const confined: Confinement = { reads: [], writes: [workspace], protects, hosts: [], limits }
  const given = { command, cwd: workspace, env: { PATH }, limitMs, maxOutputBytes: 64 * 1024, graceMs: 300 }
  return processes.run({ ...given, ...(isConfined ? { confined } : {}) })
}

/** Each leaves `sleep <mark>` behind, or tries to. */
const escapes: Readonly<Record<string, (mark: string) => readonly string[]>> = {
  'a session of its own': (mark) => ['setsid', '-f', 'sleep', mark],
  'a double fork': (mark) => ['sh', '-c', `( sleep ${mark} & ) & sleep 0.1`],
  nohup: (mark) => ['sh', '-c', `nohup sleep ${mark} >/dev/null 2>&1 & sleep 0.1`],
  disown: (mark) => ['bash', '-c', `sleep ${mark} & disown -a; sleep 0.1`],
  'a detached child': (mark) => [
    'node',
    '-e',
    `require('node:child_process').spawn('sleep', ['${mark}'], { detached: true, stdio: 'ignore' }).unref()`,
  ],
  'a group of its own': (mark) => ['bash', '-c', `set -m; sleep ${mark} & sleep 0.1`],
  'ears closed to TERM': (mark) => ['setsid', '-f', 'sh', '-c', `trap '' TERM HUP INT; sleep ${mark}; sleep ${mark}`],
  'a parent that is gone': (mark) => ['sh', '-c', `sh -c 'sh -c "sleep ${mark} & exec true" & exec true' & sleep 0.2`],
  'forks without end': (mark) => ['sh', '-c', `again() { sleep 0.0${mark}; again & }; again & sleep 0.3`],
  'a process that is stopped': (mark) => ['sh', '-c', `sleep ${mark} & kill -STOP $!; sleep 0.1`],
  'a daemon': (mark) => [
    'sh',
    '-c',
    `cd /; setsid -f sh -c 'exec <&- >&- 2>&-; umask 0; exec sleep ${mark}'; sleep 0.1`,
  ],
  'an empty environment': (mark) => ['sh', '-c', `setsid -f env -i /bin/sleep ${mark}; sleep 0.3`],
}

const styles = Object.keys(escapes)

test.for(styles)('nothing is left of a program that ended, though it left behind: %s', async (style) => {
  proves('T42')
  const mark = String(100_000 + Math.floor(Math.random() * 1e9))
  const command = escapes[style]?.(mark) ?? []
  expect(await run(command)).toMatchObject({ end: 'exited', exit: 0 })
  expect(await goneWithin(mark)).toEqual([])
  // Without a namespace of processes the mark in its environment is what it is found by.
  const isKnown = style !== 'an empty environment'
  await run(command, { isConfined: false })
  if (isKnown) expect(await goneWithin(mark)).toEqual([])
  else expect(running(mark)).toHaveLength(1)
  for (const pid of running(mark)) process.kill(pid, 'SIGKILL')
})

test('once a program in the sandbox has ended nobody of it lives on, not for a moment', async () => {
  proves('T42')
  const left: number[] = []
  for (let round = 0; round < 4; round += 1) {
    const mark = String(100_000 + Math.floor(Math.random() * 1e9))
    const silent = `setsid -f env -i /bin/sleep ${mark} <&- >&- 2>&-`
    expect(await run(['sh', '-c', `for i in $(seq 500); do ${silent}; done`])).toMatchObject({ end: 'exited', exit: 0 })
    left.push(running(mark).length)
  }
  expect(left).toEqual([0, 0, 0, 0])
})

test('one that is over its limit is asked, then ended with all of them at once', async () => {
  proves('T42')
  const mark = String(100_000 + Math.floor(Math.random() * 1e9))
  const all = styles.filter((style) => style !== 'forks without end').map((style) => escapes[style]?.(mark) ?? [])
  const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
  const lines = all.map((command) => `( ${command.map(quote).join(' ')} ) &`)
  const result = await run(['bash', '-c', `trap '' TERM; ${lines.join('\n')}\nwhile :; do sleep 1; done`], {
    limitMs: 800,
  })
  expect(result).toMatchObject({ end: 'timeout' })
  expect(await goneWithin(mark)).toEqual([])
})

test('at its limit a program hears TERM, and may end in order', async () => {
  const program = `process.on('SIGTERM', () => { console.log('in order'); process.exit(0) }); setInterval(() => {}, 1000)`
  expect(await run(['node', '-e', program], { limitMs: 700 })).toMatchObject({ end: 'timeout', stdout: 'in order\n' })
})

const bombs: Readonly<Record<string, readonly [command: readonly string[], limits: Partial<ConfinementLimits>]>> = {
  processes: [['bash', '-c', 'for i in $(seq 200); do setsid sleep 20.0512 & done; sleep 20.0512'], { processes: 40 }],
  memory: [
    ['node', '-e', 'const kept = []; setInterval(() => kept.push(Buffer.alloc(2e7, 1)), 10)'],
    { memoryBytes: 3e8 },
  ],
  written: [
    [
      'node',
      '-e',
      `let at = 0; setInterval(() => require('node:fs').writeFileSync('f' + at++, Buffer.alloc(4e6, 1)), 10)`,
    ],
    { diskBytes: 5e7 },
  ],
}

test.for(Object.entries(bombs))(
  'over its limit of %s it is ended with all it started',
  async ([name, [command, limits]]) => {
    proves('T26')
    const result = await run(command, { limits: { ...unlimited, ...limits } })
    const stopped = result.exceeded === name && result.signal === 'SIGKILL'
    // Where the kernel counts too, it refuses one more before anybody looks.
    const refused = name === 'processes' && /fork|Resource temporarily unavailable/.test(result.stderr)
    expect({ stopped, refused, result }).toMatchObject(stopped ? { stopped: true } : { refused: true })
    expect(await goneWithin('20.0512')).toEqual([])
    for (const file of readdirSync(workspace)) rmSync(join(workspace, file), { recursive: true })
  },
)

test('memory that is a file system counts as well: it is full before the machine is', async () => {
  proves('T26')
  const fill = 'for at in /tmp /dev/shm; do head -c 200M /dev/zero > $at/x; done; du -cmx /tmp /dev/shm | tail -1'
  const { stdout, exceeded } = await run(['sh', '-c', fill], { limits: { ...unlimited, memoryBytes: 4e7 } })
  // Whoever looks just then may end it before it has told how much there was room for.
  if (stdout === '') expect(exceeded).toBe('memory')
  else expect(Number.parseInt(stdout, 10)).toBeLessThanOrEqual(40)
})

test('a name that is to stay absent cannot be made, and nothing of what holds it is left', async () => {
  const protects = ['.git', '.mcp.json', '.envrc', 'package.json'].map((name) => join(workspace, name))
  const result = await run(
    ['sh', '-c', 'for n in .git/x .mcp.json .envrc; do echo x > $n; done; rm -rf .git .envrc; ls -A'],
    {
      protects,
    },
  )
  expect(result.stderr.match(/Read-only file system|busy/g)).toHaveLength(5)
  expect(readdirSync(workspace)).toEqual([])
  expect(existsSync(join(workspace, '.git'))).toBe(false)
})

async function goneWithin(mark: string, ms = 2_000): Promise<readonly number[]> {
  for (const end = performance.now() + ms; performance.now() < end; await delay(20))
    if (running(mark).length === 0) break
  return running(mark)
}

/** Everything on this machine whose command line has it. */
function running(mark: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => commandOf(pid).includes(mark))
    .map(Number)
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return ''
  }
}
