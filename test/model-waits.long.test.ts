/** Programs that speak as agents do, and whose model is never reached: what is said of their turn at its limit. */
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { numbers } from './kit/project.ts'
import { makeRepository } from './kit/repository.ts'
import { sigma } from './kit/sigma.ts'

const hears = `import { createInterface } from 'node:readline'
const say = (message) => process.stdout.write(JSON.stringify(message) + '\\n')
`

const programs = {
  claude: `${hears}
for await (const line of createInterface({ input: process.stdin })) {
  const { type, request_id } = JSON.parse(line)
  if (type === 'control_request') say({ type: 'control_response', response: { subtype: 'success', request_id, response: {} } })
  if (type !== 'user') continue
  say({ type: 'system', subtype: 'init', session_id: 's1', model: 'big-1' })
  let attempt = 0
  setInterval(() => say({ type: 'system', subtype: 'api_retry', attempt: ++attempt, retry_delay_ms: 200, error_status: 401, error: 'authentication_failed' }), 200)
}
`,
  acp: `${hears}
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line)
  if (method === 'initialize') say({ jsonrpc: '2.0', id, result: { protocolVersion: 1, agentCapabilities: {}, authMethods: [] } })
  else if (method === 'session/new') say({ jsonrpc: '2.0', id, result: { sessionId: 's1' } })
  else if (method === 'session/prompt') {
    let attempt = 0
    setInterval(() => {
      const sessionFailure = { severity: 'warning', category: 'connection', title: 'HTTP 401, retry ' + ++attempt + '/10' }
      const _meta = { jetbrains: { air: { version: 1, sessionFailure } } }
      say({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's1', update: { sessionUpdate: 'session_info_update', _meta } } })
    }, 200)
  } else if (id !== undefined && method !== undefined) say({ jsonrpc: '2.0', id, result: {} })
}
`,
}

test.each(Object.entries(programs))(
  'a turn of kind %s that only waits for its model says so',
  {
    timeout: 480_000,
  },
  async (kind, program) => {
    proves('DPTR-120')
    using repository = makeRepository({
      ...numbers,
      'agent.mjs': program,
      'sigma.config.json': JSON.stringify({
        agents: { mine: { kind, command: ['node', 'agent.mjs'] } },
        roles: { qa: 'mine', dev: 'mine' },
        limits: { turn: '8s' },
      }),
    })
    const { stderr } = await sigma(repository, 'tdd', 'numbers')
    expect(stderr).toMatch(/dev waited \d+ s of \d+ s for its model in Phase0, and was ended: .*401/)
    expect(stderr).toContain('Check its key or its login: sigma agents')
    expect(stderr).not.toContain('Make the task smaller')
  },
)
