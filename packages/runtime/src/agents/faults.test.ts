import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { afterAll, expect, test } from 'vitest'
import { profileOf } from './acp/profiles.ts'
import { type AgentConfig, profileNames } from './config.ts'
import { agentFaults } from './faults.ts'

const folder = mkdtempSync(join(tmpdir(), 'sigma-faults-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
writeFileSync(join(folder, 'claude'), '#!/bin/sh\n')
writeFileSync(join(folder, 'codex-acp'), '#!/bin/sh\n')
chmodSync(join(folder, 'claude'), 0o755)

const faults = (mine: AgentConfig): readonly string[] =>
  agentFaults({
    agents: { mine },
    roles: { qa: 'mine', dev: 'mine' },
    environment: { PATH: folder },
    root: folder,
  }).map(({ code, hint }) => `${code}: ${hint}`)

test('an agent that is there has no fault, and neither has a person', () => {
  proves('F35')
  expect(faults({ kind: 'claude' })).toEqual([])
  expect(faults({ kind: 'claude', command: ['./claude', '--debug'] })).toEqual([])
  expect(faults({ kind: 'person' })).toEqual([])
})

test('one that is not there, or may not be started, is told once with what installs it', () => {
  proves('F35')
  expect(faults({ kind: 'acp', profile: 'gemini' })).toEqual([
    'agent-not-found: npm install --global @google/gemini-cli',
  ])
  expect(faults({ kind: 'acp', profile: 'codex' })).toEqual([
    'agent-not-found: npm install --global @agentclientprotocol/codex-acp',
  ])
  // A command of the user's own is none that Sigma could install.
  expect(faults({ kind: 'acp', profile: 'codex', command: ['nowhere'] })).toEqual([
    'agent-not-found: Set agents.mine.command in sigma.config.json.',
  ])
  expect(faults({ kind: 'acp', profile: 'generic' })).toEqual([
    expect.stringMatching(/^agent-unnamed: Set agents\.mine\.command/),
  ])
})

test.each(['127.0.0.1:99999', 'http://127.0.0.1:99999', 'localhost:8080', 'file:///model', 'http://'])(
  'an address that is none is refused, not passed over for the usual one: %s',
  (address) => {
    const hint = 'address-malformed: Set agents.mine.env.ANTHROPIC_BASE_URL to e.g. "http://127.0.0.1:8080".'
    expect(faults({ kind: 'claude', env: { ANTHROPIC_BASE_URL: address } })).toEqual([hint])
    const fromOutside = agentFaults({
      agents: { mine: { kind: 'claude' } },
      roles: { qa: 'mine' },
      environment: { PATH: folder, ANTHROPIC_BASE_URL: address },
      root: folder,
    })
    expect(fromOutside.map(({ hint }) => hint)).toEqual(['export ANTHROPIC_BASE_URL=http://127.0.0.1:8080'])
    expect(fromOutside[0]?.message).toBe(
      'The agent mine reaches its model at ANTHROPIC_BASE_URL, which is not a valid URL.',
    )
  },
)

test('a valid URL is not refused, and neither is none', () => {
  for (const address of ['', 'http://127.0.0.1:9', 'https://u:p@models.example/v1?x=1'])
    expect(faults({ kind: 'claude', env: { ANTHROPIC_BASE_URL: address } })).toEqual([])
  expect(faults({ kind: 'acp', profile: 'codex', command: ['./claude'], env: { ANTHROPIC_BASE_URL: 'x' } })).toEqual([])
})

test('variables that are not set, and places that open too much, are told of agents that are talked to as well', () => {
  expect(faults({ kind: 'claude', env: { A: '$NOT_SET' } })).toEqual(['missing-variable: export NOT_SET=…'])
  expect(faults({ kind: 'claude', reads: ['.'] })).toEqual([expect.stringContaining('opens-too-much')])
})

test('of every profile but the generic one it is known what to start, how to get it and how to log in', () => {
  for (const profile of profileNames.filter((name) => name !== 'generic')) {
    const known = profileOf({ kind: 'acp', profile })
    expect(known.command.length, profile).toBeGreaterThan(0)
    expect(known.install, profile).toMatch(/^npm install --global \S+$/)
    expect(known.login.length, profile).toBeGreaterThan(20)
  }
  expect(profileOf({ kind: 'claude' })).toMatchObject({ command: ['claude'], verified: true })
})
