/** What agents' programs take for settings of their own is in no workspace of an agent, and comes into no commit by one. */
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Intake } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { type TemporaryRepository, temporaryRepository, temporaryWorkspaces } from '../testing/index.ts'
import { agentSettings, agentSettingsAt, isAgentSettings } from './agent-settings.ts'

const starts = 'starts a program\n'
const planted = [
  ...['.codex/config.toml', '.codex/hooks.json', '.claude/settings.json', '.claude/commands/go.md', '.mcp.json'],
  ...['.gemini/settings.json', '.opencode/plugin/x.js', 'opencode.json', 'opencode.jsonc', '.copilot/mcp-config.json'],
  ...['.github/hooks/x.json', '.github/mcp.json', '.vscode/mcp.json', '.agents/skills/x/SKILL.md', '.cursor/mcp.json'],
  ...['packages/app/.codex/config.toml', 'docs/.Claude/settings.json', 'src/.MCP.json'],
]
/** Words to agents' models: Sigma tells them, as they were confirmed. */
const words = ['AGENTS.md', 'packages/app/Claude.md', 'src/GEMINI.md', '.github/copilot-instructions.md']
const honest = ['src/a.js', '.github/workflows/ci.yml', '.vscode/settings.json', 'docs/codex.md', '.codexrc']

const files = Object.fromEntries([
  ...[...planted, ...words].map((path) => [path, starts]),
  ...honest.map((path) => [path, 'honest\n']),
])

interface Turned {
  readonly intake: Intake
  /** What the agent found, of all that the commit holds. */
  readonly found: readonly string[]
  /** What it finds in the turn after that. */
  readonly next: readonly string[]
  readonly own: (...parameters: readonly string[]) => string
}

/** Has an agent, or a person, act in a fresh workspace, takes in what they did, and hands out what comes next. */
async function turn(
  repository: TemporaryRepository,
  act: (path: string) => void,
  { withholds = true, person = false } = {},
): Promise<Turned> {
  const { workspaces } = await temporaryWorkspaces(repository, { withholds })
  const keep = person ? 'ask' : undefined
  const place = { run: 'r1', workspace: 'C1', base: repository.head, documents: [], keep }
  const { path } = await workspaces.prepare(place)
  const all = [...planted, ...words, ...honest]
  const found = all.filter((file) => existsSync(join(path, file)))
  act(path)
  const intake = await workspaces.intake({ ...place, writes: ['**'], guarded: [], message: 'Work', trailers: {} })
  const base = intake.kind === 'committed' ? intake.commit : repository.head
  const next = await workspaces.prepare({ ...place, base, keep: undefined })
  const own = (...parameters: readonly string[]): string =>
    repository.git(`--git-dir=${join(repository.root, '.sigma/git')}`, ...parameters)
  return { intake, found, next: all.filter((file) => existsSync(join(next.path, file))), own }
}

const put = (path: string, file: string, text = starts): void => {
  mkdirSync(dirname(join(path, file)), { recursive: true })
  writeFileSync(join(path, file), text)
}

test('an agent is handed none of it; its absence is no change, and the commit holds it as it was', async () => {
  proves('T30')
  using repository = temporaryRepository(files)
  const idle = await turn(repository, () => undefined)
  expect([idle.found, idle.intake]).toEqual([honest, { kind: 'unchanged' }])
  const { intake, found, next, own } = await turn(repository, (path) => put(path, 'src/a.js', 'better\n'))
  expect(found).toEqual(honest)
  expect(next).toEqual(honest)
  if (intake.kind !== 'committed') throw new Error(JSON.stringify(intake))
  expect(intake.changed).toEqual(['src/a.js'])
  expect(own('diff-tree', '-r', '--name-status', `${intake.commit}^`, intake.commit)).toBe('M\tsrc/a.js')
  for (const path of [...planted, ...words]) expect(own('show', `${intake.commit}:${path}`)).toBe(starts.trim())
})

