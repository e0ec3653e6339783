import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { markIn, type ProcessResult, type ProcessSpec } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import { afterAll, expect, test, vi } from 'vitest'
import { createProcesses } from './processes.ts'

const { PATH = '' } = process.env
const folder = mkdtempSync(join(tmpdir(), 'sigma-processes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const { run } = createProcesses()

function node(program: string, spec: Partial<ProcessSpec> = {}, signal?: AbortSignal): Promise<ProcessResult> {
  return run(
    {
      command: [process.execPath, '-e', program],
      cwd: folder,
      env: { PATH },
      limitMs: 20_000,
      maxOutputBytes: 64 * 1024,
      graceMs: 300,
      ...spec,
    },
    signal,
  )
}

/** A process that has ended but is not yet waited for counts as dead. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

async function diesWithin(pid: number, ms: number): Promise<boolean> {
  for (const end = Date.now() + ms; Date.now() < end; await delay(20)) if (!isAlive(pid)) return true
  return !isAlive(pid)
}

test('a program’s output, exit code and input are what they are', async () => {
  const result = await node(`process.stdin.pipe(process.stdout); console.error('talk'); process.exitCode = 7`, {
    stdin: 'a ⇒ b',
  })
  expect(result).toMatchObject({
    end: 'exited',
    exit: 7,
    signal: null,
    stdout: 'a ⇒ b',
    stderr: 'talk\n',
    truncated: false,
  })
})

test('a program sees the given environment and nothing else', async () => {
  proves('T14')
  const result = await node(`console.log(JSON.stringify(process.env))`, { env: { ONLY: 'this' } })
  expect(JSON.parse(result.stdout)).toEqual({ ONLY: 'this', SIGMA_PROCESS: expect.any(String) })
})

test('a program may be started so that its environment does not tell who started it, and is found all the same', async () => {
  const leaving = `const { spawn } = require('node:child_process')
    const child = spawn(process.execPath, ['-e', ${JSON.stringify(waits)}], { detached: true, stdio: 'ignore' })
    console.log(JSON.stringify({ env: Object.keys(process.env), pid: child.pid, mark: process.env.XDG_SESSION_ID }))`
  const { stdout } = await node(leaving, { env: {}, isPlain: true })
  const { env, pid, mark } = JSON.parse(stdout)
  expect(env).toEqual(['XDG_SESSION_ID'])
  expect(isAlive(pid)).toBe(false)
  expect([markIn({ XDG_SESSION_ID: mark }), markIn({ XDG_SESSION_ID: 'c2' })]).toEqual([mark, undefined])
})

test('an end by a signal is told apart from an exit', async () => {
  expect(await node(`process.kill(process.pid, 'SIGKILL')`)).toMatchObject({
    end: 'signalled',
    exit: null,
    signal: 'SIGKILL',
  })
})

test('200 MB of output cost little memory, and the last line is there', async () => {
  proves('F27')
  const result = await node(`
    const chunk = 'x'.repeat(1024 * 1024) + '\\n'
    let left = 200
    const more = () => { while (left-- > 0) if (!process.stdout.write(chunk)) return process.stdout.once('drain', more); console.log('→[PA]') }
    more()`)
  expect(result).toMatchObject({ end: 'exited', exit: 0, truncated: true })
  expect(result.stdout.length).toBeLessThan(70_000)
  expect(result.stdout.startsWith('xxx')).toBe(true)
  expect(result.stdout.endsWith('x\n→[PA]\n')).toBe(true)
})

test('a status arrow that is cut between two chunks arrives whole, in the result and live', async () => {
  proves('F28')
  let live = ''
  const result = await node(
    `const bytes = Buffer.from('→PA'); process.stdout.write(bytes.subarray(0, 1)); setTimeout(() => process.stdout.write(bytes.subarray(1)), 100)`,
    { onOutput: (text) => (live += text) },
  )
  expect([result.stdout, live]).toEqual(['→PA', '→PA'])
})

test('bytes that are no UTF-8 become replacement marks', async () => {
  proves('F28')
  expect((await node(`process.stdout.write(Buffer.from([0x61, 0xff, 0xfe, 0x62]))`)).stdout).toBe('a\ufffd\ufffdb')
})

const waits = `setInterval(() => {}, 1000)`
const leaders = { 'ignores TERM': `process.on('SIGTERM', () => {}); ${waits}`, 'ends at TERM': waits }

test.for(Object.entries(leaders))(
  'a program that %s is killed over its limit with its whole tree, though a child left the group',
  async ([, leader]) => {
    proves('DPTR-120', 'F32')
    const stubborn = `process.on('SIGTERM', () => {}); ${waits}; process.send('ready')`
    const result = await node(
      `const { spawn } = require('node:child_process')
       const start = (detached) => new Promise((resolve) => {
         const child = spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], detached })
         child.once('message', () => resolve(child.pid))
       })
       Promise.all([start(false), start(true)]).then((pids) => console.log(process.pid, ...pids))
       ${leader}`,
      { limitMs: 1_500 },
    )
    expect(result.end).toBe('timeout')
    expect(result.durationMs).toBeLessThan(8_000)
    const pids = result.stdout.trim().split(' ').map(Number)
    expect(pids).toHaveLength(3)
    expect(await Promise.all(pids.map((pid) => diesWithin(pid, 2_000)))).toEqual([true, true, true])
  },
)

test('aborting ends a program that hangs', async () => {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), 200)
  const result = await node(`setInterval(() => {}, 1000)`, {}, controller.signal)
  expect(result.end).toBe('aborted')
  expect(await node(`console.log('never')`, {}, controller.signal)).toMatchObject({ end: 'aborted', stdout: '' })
})

test('of two agents that ignore TERM the one that is stopped ends with its tree within 10 s, and the other goes on', async () => {
  proves('ROOM-27', 'ROOM-130')
  const stubborn = `process.on('SIGTERM', () => {}); ${waits}`
  const tree = `
    const { spawn } = require('node:child_process')
    const child = spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}], { detached: true, stdio: 'ignore' })
    console.log(process.pid, child.pid)
    ${stubborn}`
  const start = () => {
    const [stopping, told] = [new AbortController(), Promise.withResolvers<readonly number[]>()]
    const onOutput = (text: string): void => told.resolve(text.trim().split(' ').map(Number))
    return { stopping, told: told.promise, ended: node(tree, { graceMs: 5_000, onOutput }, stopping.signal) }
  }
  const [one, other] = [start(), start()]
  const [pids, others] = [await one.told, await other.told]
  const asked = Date.now()
  one.stopping.abort()
  expect(await one.ended).toMatchObject({ end: 'aborted' })
  expect(Date.now() - asked).toBeLessThan(10_000)
  expect(pids.map(isAlive)).toEqual([false, false])
  expect(others.map(isAlive)).toEqual([true, true])
  other.stopping.abort()
  await other.ended
  expect(others.map(isAlive)).toEqual([false, false])
})

test('a number that another program has by now is not signalled', async () => {
  proves('ROOM-24')
  const [stopping, sent] = [new AbortController(), [] as number[]]
  let pid = 0
  await node('', { onStarted: (started) => (pid = started) }, stopping.signal)
  const kill = vi.spyOn(process, 'kill').mockImplementation((target) => {
    sent.push(target)
    return true
  })
  try {
    stopping.abort()
    await delay(500)
  } finally {
    kill.mockRestore()
  }
  expect(pid).toBeGreaterThan(1)
  expect(sent).toEqual([])
})

test('what a program leaves running ends with it, in its group or out of it', async () => {
  const sleeper = `setTimeout(() => {}, 20000)`
  const start = (detached: boolean): string => `
    const child = require('node:child_process').spawn(process.execPath, ['-e', '${sleeper}'], { stdio: 'inherit', detached: ${detached} })
    child.unref(); console.log(child.pid)`
  for (const detached of [false, true]) {
    const left = await node(start(detached))
    expect(left.end).toBe('exited')
    expect(left.durationMs).toBeLessThan(1_900)
    // What was sent a signal dies when the kernel comes to it.
    await expect.poll(() => isAlive(Number(left.stdout)), { timeout: 1_000 }).toBe(false)
  }
})

test('pipes held open by what got away hold nothing up', async () => {
  proves('F31')
  const command = ['sh', '-c', "setsid -f env -i sh -c 'echo $$; exec sleep 20'; sleep 0.5"]
  const result = await node('', { command })
  expect(result).toMatchObject({ end: 'exited', exit: 0 })
  expect(result.durationMs).toBeLessThan(4_000)
  const away = Number(result.stdout)
  expect(away).toBeGreaterThan(1)
  process.kill(away, 'SIGKILL')
})

test('a program that closes its input early is no fault of the host', async () => {
  proves('F33')
  const result = await node(`process.stdin.destroy(); setTimeout(() => console.log('done'), 100)`, {
    stdin: 'x'.repeat(4 * 1024 * 1024),
  })
  expect(result).toMatchObject({ end: 'exited', exit: 0, stdout: 'done\n' })
})

test('a program that stops reading its input is ended at its limit, and costs no more than what it was given', async () => {
  proves('F34')
  const before = process.memoryUsage().rss
  const result = await node(`process.stdin.pause(); setInterval(() => {}, 1000)`, {
    stdin: 'x'.repeat(16 * 1024 * 1024),
    limitMs: 800,
  })
  expect(result.end).toBe('timeout')
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
})

test('what cannot be started is said in a sentence', async () => {
  writeFileSync(join(folder, 'plain.txt'), 'no program')
  const reasons = await Promise.all(
    [
      { command: ['sigma-no-such-program'] },
      { command: [join(folder, 'plain.txt')] },
      { cwd: join(folder, 'nowhere') },
      { command: [] },
      { command: ['no\0de'] },
    ].map(async (spec) => {
      const { end, reason } = await node('', spec)
      return [end, reason?.replaceAll(folder, '…').replaceAll(process.execPath, 'node')]
    }),
  )
  expect(reasons.slice(0, 4)).toEqual([
    ['unstartable', 'The program sigma-no-such-program was not found.'],
    ['unstartable', 'The program …/plain.txt is not executable.'],
    ['unstartable', 'The folder …/nowhere to start node in does not exist.'],
    ['unstartable', 'The command is empty.'],
  ])
  expect(reasons[4]?.[0]).toBe('unstartable')
})

test('programs die with a host that is killed, and so does what left their group', async () => {
  const pidFile = join(folder, 'orphans')
  const stays = `require('node:fs').appendFileSync(${JSON.stringify(pidFile)}, process.pid + ' '); setInterval(() => {}, 1000)`
  const program = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stays)}], { detached: true }); ${stays}`
  const host = `
    import { createProcesses } from ${JSON.stringify(new URL('./processes.ts', import.meta.url).href)}
    const command = [process.execPath, '-e', ${JSON.stringify(program)}]
    createProcesses().run({ command, cwd: '/', env: {}, limitMs: 60000, maxOutputBytes: 1000, graceMs: 100 })`
  const hosting = spawn(process.execPath, ['--input-type=module', '-e', host], { stdio: 'inherit', detached: true })
  const orphans = (): readonly number[] =>
    existsSync(pidFile) ? readFileSync(pidFile, 'utf8').trim().split(' ').map(Number) : []
  for (let tries = 0; orphans().length < 2 && tries < 200; tries += 1) await delay(50)
  await delay(150)
  expect(orphans().map(isAlive)).toEqual([true, true])
  process.kill(-(hosting.pid ?? 0), 'SIGKILL')
  expect(await Promise.all(orphans().map((pid) => diesWithin(pid, 3_000)))).toEqual([true, true])
})

test('a host that comes ends what still runs for its owner, and nothing else', async () => {
  const spec = { command: ['sleep', '20'], cwd: folder, env: { PATH }, maxOutputBytes: 1_000, graceMs: 100 }
  const left = createProcesses({ owner: 'project' }).run({ ...spec, limitMs: 20_000 })
  const others = createProcesses({ owner: 'other project' }).run({ ...spec, limitMs: 1_000 })
  await delay(200)
  await createProcesses({ owner: 'project' }).endLeftovers()
  expect(await left).toMatchObject({ end: 'signalled', signal: 'SIGKILL' })
  expect(await others).toMatchObject({ end: 'timeout' })
})
