import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createBoundedOutput } from '../process/bounded-output.ts'
import { looksSecret } from './names.ts'
import { secretsOf } from './secrets.ts'

const home = mkdtempSync(join(tmpdir(), 'sigma-secrets-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const random = (): string => `c${randomBytes(12).toString('base64url')}9`

const [key, password, odd] = [random(), 'hunter2hunter2', 'a"b\\c d/é&=1']
const [registry, login, inSettings] = [random(), random(), random()]
const files = {
  '.npmrc': `//registry.example.org/:_authToken=${registry}\nsave-exact=true\n`,
  '.claude/.credentials.json': JSON.stringify({ claudeAiOauth: { accessToken: login, scopes: ['user:inference'] } }),
}
for (const [path, text] of Object.entries(files)) {
  mkdirSync(dirname(join(home, path)), { recursive: true })
  writeFileSync(join(home, path), text)
}
const environment = {
  HOME: home,
  MY_API_KEY: key,
  DB_PASSWORD: password,
  ODD_SECRET: odd,
  DATABASE_URL: 'postgres://app:p4ssw0rd-of-db@db:5432/app',
  TOOL_CONFIG: JSON.stringify({ provider: { options: { apiKey: inSettings, baseURL: 'http://127.0.0.1:1/v1' } } }),
  MODEL: 'claude-sonnet-4-5-20250929',
  // None of these says anything.
  SHORT_TOKEN: 'abc',
  FEATURE_TOKEN: 'true',
  DEV_PASSWORD: 'postgres',
  TEST_SECRET: 'changeme',
  SSH_AUTH_SOCK: '/run/user/1000/agent.sock',
  API_KEY_FILE: '/home/ada/key.txt',
  AUTH_URL: 'https://auth.example.org/login',
  PWD: '/home/ada/projects/secret',
}
const secrets = secretsOf({
  environment,
  agents: { a: { kind: 'command', command: ['x'], env: { GIVEN: '$MODEL', OWN_TOKEN: 'given-in-words-42' } } },
})

test('the values of known secrets are told by their names, as they are and as they are written elsewhere', () => {
  proves('SIG-104')
  const ways = (value: string): readonly string[] => [
    value,
    JSON.stringify({ value }),
    encodeURIComponent(value),
    Buffer.from(value).toString('base64'),
    Buffer.from(value).toString('hex'),
  ]
  for (const [value, name] of [
    [key, 'MY_API_KEY'],
    [password, 'DB_PASSWORD'],
    [odd, 'ODD_SECRET'],
    ['p4ssw0rd-of-db', 'DATABASE_URL'],
    [inSettings, 'TOOL_CONFIG'],
    [registry, '~/.npmrc'],
    [login, '~/.claude/.credentials.json'],
    ['given-in-words-42', 'OWN_TOKEN'],
  ] as const)
    for (const way of ways(value)) {
      const told = secrets.text(`before ${way}, after`)
      expect(told).toContain(`[secret ${name}]`)
      expect(told).not.toContain(way.replace(/[{}]|=+$/g, ''))
    }
  expect(secrets.value({ a: [`x ${key}`, 1, null], [key]: true })).toEqual({
    a: ['x [secret MY_API_KEY]', 1, null],
    '[secret MY_API_KEY]': true,
  })
})

test('a secret is told as one in the base64 of more than it, however much stands before and after it', () => {
  proves('SIG-104')
  for (const before of ['', 'u', 'u:', 'ada:', 'user:'])
    for (const after of ['', '!', '!!', '!!!'])
      for (const encoding of ['base64', 'base64url'] as const) {
        const told = secrets.text(`Basic ${Buffer.from(`${before}${key}${after}`).toString(encoding)}`)
        expect(told).toMatch(/^Basic [\w+/-]{0,8}\[secret MY_API_KEY\][\w+/=-]{0,8}$/)
      }
  expect(secrets.text(Buffer.from(key).toString('hex').toUpperCase())).toBe('[secret MY_API_KEY]')
})

test.each([
  'abc true postgres changeme /run/user/1000/agent.sock /home/ada/key.txt',
  'https://auth.example.org/login claude-sonnet-4-5-20250929',
  'da39a3ee5e6b4b0d3255bfef95601890afd80709 sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  'sk-learn-something-with-words npm_config_registry ghp_short eyJhbGciOi user:inference',
  'import { skAntFarm } from "./sk-ant-farm.ts" // AKIA in capitals',
  'run r-1a2b3c4d5e6f at 127.0.0.1:40123, 550e8400-e29b-41d4-a716-446655440000',
  'npm error 401 Unauthorized: Bearer token is missing; Basic auth failed',
])('what is short, common, a path or a hash stays: %s', (text) => {
  expect(secrets.text(text)).toBe(text)
})

test.each([
  ['private key', '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk=\n-----END OPENSSH PRIVATE KEY-----'],
  ['web token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N'],
  ['Anthropic key', 'sk-ant-api03-abcdefghijklmnop'],
  ['API key', 'sk-proj-abcdefghij1234567890'],
  ['GitHub token', 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'],
  ['AWS key', 'AKIAIOSFODNN7EXAMPLE'],
  ['npm token', 'npm_abcdefghijklmnopqrstuvwxyz0123456789'],
  ['Google key', 'AIzaSyA1234567890abcdefghijklmnopqrstuv'],
  ['password', 'https://ada:s3cr3t@git.example.org/x.git'],
  ['authorization', 'Authorization: Bearer abcdefghijklmnopqrstuvwx'],
])('what is a token by its form is told as %s', (name, text) => {
  proves('SIG-104')
  for (const told of [secrets.text(`a ${text} z`), JSON.parse(secrets.text(JSON.stringify(`a ${text} z`)))]) {
    expect(told).toContain(`[secret ${name}]`)
    expect(told).toMatch(/^a .* z$/s)
    expect(secrets.text(told)).toBe(told)
  }
})

test('a private key that has no end takes nothing with it that is none of it', () => {
  const text = 'a test of -----BEGIN PRIVATE KEY-----, and what it found:\n  1 !== 2\n  at test.js:3\n'
  expect(secrets.text(text)).toBe('a test of [secret private key], and what it found:\n  1 !== 2\n  at test.js:3\n')
  const encrypted =
    '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256,AB12\n\nb3Blbn+/=\n-----END RSA PRIVATE KEY-----'
  expect(secrets.text(`${encrypted} and more`)).toBe('[secret private key] and more')
})

test('in whatever pieces a text comes, no piece of it shows a secret, and nothing else is lost', () => {
  proves('SIG-104')
  const whole = `start ${key} and ${odd}; ${key}${key} sk-ant-api03-${'x1'.repeat(20)} end c${key.slice(0, 9)}`
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 40 }), (sizes) => {
      const stream = secrets.stream()
      const said: string[] = []
      let at = 0
      for (let turn = 0; at < whole.length; turn++) {
        const size = sizes[turn % sizes.length] ?? 1
        said.push(stream.push(whole.slice(at, at + size)))
        at += size
      }
      said.push(stream.end())
      expect(said.join('')).toBe(secrets.text(whole))
    }),
    { numRuns: 60 },
  )
})

