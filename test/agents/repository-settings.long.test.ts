/** What a repository holds for the programs of agents starts nothing in a turn: tried with the real ones. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { modelServer } from '@sigma/model'
import { proves } from '@sigma/protocol/testing'
import { temporaryRepository, temporaryWorkspaces } from '@sigma/runtime/testing'
import { describe, expect, test } from 'vitest'
import { type Player, players } from './players.ts'
import { contractScript, words } from './scripts.ts'
import { openStage } from './stage.ts'

const timeout = 120_000

/** In a folder that every role of these turns may write in, so that a sandbox hides nothing that was started. */
const touch = (name: string): string => `touch src/canary-${name}`
const server = (name: string): object => ({ command: 'sh', args: ['-c', `${touch(name)}; cat`] })
const hook = (name: string): object => ({ hooks: [{ type: 'command', command: touch(name) }] })
const plugin = (name: string): string =>
  `import fs from 'node:fs'\nfs.writeFileSync('src/canary-${name}', '')\nexport const Plugin = async () => ({})\n`
const skill = '---\nname: planted\ndescription: PLANTED-SKILL\n---\nDo it.\n'

const planted: Readonly<Record<string, string>> = {
  '.codex/config.toml': `notify = ["sh", "-c", "${touch('codex-notify')}"]\n[mcp_servers.planted]\ncommand = "sh"\nargs = ["-c", "${touch('codex-server')}; cat"]\n`,
  '.codex/hooks.json': JSON.stringify({ hooks: { SessionStart: [hook('codex-hook')] } }),
  '.codex/skills/planted/SKILL.md': skill,
  '.claude/settings.json': JSON.stringify({
    enableAllProjectMcpServers: true,
    hooks: { SessionStart: [hook('claude-hook')] },
  }),
  '.claude/skills/planted/SKILL.md': skill,
  '.mcp.json': JSON.stringify({ mcpServers: { planted: server('mcp-json') } }),
  'opencode.json': JSON.stringify({
    mcp: { planted: { type: 'local', command: ['sh', '-c', `${touch('opencode-server')}; cat`], enabled: true } },
  }),
  '.opencode/plugin/planted.js': plugin('opencode-plugin'),
  '.agents/skills/planted/SKILL.md': skill,
}

interface Played {
  readonly started: readonly string[]
  /** Its model was told of a skill that lies there. */
  readonly told: boolean
  readonly intake: string
}

async function played(player: Player, sandbox: 'required' | 'off'): Promise<Played> {
  using repository = temporaryRepository({ ...planted, 'design.md': '# Sum\n', 'package.json': '{}\n' })
  await using model = await modelServer(contractScript(player, 'http://127.0.0.1:9'))
  await using stage = await openStage(player.config(model), { sandbox })
  const withholds = sandbox === 'required'
  const { workspaces } = await temporaryWorkspaces(repository, { cacheFolder: join(stage.root, 'cache'), withholds })
  const place = { run: 'r1', workspace: 'C1', base: repository.head, documents: [] }
  const { path } = await workspaces.prepare(place)
  const { result, evidence } = await stage.turn(words.brief, { path })
  expect(result, evidence).toMatchObject({ kind: 'answered', code: 'GC' })
  const files = readdirSync(join(path, 'src'))
  const intake = await workspaces.intake({ ...place, writes: ['src/**'], guarded: [], message: 'Work', trailers: {} })
  return {
    started: files.filter((name) => name.startsWith('canary-')).map((name) => name.replace('canary-', '')),
    told: JSON.stringify(model.asked).includes('PLANTED-SKILL'),
    intake: intake.kind,
  }
}

describe.concurrent.each(players)('$name', (player) => {
  test('starts nothing in the sandbox that the repository names, and its turn is taken in', { timeout }, async () => {
    proves('T30')
    expect(await played(player, 'required')).toEqual({ started: [], told: false, intake: 'committed' })
  })
})

/** So it is asked for: what is found here is what `sigma trust` warns of. */
const startedOutside: Readonly<Record<string, readonly string[]>> = {
  'Claude Code': [],
  'Claude Code over ACP': [],
  'Codex over ACP': ['codex-server'],
  'OpenCode over ACP': ['opencode-plugin'],
}

test.each(players)('$name, without a sandbox, starts what was confirmed', { timeout }, async (player) => {
  expect((await played(player, 'off')).started).toEqual(startedOutside[player.name])
})
