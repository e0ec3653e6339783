/** The turns of a slice at the same time, as processes: each waits for all others of its phase before it answers. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { commandConfig, honestAgent, numbers } from './kit/project.ts'
import { makeRepository } from './kit/repository.ts'
import { sigma } from './kit/sigma.ts'

/** Writes who takes the turn, then waits: an agent that is left alone says that it broke. */
const meeting = `const place = process.env.HOME + '/meeting'
const peers = phase === 'Phase0' ? [] : phase.startsWith('REVIEW') ? ['REVIEW_TESTS', 'REVIEW_IMPL'] : [phase]
writeFileSync(place + '/' + phase + '-' + cycle, JSON.stringify({ sid: handoff.context.session.sid, cwd: process.cwd() }))
for (const peer of peers.flatMap((each) => [each + '-1', each + '-2'])) {
  for (let tries = 0; !existsSync(place + '/' + peer); tries += 1) {
    if (tries === 400) {
      console.log('→[EX, nobody else came to ' + peer + ']')
      process.exit()
    }
    await new Promise((go) => setTimeout(go, 50))
  }
}`
const turn = z.object({ sid: z.string(), cwd: z.string() })

test('the cycles of a slice are worked on at the same time in every phase, each in its own session and workspace', {
  timeout: 720_000,
}, async () => {
  proves('DPTR-82')
  using repository = makeRepository({
    ...numbers,
    'agent.mjs': honestAgent(meeting).replace('import { appendFileSync,', 'import { existsSync,'),
    'sigma.config.json': commandConfig(['node', 'agent.mjs'], {}, { sandbox: 'off' }),
  })
  const place = join(repository.home, 'meeting')
  mkdirSync(place)
  const { exit, stderr } = await sigma(repository, 'tdd', 'numbers')
  expect([exit, stderr]).toEqual([0, expect.not.stringContaining('nobody else came')])
  const turns = readdirSync(place).map(
    (name) => [name, turn.parse(JSON.parse(readFileSync(join(place, name), 'utf8')))] as const,
  )
  expect(turns).toHaveLength(13)
  const of = (cycle: number, what: 'sid' | 'cwd') =>
    new Set(turns.filter(([name]) => name.endsWith(`-${cycle}`)).map(([, each]) => each[what]))
  expect([of(1, 'sid').size, of(2, 'sid').size]).toEqual([1, 1])
  for (const what of ['sid', 'cwd'] as const) expect(of(1, what).isDisjointFrom(of(2, what)), what).toBe(true)
})