test('where the middle of a text was left out, or its end cut off, no half of a secret is left', () => {
  proves('SIG-104')
  for (let shift = 0; shift <= key.length; shift++) {
    const kept = createBoundedOutput(100)
    kept.add(Buffer.from(`${'a'.repeat(50 - shift)}${key}${'b'.repeat(200)}${key}${'c'.repeat(50 - shift)}`))
    const told = secrets.known(kept.text())
    for (let at = 0; at + 6 <= key.length; at++) expect(told).not.toContain(key.slice(at, at + 6))
    const shown = secrets.shown(`says ${key.slice(0, shift)}`)
    if (shift >= 6) expect(shown).toBe('says [secret MY_API_KEY]')
  }
})

test('of what a gate measured the names of tests stay as they are, but for known values: another gate compares them', () => {
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N'
  const finding = { rule: 'r', message: `got ${jwt}`, remedy: 'x' }
  const event = {
    kind: 'judged',
    id: 'g',
    verdict: 'pass',
    findings: [finding],
    evidence: `sha256:${'0'.repeat(64)}`,
  } as const
  expect(secrets.event({ ...event, data: { tests: [`reads ${jwt}`, `reads ${key}`] } })).toEqual({
    ...event,
    findings: [{ ...finding, message: 'got [secret web token]' }],
    data: { tests: [`reads ${jwt}`, 'reads [secret MY_API_KEY]'] },
  })
})

