import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { needs } from '@sigma/engine/needs'
import { livingContract } from '@sigma/engine/testing'
import { afterAll, expect, test, vi } from 'vitest'
import { detectSandbox } from '../sandbox/detect.ts'
import { createProcesses } from './processes.ts'

const folder = mkdtempSync(join(tmpdir(), 'sigma-living-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(livingContract(() => ({ processes: createProcesses(), folder, node: process.execPath })))(
  '$name',
  async ({ run, expected }) => {
    expect(await run()).toEqual(expected)
  },
)

test('it dies with Sigma, even if that is killed, and a later host finds what an earlier one left', async () => {
  const file = join(folder, 'pid')
  const program = `require('node:fs').writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1000)`
  const host = `
    import { createProcesses } from ${JSON.stringify(new URL('./processes.ts', import.meta.url).href)}
    const command = [process.execPath, '-e', ${JSON.stringify(program)}]
    createProcesses().open({ command, cwd: '/', env: {}, maxUnreadBytes: 1000, maxOutputBytes: 1000, graceMs: 100 })`
  const hosting = spawn(process.execPath, ['--input-type=module', '-e', host], { stdio: 'inherit', detached: true })
  for (let tries = 0; !existsSync(file) && tries < 400; tries += 1) await delay(25)
  await delay(100)
  const pid = Number(readFileSync(file, 'utf8'))
  expect(isAlive(pid)).toBe(true)
  process.kill(-(hosting.pid ?? 0), 'SIGKILL')
  for (let tries = 0; isAlive(pid) && tries < 200; tries += 1) await delay(25)
  expect(isAlive(pid)).toBe(false)

  const spec = { cwd: folder, env: {}, maxUnreadBytes: 1_000, maxOutputBytes: 1_000, graceMs: 100 }
  const left = createProcesses({ owner: 'project' }).open({
    ...spec,
    command: [process.execPath, '-e', `require('node:fs').writeSync(3, '1\\n'); setInterval(() => {}, 1000)`],
  })
  await left.receive(20_000)
  await createProcesses({ owner: 'project' }).endLeftovers()
  expect(await left.receive(20_000)).toMatchObject({ kind: 'over', result: { signal: 'SIGKILL' } })
})

const limits = { cwd: folder, env: {}, maxUnreadBytes: 1_000_000, maxOutputBytes: 10_000, graceMs: 100 }
const patienceMs = 20_000

test('over its standard input and output lines that are no messages are kept apart, and it ends with its input', async () => {
  const program = `
    console.log('starting …'); console.error('to stderr'); process.stdout.write('half')
    let rest = ''
    process.stdin.setEncoding('utf8').on('data', (text) => {
      const lines = (rest + text).split('\\n'); rest = lines.pop()
      for (const line of lines) console.log('\\n' + line)
    }).on('end', () => { process.stdout.write('unfinished'); process.exitCode = 7 })`
  const printed: string[] = []
  const living = createProcesses().open({
    ...limits,
    channel: 'stdio',
    command: [process.execPath, '-e', program],
    onOutput: (line) => printed.push(line),
  })
  const message = { text: 'ä\n€😀', of: [1, null] }
  living.send(message)
  expect(await living.receive(patienceMs)).toEqual({ kind: 'said', message })
  const result = await living.close(patienceMs)
  expect(result).toMatchObject({ end: 'exited', exit: 7, stderr: 'to stderr\n' })
  expect(printed).toEqual(['starting …', 'half', 'unfinished'])
  expect(result.stdout).toBe('starting …\nhalf\nunfinished\n')
  expect(await living.receive(patienceMs)).toMatchObject({ kind: 'over' })
})

test.each(['stdio', undefined] as const)('one that never reads what it is told is ended (%s)', async (channel) => {
  const living = createProcesses().open({
    ...limits,
    channel,
    command: [process.execPath, '-e', 'setInterval(() => {}, 1000)'],
  })
  const line = 'x'.repeat(1024 * 1024)
  let told = 0
  while (told < 200 && living.send(line)) {
    told += 1
    await delay(told === 1 ? 500 : 0)
  }
  expect(told).toBeLessThan(100)
  expect(await living.receive(patienceMs)).toMatchObject({ kind: 'over', result: { end: 'aborted' } })
})

test('in a sandbox it is talked to just the same, with what is opened of the network, and what it may not reach is told', async () => {
  needs('bubblewrap')
  const sandbox = await detectSandbox({ mode: 'required', environment: process.env, installation: [], hidden: [] })
  if (sandbox.launch === null) throw new Error('There is no sandbox here.')
  const server = createServer((_, response) => response.end('"from outside"')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = address === null || typeof address === 'string' ? 0 : address.port
  const program = `
    process.stdin.once('data', async (text) => {
      console.log(await (await fetch('http://127.0.0.1:${port}')).text())
      await fetch('https://refused.example.org').catch(() => {})
      process.stdout.write(text)
    })`
  const refused: string[] = []
  const unlimited = { processes: null, memoryBytes: null, diskBytes: null }
  const living = createProcesses({ owner: 'talked', sandbox: { launch: sandbox.launch } }).open({
    ...limits,
    env: { PATH: process.env.PATH ?? '' },
    channel: 'stdio',
    command: [process.execPath, '-e', program],
    confined: { reads: [], writes: [folder], protects: [], hosts: [`127.0.0.1:${port}`], limits: unlimited },
    onRefused: (target) => refused.push(target),
  })
  living.send({ and: 'back' })
  expect(await living.receive(patienceMs)).toEqual({ kind: 'said', message: 'from outside' })
  expect(await living.receive(patienceMs)).toEqual({ kind: 'said', message: { and: 'back' } })
  expect(await living.close(patienceMs)).toMatchObject({ end: 'exited', exit: 0 })
  expect(refused).toEqual(['refused.example.org:443'])
  server.close()
})

test('over its standard output too, who says more than is read is ended, and what it prints is bounded', async () => {
  let printed = 0
  const open = (text: string, onStarted?: (pid: number) => void) =>
    createProcesses().open({
      ...limits,
      ...(onStarted && { onStarted }),
      channel: 'stdio',
      maxUnreadBytes: 20_000,
      onOutput: (line) => {
        printed += line.length
      },
      command: [process.execPath, '-e', `const { writeSync } = require('node:fs'); for (;;) writeSync(1, ${text})`],
    })
  for (const text of [`'"said"\\n'`, `'x'.repeat(1000)`]) {
    let pid: number | null = null
    const living = open(text, (started) => {
      pid = started
    })
    // Whoever reads on may keep up with it.
    await vi.waitUntil(() => pid !== null && !isAlive(pid), { timeout: patienceMs })
    let received = await living.receive(patienceMs)
    while (received.kind === 'said') received = await living.receive(patienceMs)
    expect(received).toMatchObject({ kind: 'over', result: { end: 'aborted' } })
  }
  const talking = open(`'only talk\\n'`)
  while (printed < limits.maxOutputBytes) expect(await talking.receive(50)).toEqual({ kind: 'silent' })
  const { stdout, truncated } = await talking.end()
  expect([stdout.length < 11_000, truncated]).toEqual([true, true])
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('a message that is nested more deeply than anybody walks is none', async () => {
  const text = `${'["\\[{'.repeat(1_000)}`
  const program = `
    for (const depth of [100, 200_000]) console.log('{"a":' + '['.repeat(depth) + ']'.repeat(depth) + '}')
    console.log(${JSON.stringify(JSON.stringify({ text }))})`
  const command = [process.execPath, '-e', program]
  await using living = createProcesses().open({ ...limits, command, channel: 'stdio' })
  expect(await living.receive(patienceMs)).toMatchObject({ kind: 'said', message: { a: [[expect.anything()]] } })
  expect(await living.receive(patienceMs)).toEqual({ kind: 'said', message: { text } })
  expect(await living.receive(patienceMs)).toMatchObject({ kind: 'over' })
})
