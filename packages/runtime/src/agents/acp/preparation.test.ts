import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { tried } from '../../testing/acp-start.ts'
import { type AcpAgent, agentConfigSchema, hostsSchema, profileNames } from '../config.ts'
import { environmentFor, opensFor, situationOf } from './preparation.ts'
import { profileOf } from './profiles.ts'

const home = mkdtempSync(join(tmpdir(), 'sigma-profiles-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const agent = (profile: AcpAgent['profile'], env: Readonly<Record<string, string>> = {}): AcpAgent => ({
  kind: 'acp',
  profile,
  env,
})
const opens = (config: AcpAgent, environment: Readonly<Record<string, string>> = {}) =>
  opensFor(config, { HOME: home, ...environment })

test('what profiles name can stand in a configuration: hosts, places, variables', () => {
  for (const name of profileNames) {
    const profile = profileOf(agent(name))
    expect(hostsSchema.safeParse(profile.hosts).success).toBe(true)
    const settings = { env: profile.env, writes: profile.logins, hosts: profile.hosts }
    expect(agentConfigSchema.safeParse({ kind: 'acp', profile: name, ...settings }).success, name).toBe(true)
    // Of the user's home it is shown what it is logged in by, and nothing else.
    for (const login of profile.logins) expect(login).toMatch(/^~\/\.[^*]+\.json$/)
    expect(profile.login).toMatch(/\.$/)
  }
  expect(profileNames.filter((name) => profileOf(agent(name)).verified)).toEqual(['claude', 'codex', 'opencode'])
})

test('of the user it gets the variables that it knows and that are set, by name; the values stand nowhere', () => {
  const environment = { ANTHROPIC_API_KEY: 'secret', OPENAI_API_KEY: 'another', ANTHROPIC_BASE_URL: '', PATH: '/bin' }
  const env = environmentFor(agent('claude'), environment)
  expect(env).toMatchObject({ ANTHROPIC_API_KEY: '$ANTHROPIC_API_KEY', DISABLE_AUTOUPDATER: '1' })
  expect(Object.keys(env)).not.toContain('OPENAI_API_KEY')
  expect(Object.keys(env)).not.toContain('ANTHROPIC_BASE_URL')
  // Of several vendors' only that of the model, where it is named.
  const openAi = environmentFor({ ...agent('opencode'), model: 'openai/m' }, environment)
  expect(Object.keys(openAi)).toContain('OPENAI_API_KEY')
  expect(Object.keys(openAi)).not.toContain('ANTHROPIC_API_KEY')
  expect(opens({ ...agent('opencode'), model: 'openai/m' }).hosts).toEqual(['api.openai.com:443'])
  expect(opens({ ...agent('opencode'), model: 'constructor/m' }).hosts.length).toBeGreaterThan(3)
  expect(Object.keys(environmentFor(agent('generic'), environment))).toEqual([])
  // A host that is opened for what they say is of no use to an agent that is not told.
  const theirs = { CODEX_CONFIG: '{ "model_provider": "own" }' }
  expect(environmentFor(agent('codex'), theirs)).toMatchObject({ CODEX_CONFIG: '$CODEX_CONFIG' })
})

test('its vendor is opened; where its model is said to be elsewhere, only that', () => {
  expect(opens(agent('claude')).hosts).toContain('api.anthropic.com:443')
  const local = { ANTHROPIC_BASE_URL: 'http://127.0.0.1:8080/v1' }
  expect(opens(agent('claude', local)).hosts).toEqual(['127.0.0.1:8080'])
  expect(opens(agent('claude'), { ANTHROPIC_BASE_URL: 'https://gate.example' }).hosts).toEqual(['gate.example:443'])
  expect(opens(agent('claude', { ANTHROPIC_BASE_URL: '$GATE' }), { GATE: 'https://gate.example:444' }).hosts).toEqual([
    'gate.example:444',
  ])
  // What is no address opens nothing more, and takes nothing away.
  expect(opens(agent('claude', { ANTHROPIC_BASE_URL: 'nowhere' })).hosts).toContain('api.anthropic.com:443')
  const provider = { model_providers: { own: { base_url: 'http://[::1]:9/v1', env_key: 'K' } } }
  expect(opens(agent('codex', { CODEX_CONFIG: JSON.stringify(provider) })).hosts).toEqual(['[::1]:9'])
  const models = { provider: { own: { options: { baseURL: 'https://models.example/v1' } } } }
  expect(opens(agent('opencode', { OPENCODE_CONFIG_CONTENT: JSON.stringify(models) })).hosts).toEqual([
    'models.example:443',
  ])
  expect(opens(agent('codex', { CODEX_CONFIG: 'no json' })).hosts).toContain('api.openai.com:443')
  expect(opens(agent('generic'))).toEqual({ reads: [], writes: [], hosts: [] })
})

