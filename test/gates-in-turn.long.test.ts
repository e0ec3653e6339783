import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { needs } from '@sigma/engine/needs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { honestAgent, numbers } from './kit/project.ts'
import { makeRepository, writeFiles } from './kit/repository.ts'
import { resultOf, sigma } from './kit/sigma.ts'

const seenSchema = z.record(
  z.string(),
  z.object({ exit: z.number().nullable(), stdout: z.string(), stderr: z.string() }),
)

/** In GREEN the first cycle's agent tries itself out, and what it was given; later it does so again with what is old. */
const trying = (notes: string, data: string): string => `
const { spawnSync } = await import('node:child_process')
const { existsSync } = await import('node:fs')
const notes = ${JSON.stringify(notes)}
const note = (name, value) => {
  const all = existsSync(notes) ? JSON.parse(readFileSync(notes, 'utf8')) : {}
  writeFileSync(notes, JSON.stringify({ ...all, [name]: value }))
}
const gates = (name, { more = '', ...options } = {}) => {
  const { status: exit, stdout, stderr } = spawnSync('sh', ['-c', process.env.SIGMA_GATES + more], { encoding: 'utf8', ...options })
  note(name, { exit, stdout, stderr })
}
if (phase === 'GREEN' && cycle === 1) {
  gates('before')
  writeFileSync('src/twice.js', 'export function twice(number) {\\n  return number + 2\\n}\\n')
  gates('wrong', { more: ' --json' })
  writeFileSync('src/twice.js', write['src/twice.js'])
  gates('right', { more: ' --json' })
  gates('again', { more: ' --json' })
  gates('all', { more: ' --json --all' })
  gates('below', { cwd: 'src' })
  gates('elsewhere', { cwd: '/' })
  gates('forged', { env: { ...process.env, SIGMA_TOKEN: process.env.SIGMA_TOKEN.slice(0, -2) + 'AA' } })
  const socket = process.env.SIGMA_SOCKET.replace('.turn/s', '.sock')
  const data = ${JSON.stringify(data)}
  const there = [socket, data, data + '/sigma.db', data + '/holder.json'].filter((path) => existsSync(path))
  note('there', { exit: 0, stdout: there.join(), stderr: socket })
  note('old', { exit: 0, stdout: process.env.SIGMA_TOKEN, stderr: process.env.SIGMA_SOCKET })
}
if (phase === 'REFACTOR_IMPL' && cycle === 1) {
  const { old } = JSON.parse(readFileSync(notes, 'utf8'))
  gates('old token', { env: { ...process.env, SIGMA_TOKEN: old.stdout } })
}
`

const seenIn = (notes: string): z.infer<typeof seenSchema> => seenSchema.parse(JSON.parse(readFileSync(notes, 'utf8')))
const json = (text: string): unknown => JSON.parse(text)

test('an agent tries its workspace in its turn, and with what it was given nothing else and at no other time', {
  timeout: 960_000,
}, async () => {
  needs('bubblewrap')
  using repository = makeRepository(numbers)
  const folder = join(repository.home, 'notes')
  const notes = join(folder, 'notes.json')
  mkdirSync(folder)
  const agent = { kind: 'command', command: ['node', 'agent.mjs'], writes: [folder] }
  const config = { agents: { agent }, roles: { qa: 'agent', dev: 'agent' }, sandbox: 'required' }
  writeFiles(repository.path, { 'sigma.config.json': JSON.stringify(config) })
  writeFiles(repository.path, { 'agent.mjs': honestAgent(trying(notes, join(repository.path, '.sigma'))) })
  const ended = await sigma(repository, 'tdd', 'numbers')
  expect(resultOf(ended), ended.stderr).toMatchObject({ outcome: 'completed' })
  const seen = seenIn(notes)

  expect(seen['before']?.exit).toBe(2)
  expect(seen['before']?.stdout).toMatch(
    /✗ test\/twice\.test\.js › twice\n {2}src\/twice\.js:2 {2}Error: not implemented\n/,
  )
  expect(seen['before']?.stdout).toMatch(/✗ 1 passed, 1 failed \(2 test files; warm, \d+ ms\)\n$/)
  expect(json(seen['wrong']?.stdout ?? '')).toMatchObject({
    outcome: 'failed',
    tests: { 'test/twice.test.js › twice': 'failed', 'test/zero.test.js › zero': 'passed' },
    ran: ['test/twice.test.js'],
    kept: 1,
    how: 'warm',
  })
  expect(json(seen['right']?.stdout ?? '')).toMatchObject({ outcome: 'passed', passed: 2, ran: ['test/twice.test.js'] })
  expect(json(seen['again']?.stdout ?? '')).toMatchObject({ outcome: 'passed', passed: 2, ran: [], kept: 2 })
  expect(json(seen['all']?.stdout ?? '')).toMatchObject({ outcome: 'passed', passed: 2, kept: 0 })
  expect(seen['below']).toMatchObject({ exit: 0 })
  const refused = { exit: 1, stdout: '' }
  expect(seen['elsewhere']).toMatchObject({ ...refused, stderr: expect.stringContaining('its own workspace only') })
  // Of the host itself nothing is there: through its own socket anybody may decide, and stop.
  expect(seen['there']).toMatchObject({ stdout: '', stderr: expect.stringMatching(/\.sock$/) })
  for (const name of ['forged', 'old token'])
    expect(seen[name], name).toMatchObject({ ...refused, stderr: expect.stringContaining('is over') })

  const env = { SIGMA_SOCKET: seen['old']?.stderr ?? '', SIGMA_TOKEN: seen['old']?.stdout ?? '' }
  const late = await sigma({ ...repository, env: { ...repository.env, ...env } }, 'gates')
  expect(late).toMatchObject({ ...refused, stderr: expect.stringContaining('is over') })
})

test('a person tries the working tree as it stands', { timeout: 240_000 }, async () => {
  using repository = makeRepository({ ...numbers, 'sigma.config.json': '{}' })
  const passing = await sigma(repository, 'gates')
  expect(passing).toMatchObject({
    exit: 0,
    stdout: expect.stringMatching(/^✓ 1 passed \(1 test file; cold, \d+ ms\)\n$/),
  })
  writeFiles(repository.path, { 'src/zero.js': 'export const zero = 1\n' })
  const failing = await sigma(repository, 'gates', '--json')
  expect(failing.exit).toBe(2)
  expect(json(failing.stdout)).toMatchObject({ outcome: 'failed', tests: { 'test/zero.test.js › zero': 'failed' } })
  expect((await sigma(repository, 'gates', '--nothing')).exit).toBe(64)
})
