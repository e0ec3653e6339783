import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { honestAgent, honestTurn, numbers } from './kit/project.ts'
import { makeRepository, type Repository, writeFiles } from './kit/repository.ts'
import { resultOf, sigma, start } from './kit/sigma.ts'

const inboxSchema = z.object({
  turns: z.array(z.object({ name: z.string(), attempt: z.string(), workspace: z.string(), askedAt: z.string() })),
})

/** Turns that wait for people, by what they are called. */
async function asked(repository: Repository) {
  const { stdout } = await sigma(repository, 'inbox', '--json')
  const { turns } = inboxSchema.parse(JSON.parse(stdout))
  return new Map(turns.map((turn) => [turn.name, turn]))
}

test('what a person wrote outlives the sigma that asked them, and is answered with when it was killed', {
  timeout: 240_000,
}, async () => {
  using repository = makeRepository(numbers)
  const notes = join(repository.home, 'notes')
  mkdirSync(notes)
  // Of the other module the developer never comes to an end, so that its host has something to do when it is killed.
  const slow = `
if (handoff.context.module === 'more') {
  writeFileSync(${JSON.stringify(join(notes, 'begun'))}, '')
  await new Promise((resume) => setTimeout(resume, 100_000))
}`
  const more = Object.entries(numbers).map(([path, text]) => [path.replace('modules/numbers', 'modules/more'), text])
  writeFiles(repository.path, {
    ...Object.fromEntries(more),
    'agent.mjs': honestAgent(slow),
    'sigma.config.json': JSON.stringify({
      agents: { me: { kind: 'person' }, agent: { kind: 'command', command: ['node', 'agent.mjs'], writes: [notes] } },
      roles: { qa: 'me', dev: 'agent' },
    }),
  })
  const { outcome, run } = resultOf(await sigma(repository, 'tdd', 'numbers'))
  const before = await asked(repository)
  expect([outcome, before.has('C1.red'), before.has('C2.red')]).toEqual(['waiting', true, true])
  const host = start(repository, ['tdd', 'more'])
  await expect.poll(() => existsSync(join(notes, 'begun')), { timeout: 60_000 }).toBe(true)
  // Asked anew, in that host.
  expect(resultOf(await sigma(repository, 'resume', run)).outcome).toBe('waiting')
  const { workspace = '', attempt = '' } = (await asked(repository)).get('C2.red') ?? {}
  expect(attempt).not.toBe(before.get('C2.red')?.attempt)
  writeFiles(workspace, honestTurn('RED', 2).write)
  process.kill(-(host.child.pid ?? 0), 'SIGKILL')
  expect((await host.ended).signal).toBe('SIGKILL')

  // Nobody plays the run now; the turn is there all the same, and so is the work.
  expect((await sigma(repository, 'status', run)).stdout).toContain(`work in: ${workspace}\n`)
  const answered = await sigma(repository, 'answer', before.get('C2.red')?.attempt ?? '', 'RC', 'one test')
  expect(resultOf(answered).outcome).toBe('waiting')
  expect(answered.stderr).toContain('/C2.red is answered: RC, with test/half.test.js.\n')
  expect([...(await asked(repository)).keys()]).toEqual(['C1.red'])
})
