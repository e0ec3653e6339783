/** The light `pm`, against a host that is played here: what it asks, and that it prints what it is told, whole. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

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
