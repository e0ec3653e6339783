/** Search and fetch from the web are run by vendors, past the sandbox: each profile turns them off by its own means. */
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { type Tried, told, tried } from '../../testing/acp-start.ts'
import type { AcpAgent } from '../config.ts'

const home = '/home/agent'

const started = (
  profile: AcpAgent['profile'],
  web: boolean,
  env: Readonly<Record<string, string>> = {},
  isConfined = true,
): Promise<Tried> =>
  tried({}, { config: { profile, ...(web ? { web } : {}) }, spec: { env: { HOME: home, ...env } }, isConfined })

const configOf = ({ agent }: Tried, variable: string): unknown => JSON.parse(agent.specs[0]?.env[variable] ?? '{}')
const commandOf = ({ agent }: Tried): string => agent.specs[0]?.command.join(' ') ?? ''

test('Claude Code is offered the tools of a list, and the web is denied beside', async () => {
  proves('T2')
  const options = async (web: boolean) => optionsOf(told(await started('claude', web), 'session/new')[0])
  const off = await options(false)
  expect(off).toMatchObject({ disallowedTools: ['WebFetch', 'WebSearch'] })
  expect(JSON.stringify(off['tools'])).not.toContain('Web')
  const on = await options(true)
  expect(on).not.toHaveProperty('disallowedTools')
  expect(on['tools']).toEqual(expect.arrayContaining(['WebFetch', 'WebSearch']))
})

const optionsOf = (params: unknown): Readonly<Record<string, unknown>> =>
  Object(Reflect.get(Object(Reflect.get(Object(Reflect.get(Object(params), '_meta')), 'claudeCode')), 'options'))

test.each([{}, { web_search: 'live', tools: { web_search: true } }])(
  'Codex searches the web where it is open alone, whatever its configuration says: %j',
  async (own) => {
    proves('T2')
    const env = { CODEX_CONFIG: JSON.stringify(own) }
    for (const [web, mode] of [
      [false, 'disabled'],
      [true, 'live'],
    ] as const) {
      const run = await started('codex', web, env)
      expect(configOf(run, 'CODEX_CONFIG')).toMatchObject({ web_search: mode })
      expect(commandOf(run)).toContain(`web_search = "${mode}"`)
    }
  },
)

test.each([{}, { permission: { webfetch: 'allow', bash: 'deny' } }, { permission: 'allow' }])(
  'OpenCode fetches where it is open alone, whatever its configuration says: %j',
  async (own) => {
    proves('T2')
    const env = { OPENCODE_CONFIG_CONTENT: JSON.stringify(own) }
    const permission = async (web: boolean) => configOf(await started('opencode', web, env), 'OPENCODE_CONFIG_CONTENT')
    expect(await permission(false)).toMatchObject({ permission: { webfetch: 'deny', websearch: 'deny' } })
    expect(await permission(true)).toMatchObject({ permission: { webfetch: 'allow', websearch: 'allow' } })
  },
)

test("Gemini CLI's settings leave its tools out; without a sandbox they are the user's, and it is not started", async () => {
  proves('T2')
  expect(commandOf(await started('gemini', false))).toContain('"tools":{"exclude":["google_web_search","web_fetch"]}')
  expect(commandOf(await started('gemini', true))).not.toContain('google_web_search')
  const refused = await started('gemini', false, {}, false)
  expect(refused.agent.specs).toEqual([])
  expect(refused.start).toMatchObject({ kind: 'failed', failure: { findings: [{ rule: 'agent-web' }] } })
  expect((await started('gemini', true, {}, false)).start.kind).toBe('started')
})

test('Copilot CLI is started without its tools of the web and the servers of its vendor', async () => {
  proves('T2')
  const flags = '--disable-builtin-mcps --excluded-tools web_fetch web_search'
  expect(commandOf(await started('copilot', false))).toBe(`agent ${flags}`)
  expect(commandOf(await started('copilot', true))).toBe('agent')
})
