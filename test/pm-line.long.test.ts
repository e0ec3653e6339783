/** The light `pm` and `sigma`, against a host that is played here: what they ask, and that they print what they are told, whole. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { kits } from '@sigma/protocols'
import { afterEach, beforeEach, expect, test } from 'vitest'

const launcher = fileURLToPath(new URL('../packages/cli/bin/sigma.js', import.meta.url))
const pm = fileURLToPath(new URL('../packages/cli/bin/pm.cjs', import.meta.url))

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sigma-pm-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('asks one line of its host, however long, and prints an answer that comes in pieces', async () => {
  const [message, out] = ['a long thought, '.repeat(4_000), 'é'.repeat(300_000)]
  let asked = ''
  const server = createServer((socket) => {
    socket.setEncoding('utf8').on('data', (part: string) => {
      asked += part
      if (asked.split('\n').length < 3) return
      const answers = [
        { kind: 'answer', id: 1, value: {} },
        { kind: 'activity', activity: {} },
        { kind: 'answer', id: 2, value: { out, err: 'warning: late\n', exit: 2 } },
      ]
      const bytes = Buffer.from(answers.map((each) => `${JSON.stringify(each)}\n`).join(''))
      // Cut within a letter.
      const cut = bytes.indexOf(0xc3) + 1
      socket.write(bytes.subarray(0, cut), () => setTimeout(() => socket.write(bytes.subarray(cut)), 20))
    })
  }).listen(join(folder, 's'))
  try {
    const env = { ...process.env, SIGMA_SOCKET: join(folder, 's'), SIGMA_TOKEN: 'a.b' }
    const child = spawn(process.execPath, [pm, 'say', message, '--key', 'k1'], { env })
    const texts = ['', '']
    for (const [at, stream] of [child.stdout, child.stderr].entries())
      stream.setEncoding('utf8').on('data', (part: string) => (texts[at] += part))
    const [exit] = await once(child, 'close')
    expect([exit, texts[1]]).toEqual([2, 'warning: late\n'])
    expect(texts[0] === out).toBe(true)
    const [hello, line] = asked.split('\n').map((each) => (each === '' ? null : JSON.parse(each)))
    expect(hello).toMatchObject({ id: 1, op: 'hello' })
    expect(line).toMatchObject({
      op: 'line',
      args: { program: 'pm', words: ['say', message], key: 'k1', token: 'a.b', by: 'agent' },
    })
  } finally {
    server.close()
  }
})

test('what its host leaves to the whole program ends with that, while the host goes on listening', async () => {
  const open = new Set<unknown>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => undefined)
    const answer = { kind: 'answer', id: 2, value: { out: '', err: '', exit: null } }
    socket.once('data', () => socket.write(`${JSON.stringify(answer)}\n`))
  }).listen(join(folder, 's'))
  try {
    const env = { ...process.env, SIGMA_SOCKET: join(folder, 's'), SIGMA_TOKEN: 'a.b' }
    const child = spawn(process.execPath, [pm, 'say', '--help'], { env })
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (part: string) => (said += part))
    const [exit] = await once(child, 'close', { signal: AbortSignal.timeout(60_000) })
    expect([exit, open.size]).toEqual([0, 0])
    expect(said).toContain('Posts a message')
  } finally {
    server.close()
  }
})

/** Runs sigma where a host of that mode listens, which answers each line with `answer`; gives what it was asked besides. */
async function steppedBeside(mode: string, answer: object | null, args: readonly string[]) {
  mkdirSync(join(folder, '.git'))
  mkdirSync(join(folder, '.sigma'))
  mkdirSync(join(folder, 'run'), { mode: 0o700 })
  const socket = join(folder, 'run/s')
  writeFileSync(join(folder, '.sigma/holder.json'), JSON.stringify({ mode, socket }))
  const asked: string[] = []
  const server = createServer((guest) => {
    guest.on('error', () => undefined)
    guest.on('data', (bytes) => {
      asked.push(...bytes.toString('utf8').trimEnd().split('\n'))
      if (answer !== null) guest.write(`${JSON.stringify({ kind: 'answer', id: 2, value: answer })}\n`)
    })
  }).listen(socket)
  try {
    const env = { PATH: process.env['PATH'], HOME: folder, MINE: 'é' }
    const child = spawn(process.execPath, [launcher, ...args], { cwd: folder, env })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => (said += part))
    const [exit] = await once(child, 'close', { signal: AbortSignal.timeout(60_000) })
    return { exit, said, asked: asked.map((line) => JSON.parse(line)) }
  } finally {
    server.close()
  }
}

test('a step command asks the host that stands by, and says where and what it is', async () => {
  const answer = { out: 'Step 2\n', err: '', exit: 2 }
  const { exit, said, asked } = await steppedBeside('standby', answer, ['step', '1', '--state', 'x'])
  expect([exit, said]).toEqual([2, 'Step 2\n'])
  const { ino, ctimeMs } = statSync(launcher)
  expect(asked).toMatchObject([
    { op: 'hello' },
    {
      op: 'standby-line',
      args: {
        words: ['step', '1', '--state', 'x'],
        cwd: realpathSync(folder),
        env: { HOME: folder, MINE: 'é' },
        program: [process.execPath, launcher, `${ino} ${ctimeMs}`],
      },
    },
  ])
})

test('no other host is asked, and no other command asks; what is given back, or not answered, the whole program does', {
  timeout: 90_000,
}, async () => {
  const help = ['step', '--help']
  const other = await steppedBeside('command', { out: '', err: '', exit: 0 }, help)
  expect([other.exit, other.asked]).toEqual([0, []])
  rmSync(folder, { recursive: true })
  mkdirSync(folder)
  const version = await steppedBeside('standby', { out: '', err: '', exit: 0 }, ['states', '--help'])
  expect([version.exit, version.asked]).toEqual([0, []])
  for (const answer of [{ out: 'no', err: 'no', exit: null }, null]) {
    rmSync(folder, { recursive: true })
    mkdirSync(folder)
    const { exit, said, asked } = await steppedBeside('standby', answer, help)
    expect([exit, asked.length, said.includes('Run the step') || said.includes('Runs a step')]).toEqual([0, 2, true])
  }
})

test('what asks by a line is a command that talks with a run', () => {
  const own = kits.flatMap(({ commands }) => commands)
  for (const name of ['dispatch', 'step', 'complete'])
    expect(own.find((each) => each.name === name)?.does.kind, name).toBe('converses')
})
