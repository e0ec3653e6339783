import type { TurnRequest } from '@sigma/engine'
import { secretsOf } from '@sigma/runtime'
import { expect, test } from 'vitest'
import { surroundings } from './surroundings.ts'

const shown: string[] = []
const request: TurnRequest = {
  run: 'r1',
  attempt: 'a1',
  role: 'dev',
  phase: 'GREEN',
  at: { step: 'green' },
  subject: 'src/sum',
  handoff: {
    ...{ from: 'engine', to: 'dev', task: { type: 'green', purpose: 'Make it pass.' }, context: {} },
    metadata: { role: 'dev', symbol: null, directive: '', codes: ['GC'], writable: [], turn: 'a1', refused: [] },
  },
  codes: ['GC'],
  cwd: '/nowhere',
  limitMs: 1,
  session: null,
  env: { SIGMA_TURN: 'turn-1' },
  onBegun: () => undefined,
  onActivity: (text) => void shown.push(text),
}
const token = 'claims.0123456789abcdef'

function surrounded() {
  const happened: string[] = []
  const ending = (what: string) => async (): Promise<void> => void happened.push(`${what} ends`)
  const surround = surroundings({
    starts: (run, agent) => void happened.push(`${agent} starts in ${run}`),
    isPerson: (agent) => agent === 'ann',
    report: async () => ({
      env: { SIGMA_MCP_URL: 'http://127.0.0.1:1/mcp', SIGMA_TOKEN: token },
      hosts: ['127.0.0.1:1'],
      report: { url: 'http://127.0.0.1:1/mcp', token, taken: () => null },
      [Symbol.asyncDispose]: ending('the report'),
    }),
    rehearsals: {
      operations: [],
      open: () => ({
        env: { SIGMA_GATES: 'sigma gates', SIGMA_TOKEN: token },
        reads: ['/run/sigma'],
        [Symbol.asyncDispose]: ending('the rehearsal'),
      }),
    },
    secrets: secretsOf({ environment: {}, agents: {} }),
  })
  return { happened, surround }
}

test('an agent is given how to report and to rehearse beside what its turn has, and shows no token of it', async () => {
  const { happened, surround } = surrounded()
  {
    await using given = await surround(request, 'mine')
    const { env, reads, hosts, report, onActivity } = given.request
    expect(env).toEqual({
      SIGMA_TURN: 'turn-1',
      SIGMA_MCP_URL: 'http://127.0.0.1:1/mcp',
      SIGMA_GATES: 'sigma gates',
      SIGMA_TOKEN: token,
    })
    expect([reads, hosts, report?.token]).toEqual([['/run/sigma'], ['127.0.0.1:1'], token])
    onActivity(`says ${token}`)
    expect(shown.at(-1)).not.toContain(token)
    expect(happened).toEqual(['mine starts in r1'])
  }
  expect(happened.slice(1)).toEqual(['the rehearsal ends', 'the report ends'])
})

test('a person answers elsewhere, and is given nothing to report with', async () => {
  const { happened, surround } = surrounded()
  {
    await using given = await surround(request, 'ann')
    expect([given.request.report, given.request.hosts]).toEqual([undefined, []])
  }
  expect(happened).toEqual(['ann starts in r1', 'the rehearsal ends'])
})
