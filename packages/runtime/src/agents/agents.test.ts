import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryBlobs } from '@sigma/engine'
import { afterAll, expect, test } from 'vitest'
import { turnRequest } from '../testing/index.ts'
import { createAgents } from './agents.ts'

const folder = mkdtempSync(join(tmpdir(), 'sigma-surrounded-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
for (const name of ['design.md', 'tdd_plan.md']) writeFileSync(join(folder, name), '')

function played(run: () => never) {
  const happened: string[] = []
  const agents = createAgents({
    agents: { mine: { kind: 'command', command: ['node'] } },
    roles: { dev: 'mine', qa: 'nobody' },
    processes: {
      run: ({ env }) => {
        happened.push(`it is told ${env['SIGMA_OWN']}`)
        return run()
      },
      open: run,
    },
    blobs: memoryBlobs(),
    environment: {},
    root: folder,
    surround: async (request, agent) => {
      happened.push(`${agent} is given its own`)
      return {
        request: { ...request, env: { ...request.env, SIGMA_OWN: 'this' } },
        [Symbol.asyncDispose]: async () => void happened.push('it is taken away'),
      }
    },
  })
  return { agents, happened }
}

const broken = (): never => {
  throw new Error('It broke.')
}

test('what a turn is given around it reaches its agent, and ends with it, however it ends', async () => {
  const { agents, happened } = played(broken)
  await expect(agents.turn(turnRequest(folder), new AbortController().signal)).rejects.toThrow('It broke.')
  expect(happened).toEqual(['mine is given its own', 'it is told this', 'it is taken away'])
})

test('it ends also where no agent is started, and a role that nobody plays is given none', async () => {
  const { agents, happened } = played(broken)
  const request = turnRequest(folder)
  const handoff = { ...request.handoff, context: { designPath: 'missing.md' } }
  await agents.turn({ ...request, handoff }, new AbortController().signal)
  await agents.turn({ ...request, role: 'qa' }, new AbortController().signal)
  expect(happened).toEqual(['mine is given its own', 'it is taken away'])
})
