import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { needs } from '@sigma/engine/needs'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { honestAgent, numbers } from './kit/project.ts'
import { makeRepository, writeFiles } from './kit/repository.ts'
import { resultOf, sigma } from './kit/sigma.ts'

/** Reports by plain requests, in place of its last line, and in between tries what it was not given. */
const reporting = (notes: string, project: string): string => `
const { spawnSync } = await import('node:child_process')
const { existsSync } = await import('node:fs')
const [notes, project] = ${JSON.stringify([notes, project])}
const note = (name, value) => {
  const all = existsSync(notes) ? JSON.parse(readFileSync(notes, 'utf8')) : {}
  writeFileSync(notes, JSON.stringify({ ...all, [name]: value }))
}
const { SIGMA_MCP_URL: url, SIGMA_TOKEN: token } = process.env
const report = async (code, message, { to = url, by = token } = {}) => {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...(by === '' ? {} : { authorization: 'Bearer ' + by }) }
  const params = { name: 'report', arguments: { code, message } }
  const answered = await fetch(to, { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }) })
  const { result, error } = await answered.json()
  return { status: answered.status, isError: result?.isError, text: result?.content[0].text ?? error.message }
}
const [, code, message] = /→\\[(\\w+), (.*)\\]/.exec(answer)
const refused = handoff.metadata.refused.map(({ rule }) => rule)
if (phase === 'RED' && cycle === 1 && refused.length === 0) {
  note('old', { to: url, by: token })
  note('own, illegal', await report('GC', 'x'))
  note('own', await report(code, message))
  note('own, again', await report(code, message))
  note('own, other', await report('EX', 'no'))
  answer_ = '→[EX, I say something else at the end]'
} else {
  if (phase === 'GREEN' && cycle === 1) {
    const { old } = JSON.parse(readFileSync(notes, 'utf8'))
    note('none', await report(code, message, { by: '' }))
    note('forged', await report(code, message, { by: token.slice(0, -2) + 'AA' }))
    note('old token', await report(code, message, { by: old.by }))
    note('the old address', await fetch(old.to).then(() => 'reached', () => 'unreachable'))
    for (const command of ['decide numbers abort', 'answer C1.green GC', 'stop', 'resume', 'tdd numbers']) {
      const line = process.env.SIGMA_GATES.replace(/ gates$/, ' ') + command
      const { status, stderr } = spawnSync('sh', ['-c', line], { encoding: 'utf8', cwd: project })
      note(command, { status, stderr })
    }
    note('places', [project + '/.sigma', process.env.SIGMA_SOCKET.replace('.turn/s', '.sock')].filter((path) => existsSync(path)))
  }
  const said = await report(code, message)
  // One turn at a time writes notes.
  if (phase === 'GREEN' && cycle === 1) note('GREEN 1', said)
  answer_ = ''
}
`

const seenSchema = z.record(z.string(), z.json())
const told = z.object({ status: z.number(), isError: z.boolean().optional(), text: z.string() })

test('agents answer by report alone, each for its own turn and with nothing but its own token', {
  timeout: 960_000,
}, async () => {
  needs('bubblewrap')
  proves('T3', 'T4', 'T24', 'T38')
  using repository = makeRepository(numbers)
  const folder = join(repository.home, 'notes')
  const notes = join(folder, 'notes.json')
  mkdirSync(folder)
  const agent = { kind: 'command', command: ['node', 'agent.mjs'], writes: [folder] }
  const config = { agents: { agent }, roles: { qa: 'agent', dev: 'agent' }, sandbox: 'required' }
  // Nothing is printed but what the turn's own code says.
  const program = honestAgent(`let answer_ = answer\n${reporting(notes, repository.path)}`).replace(
    'console.log(answer)',
    'console.log(answer_)',
  )
  writeFiles(repository.path, { 'sigma.config.json': JSON.stringify(config), 'agent.mjs': program })
  const ended = await sigma(repository, 'tdd', 'numbers', '--parallel', '1')
  expect(resultOf(ended), ended.stderr).toMatchObject({ outcome: 'completed' })
  const seen = seenSchema.parse(JSON.parse(readFileSync(notes, 'utf8')))
  const of = (name: string): z.infer<typeof told> => told.parse(seen[name])

  expect(of('own, illegal')).toMatchObject({
    status: 200,
    isError: true,
    text: expect.stringContaining('one of RC ME'),
  })
  expect(of('own')).toMatchObject({ status: 200, isError: false, text: expect.stringContaining('End your turn now') })
  expect(of('own, again')).toMatchObject({ status: 200, isError: false })
  expect(of('own, other')).toMatchObject({ status: 200, isError: true, text: expect.stringContaining('RC already') })
  for (const name of ['none', 'forged', 'old token']) expect(of(name), name).toMatchObject({ status: 401 })
  expect(seen['the old address']).toBe('unreachable')
  expect(of('GREEN 1')).toMatchObject({ status: 200, isError: false })

  // Of the host and the project there is nothing that a command could be given to.
  expect(seen['places']).toEqual([])
  for (const command of ['decide numbers abort', 'answer C1.green GC', 'stop', 'resume', 'tdd numbers'])
    expect(seen[command], command).toMatchObject({ status: 1, stderr: expect.stringMatching(/^error: /) })

  const log = await sigma(repository, 'log')
  expect(log.stdout).toMatch(/C1 red +qa fails \(invalid\)\n +✗ answer-disagrees: The turn reported RC/)
  expect(log.stdout).toMatch(
    /refused-request .*: a request to the tools of a turn was refused \(401 turn-over, token of C1\.red\.qa@\d+\)/,
  )
  expect(log.stdout).toMatch(/refused-request .*401 no-token\)/)

  const old = z.object({ to: z.string(), by: z.string() }).parse(seen['old'])
  await expect(fetch(old.to, { method: 'POST', headers: { authorization: `Bearer ${old.by}` } })).rejects.toThrow()
})
