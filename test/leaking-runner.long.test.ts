import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { honestAgent, numbers } from './kit/project.ts'
import { makeRepository, writeFiles } from './kit/repository.ts'
import { resultOf, sigma } from './kit/sigma.ts'

const plan = `Batch₁: (parallel 1)
□ TDD₁: Doubling (twice) → ℜ→ℜᴳ→ℜᶠ [files: src/twice.js, test/twice.test.js]
`

/** Leaves a process behind that holds a port, and a file; it fails where another run left one. */
const leaking = (port: number, mark: string): string => `import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

const taken = () => new Promise((done) => {
  const socket = connect(${port}, '127.0.0.1', () => done(socket.destroy() !== undefined)).on('error', () => done(false))
})
test('leaks', async () => {
  const file = join(tmpdir(), '${mark}')
  assert.ok(!existsSync(file))
  writeFileSync(file, '')
  assert.equal(await taken(), false)
  const program = "require('net').createServer().listen(${port}, '127.0.0.1'); setInterval(() => {}, 1000)"
  spawn(process.execPath, ['-e', program, '${mark}'], { detached: true, stdio: 'inherit' }).unref()
  while (!(await taken())) await new Promise((done) => setTimeout(done, 10))
})
`

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => server.on('listening', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  return typeof address === 'object' && address !== null ? address.port : 0
}

function running(mark: string): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(mark)
    } catch {
      return false
    }
  })
}

test('what tests leave running, listening and lying about is gone before the next run, without a sandbox too', {
  timeout: 960_000,
}, async () => {
  proves('F51')
  const mark = `leak-${crypto.randomUUID()}`
  using repository = makeRepository({
    ...numbers,
    'memory-bank/modules/numbers/tdd_plan.md': plan,
    'test/leak.test.js': leaking(await freePort(), mark),
  })
  const agent = { kind: 'command', command: ['node', 'agent.mjs'] }
  const config = { agents: { agent }, roles: { qa: 'agent', dev: 'agent' }, sandbox: 'off' }
  writeFiles(repository.path, { 'sigma.config.json': JSON.stringify(config), 'agent.mjs': honestAgent() })
  const ended = await sigma(repository, 'tdd', 'numbers')
  expect(resultOf(ended), ended.stderr).toMatchObject({ outcome: 'completed' })
  expect(running(mark)).toEqual([])
})
