import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryProject } from '../testing/temporary-project.ts'
import { readConfig } from './config-file.ts'
import { findConfig } from './config-place.ts'

test('everything is optional', async () => {
  expect(await readConfig(null)).toMatchObject({
    tests: { runner: 'node:test', files: ['test/**'] },
    source: ['src/**'],
    coverage: { lines: 0, functions: 0, branches: 0, statements: 0 },
    limits: {
      turn: 1_800_000,
      rounds: 5,
      tries: 3,
      exchanges: 3,
      reasks: 1,
      crashes: 0,
      asks: 600,
      cost: null,
      decisions: 604_800_000,
    },
    sandbox: 'auto',
    memoryBank: 'memory-bank',
    deliver: 'branch',
    refactor: 'all',
    acceptance: 'person',
  })
})

test('a configuration in TypeScript is read as well', async () => {
  using project = await temporaryProject({ 'sigma.config.ts': "export default { refactor: 'unconverged' as const }\n" })
  const file = findConfig(project.root, project.root)
  expect(file).toBe(join(project.root, 'sigma.config.ts'))
  expect(await readConfig(file)).toMatchObject({ refactor: 'unconverged' })
})

test('the nearest one upwards is meant, and never one above the repository', async () => {
  using project = await temporaryProject({ 'sigma.config.json': '{}', 'packages/a/sigma.config.json': '{}' })
  const inner = join(project.root, 'packages/a/src')
  mkdirSync(inner)
  expect(findConfig(inner, project.root)).toBe(join(project.root, 'packages/a/sigma.config.json'))
  expect(findConfig(join(project.root, 'packages'), project.root)).toBe(join(project.root, 'sigma.config.json'))
  expect(findConfig(inner, inner)).toBeNull()
})

test('two beside each other are refused: which one is meant is not guessed', async () => {
  using project = await temporaryProject({ 'sigma.config.json': '{}', 'sigma.config.ts': 'export default {}\n' })
  expect(() => findConfig(project.root, project.root)).toThrow('holds both sigma.config.json and sigma.config.ts')
})

test.each([
  [
    { kind: 'claude', session: 'run' },
    '"agents.mine.session" must be "turn" or "cycle" or "plan" or "module" or "review" or "task" or "specialist" or "step", not "run".',
  ],
  [
    { kind: 'comand', command: ['a'] },
    '"agents.mine.kind" must be "command" or "acp" or "claude" or "person" or "scripted", not "comand".',
  ],
  [
    { kind: 'command', command: 'node a' },
    '"agents.mine.command" must be a list such as ["node", "agent.mjs"], not "node a".',
  ],
  [{ kind: 'command', command: [''] }, '"agents.mine.command.0" must be a text that is not empty, not "".'],
])('an agent that is configured wrongly is told what is wanted: %j', async (mine, sentence) => {
  using project = await temporaryProject({ 'sigma.config.json': JSON.stringify({ agents: { mine } }) })
  await expect(readConfig(join(project.root, 'sigma.config.json'))).rejects.toThrow(sentence)
})

test.each([
  ["throw new Error('broken')\n", 'cannot be read: broken'],
  ['export const config = {}\n', 'has no default export'],
])('one in TypeScript that does not load says why: %j', async (text, sentence) => {
  using project = await temporaryProject({ 'sigma.config.ts': text })
  await expect(readConfig(join(project.root, 'sigma.config.ts'))).rejects.toThrow(sentence)
})

test('a key that another kind of agent has is not said to be meant by itself', async () => {
  using project = await temporaryProject({
    'sigma.config.json': '{ "agents": { "me": { "kind": "person", "command": ["x"] } } }',
  })
  await expect(readConfig(findConfig(project.root, project.root))).rejects.toMatchObject({
    message: expect.stringMatching(/there is no key "agents\.me\.command"\.$/),
    hint: 'Take "agents.me.command" out of the configuration.',
  })
})