test('what an agent makes of it is guarded, whatever the configuration guards, and gone in the next turn', async () => {
  proves('T30')
  using repository = temporaryRepository({ 'src/a.js': 'honest\n' })
  for (const withholds of [true, false])
    for (const made of [planted, words]) {
      const act = (path: string): void => {
        for (const file of made) put(path, file)
      }
      const { intake, next } = await turn(repository, act, { withholds })
      expect(intake).toMatchObject({ kind: 'trespass', changed: expect.arrayContaining(made) })
      const [guarded] = intake.kind === 'trespass' ? intake.findings : []
      expect(guarded?.rule).toBe('guarded-file')
      for (const file of made) expect(guarded?.message).toContain(file)
      expect(next).toEqual(['src/a.js'])
    }
})

test('what is made anew just as it was, or as a link to elsewhere, is guarded as well', async () => {
  proves('T30')
  using repository = temporaryRepository(files)
  const same = await turn(repository, (path) => put(path, '.codex/config.toml'))
  expect(same.intake).toMatchObject({ kind: 'trespass', changed: ['.codex/config.toml'] })
  const link = await turn(repository, (path) => symlinkSync('src', join(path, '.claude')))
  expect(link.intake).toMatchObject({ kind: 'trespass', changed: ['.claude'] })
  expect(link.next).toEqual(honest)
})

test('a link in the repository, and a folder that is one, are handed to no agent', async () => {
  proves('T30')
  using repository = temporaryRepository({ 'src/a.js': '', 'hidden/config.toml': starts })
  symlinkSync('hidden', join(repository.root, '.codex'))
  const head = repository.commit('Link')
  const { workspaces } = await temporaryWorkspaces(repository, { withholds: true })
  const { path } = await workspaces.prepare({ run: 'r1', workspace: 'C1', base: head, documents: [] })
  expect(existsSync(join(path, '.codex'))).toBe(false)
  expect(readFileSync(join(path, 'hidden/config.toml'), 'utf8')).toBe(starts)
})

test('people are handed all of it; an agent without a sandbox all but words, and it is theirs to lose', async () => {
  using repository = temporaryRepository(files)
  const person = await turn(repository, () => undefined, { person: true })
  const whole = [...planted, ...words, ...honest]
  expect([person.found, person.intake.kind]).toEqual([whole, 'unchanged'])
  expect(person.next).toEqual(honest)
  const open = await turn(repository, (path) => rmSync(join(path, '.mcp.json')), { withholds: false })
  expect(open.found).toEqual([...planted, ...honest])
  expect(open.intake).toMatchObject({ kind: 'trespass', changed: ['.mcp.json'] })
})

test('what is put back and kept beside knows of what was withheld', async () => {
  using repository = temporaryRepository(files)
  const { workspaces } = await temporaryWorkspaces(repository, { withholds: true })
  const place = { run: 'r1', workspace: 'C1', base: repository.head, documents: [] }
  const { path } = await workspaces.prepare(place)
  await workspaces.restore({ run: 'r1', workspace: 'C1', commit: repository.head })
  const refs = (): string =>
    repository.git(`--git-dir=${join(repository.root, '.sigma/git')}`, 'for-each-ref', 'refs/sigma/discarded')
  expect(refs()).toBe('')
  put(path, 'src/left.js', 'left')
  await workspaces.restore({ run: 'r1', workspace: 'C1', commit: repository.head })
  expect(refs()).not.toBe('')
})

test('the checkouts of gates hold all of it', async () => {
  using repository = temporaryRepository(files)
  const { workspaces } = await temporaryWorkspaces(repository, { withholds: true })
  await using checkout = await workspaces.open({ commit: repository.head })
  for (const path of planted) expect(existsSync(join(checkout.path, path)), path).toBe(true)
})

test('each known name is found wherever it lies, and by no part of another name', () => {
  for (const name of agentSettings.flatMap(({ names }) => names)) {
    expect(agentSettingsAt(name)?.path).toBe(name)
    expect(agentSettingsAt(`a/b/${name}/c/d`)?.path).toBe(`a/b/${name}`)
    expect(isAgentSettings(`${name}x`) || isAgentSettings(`a/x${name}`)).toBe(false)
  }
})