test('what a run begins with, and paths of files, decide what is done: of those only known values are taken out', () => {
  const path = `test/ghp_abcdefghijklmnopqrstuvwxyz0123456789.test.js`
  const input = { tests: [path], env: { DATABASE_URL: 'postgres://app:app-pass@db/app', KEY: key } }
  expect(secrets.event({ kind: 'started', input })).toEqual({
    kind: 'started',
    input: { ...input, env: { ...input.env, KEY: '[secret MY_API_KEY]' } },
  })
  const answer = { kind: 'answered', id: 'a', code: 'RC', commit: null, base: 'b', usage: 'unknown' } as const
  expect(secrets.event({ ...answer, message: `wrote ${path}`, changed: [path, `x/${key}`] })).toEqual({
    ...answer,
    message: 'wrote test/[secret GitHub token].test.js',
    changed: [path, 'x/[secret MY_API_KEY]'],
  })
  expect(secrets.event({ kind: 'conflicted', id: 'c', files: [path], evidence: null })).toMatchObject({ files: [path] })
})

test('a turn’s own token is known as long as turns are, and what was renewed in a file is known at the next turn', () => {
  const [token, renewed] = [random(), random()]
  secrets.learn('SIGMA_TOKEN', token)
  expect(secrets.text(token)).toBe('[secret SIGMA_TOKEN]')
  writeFileSync(join(home, '.npmrc'), `//registry.example.org/:_authToken=${renewed}\n`)
  expect(secrets.text(renewed)).toBe(renewed)
  secrets.refresh()
  expect(secrets.text(renewed)).toBe('[secret ~/.npmrc]')
})

test.each([
  'API_KEY',
  'OPENAI_API_KEY',
  'GITHUB_TOKEN',
  'DB_PASSWORD',
  'clientSecret',
  'NPM_AUTH',
  'AWS_SECRET_ACCESS_KEY',
  'npm_config__authToken',
])('the name %s tells of a secret', (name) => expect(looksSecret(name)).toBe(true))
test.each([
  'PATH',
  'KEYBOARD',
  'API_KEY_FILE',
  'SSH_AUTH_SOCK',
  'MONKEY',
  'TOKENIZERS_PARALLELISM',
  'AUTHOR',
  'PASSENGER',
  'GPG_KEY_ID',
])('the name %s tells of none', (name) => expect(looksSecret(name)).toBe(false))

test('of what was cut short somewhere in a text, half a secret is told as one', () => {
  proves('SIG-104')
  for (const length of [6, 12, key.length - 1]) {
    const told = secrets.text(`… again: curl -H ${key.slice(0, length)}… (7 calls), and …`)
    expect(told).toBe('… again: curl -H [secret MY_API_KEY]… (7 calls), and …')
  }
  expect(secrets.text('wait … and see…')).toBe('wait … and see…')
})

test('what tests are given is known, by the configuration and by files of the project', () => {
  const file = join(home, '.env.test')
  writeFileSync(file, 'PASSWORD=of-the-test-server-7\nPORT=8080\n')
  const given = secretsOf({
    environment: { HOME: home, MINE: 'ab12cd34ef56gh78ij90kl' },
    agents: {},
    tests: { OTHER: '$MINE', APP_TOKEN: 'in-the-configuration-9', TZ: 'Europe/Berlin' },
    files: [file, join(home, 'not-there')],
  })
  expect(given.text('of-the-test-server-7 ab12cd34ef56gh78ij90kl in-the-configuration-9 Europe/Berlin')).toBe(
    '[secret .env.test] [secret MINE] [secret APP_TOKEN] Europe/Berlin',
  )
})
