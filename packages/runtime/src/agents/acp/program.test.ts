import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createProcesses } from '../../process/processes.ts'
import type { Start } from '../adapter.ts'
import { acpAdapter } from './adapter.ts'

const folder = mkdtempSync(join(tmpdir(), 'sigma-acp-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Answers each line with what `answer` gives, and talks about it where it should not. */
const program = (answer: string): string => `
  console.log('warming up…'); console.error('a warning')
  let rest = ''
  process.stdin.on('data', (part) => {
    const lines = (rest + part).split('\\n'); rest = lines.pop()
    for (const line of lines) { const { id, method } = JSON.parse(line); console.log('[debug] ' + method); answer(id, method) }
  })
  const reply = (id, result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }))
  function answer(id, method) { ${answer} }`

function start(command: readonly string[]): Promise<Start> {
  const world = { processes: createProcesses(), environment: {}, isConfined: false }
  const spec = { command, cwd: folder, env: {}, model: null, systemPrompt: '', servers: [], resume: null }
  const heard = { permission: () => ({ allowed: true }) as const, onStarted: () => {}, onRefused: () => {} }
  const signal = new AbortController().signal
  return acpAdapter({ kind: 'acp', profile: 'generic', command: ['x'] }, world).start({ ...spec, ...heard }, signal)
}

test('a real program is talked to past what it prints; it is told of with that when it ends in a prompt', async () => {
  const started = await start([
    process.execPath,
    '-e',
    program(`
      if (method === 'initialize') reply(id, { protocolVersion: 1 })
      if (method === 'session/new') reply(id, { sessionId: 's' })
      if (method === 'session/prompt') { console.error('out of luck'); process.exitCode = 7; process.stdin.destroy() }`),
  ])
  if (started.kind === 'failed') throw new Error(JSON.stringify(started.failure))
  await using session = started.session
  const events: unknown[] = []
  for await (const event of session.send('go')) events.push(event)
  expect(events).toMatchObject([{ kind: 'end', end: { reason: 'over', result: { end: 'exited', exit: 7 } } }])
  const { stdout, stderr } = await session.close()
  expect(stdout).toContain('warming up…')
  expect(stdout).toContain('[debug] session/prompt')
  expect(stderr).toBe('a warning\nout of luck\n')
})

test('a program that is not there is no session', async () => {
  expect(await start([join(folder, 'nothing')])).toMatchObject({
    failure: { cause: 'unavailable', findings: [{ rule: 'agent-unstartable' }] },
  })
})