test('a program that it is told to start is shown with its installation', () => {
  const file = join(home, 'apps/tools/bin/codex')
  mkdirSync(join(home, 'apps/tools/bin'), { recursive: true })
  writeFileSync(file, '')
  expect(opens(agent('codex', { CODEX_PATH: file })).reads).toContain(join(home, 'apps/tools'))
  expect(opens(agent('codex', { CODEX_PATH: 'codex' })).reads).toEqual([])
})

test("Codex is told its settings in its own home, the user's over ours; elsewhere its home is the user's and stays so", async () => {
  const own = {
    model: 'mine',

    features: { apps: true },
    model_providers: { x: { name: 'x' } },
  }
  const spec = { env: { CODEX_CONFIG: JSON.stringify(own), HOME: home } }
  const inside = (await tried({}, { config: { profile: 'codex' }, spec, isConfined: true })).agent.specs[0]
  expect(inside?.command).toEqual([
    'sh',
    '-c',
    expect.any(String),
    'sh',
    '1',
    '.codex/config.toml',
    expect.any(String),
    'agent',
  ])
  expect(inside?.command[6]?.split('\n')).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^features = { plugins = false, apps = true, .*multi_agent = false/),
      'model = "mine"',
      'default_permissions = "sigma"',
      'model_providers = { x = { name = "x" } }',
    ]),
  )
  expect(JSON.parse(inside?.env['CODEX_CONFIG'] ?? '')).toMatchObject({
    ...own,
    project_doc_max_bytes: 0,
    features: { plugins: false, apps: true },
  })
  const outside = (await tried({}, { config: { profile: 'codex' }, spec })).agent.specs[0]
  expect(outside?.command).toEqual(['agent'])
  expect(JSON.parse(outside?.env['CODEX_CONFIG'] ?? '')).not.toHaveProperty('permissions')
  const named = (await tried({}, { config: { profile: 'codex' }, spec: { model: 'theirs' } })).agent.specs[0]
  expect(JSON.parse(named?.env['CODEX_CONFIG'] ?? '')).toMatchObject({ model: 'theirs' })
})

test('a model is named where the program looks for it', async () => {
  const env = async (profile: AcpAgent['profile']) =>
    (await tried({}, { config: { profile }, spec: { model: 'm' }, isConfined: profile === 'gemini' })).agent.specs[0]
      ?.env
  expect(await env('claude')).toMatchObject({ ANTHROPIC_MODEL: 'm' })
  expect(await env('gemini')).toMatchObject({ GEMINI_MODEL: 'm' })
  expect(await env('copilot')).toMatchObject({ COPILOT_MODEL: 'm' })
  expect(JSON.parse((await env('opencode'))?.['OPENCODE_CONFIG_CONTENT'] ?? '')).toMatchObject({
    model: 'm',
    share: 'disabled',
  })
})

test('a login is the file of it', () => {
  const codex = profileOf(agent('codex'))
  const started = { isConfined: true, env: { OPENAI_API_KEY: 'k' }, model: null, web: false }
  const before = situationOf(codex, { HOME: home }, started)
  expect([before.hasLogin, codex.authentication(before)]).toEqual([false, 'api-key'])
  mkdirSync(join(home, '.codex'))
  writeFileSync(join(home, '.codex/auth.json'), '{}')
  const after = situationOf(codex, { HOME: home }, started)
  expect([after.hasLogin, codex.authentication(after)]).toEqual([true, null])
})
