/** What a repository holds for the programs of agents starts nothing in a turn: tried with the real ones. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { modelServer, type Script } from '@sigma/model'
import { proves } from '@sigma/protocol/testing'
import { temporaryRepository, temporaryWorkspaces } from '@sigma/runtime/testing'
import { describe, expect, test } from 'vitest'
import { type Player, players } from './players.ts'
import { words } from './scripts.ts'
import { openStage } from './stage.ts'

const timeout = 480_000

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
  ...Object.fromEntries(
    [
      'AGENTS.md',
      'AGENTS.override.md',
      'CLAUDE.md',
      'GEMINI.md',
      '.cursorrules',
      '.github/copilot-instructions.md',
    ].flatMap((name) => [name, `src/${name}`].map((path) => [path, 'PLANTED-WORDS\n'] as const)),
  ),
  'src/zero.js': 'export const zero = 0\n',
}

/** As they were confirmed, while other words lie in the workspace. */
const confirmed = [
  { path: 'AGENTS.md', text: 'CONFIRMED-WORDS\n' },
  { path: 'src/CLAUDE.md', text: 'CONFIRMED-WORDS of the folder\n' },
]

/** It looks at a file in a folder with words of its own, and writes another. */
const scriptOf = ({ look, shell, write }: Player): Script => ({
  lanes: [
    {
      when: [words.brief],
      replies: [
        { calls: [look('src/zero.js') ?? shell('cat src/zero.js')] },
        { calls: [write('src/tool.js', 'honest\n')] },
        { text: 'Done.\n\n→[GC, in brief]' },
      ],
    },
  ],
})

interface Played {
  readonly started: readonly string[]
  /** What its model was told of that lies there: a skill, words of the project. */
  readonly told: readonly string[]
  /** How often its model was told the words that were confirmed, in each request. */
  readonly words: ReadonlySet<number>
  readonly intake: string
}

async function played(player: Player, sandbox: 'required' | 'off'): Promise<Played> {
  using repository = temporaryRepository({ ...planted, 'design.md': '# Sum\n', 'package.json': '{}\n' })
  const bodies: string[] = []
  await using model = await modelServer(scriptOf(player), { onBody: (body) => void bodies.push(JSON.stringify(body)) })
  await using stage = await openStage(player.config(model), { sandbox, words: confirmed })
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
    told: ['PLANTED-SKILL', 'PLANTED-WORDS'].filter((planted) => bodies.some((body) => body.includes(planted))),
    words: new Set(
      bodies.filter(({ length }) => length > 10_000).map((body) => body.split('CONFIRMED-WORDS').length - 1),
    ),
    intake: intake.kind,
  }
}

describe.concurrent.each(players)('$name', (player) => {
  test('starts nothing in the sandbox that the repository names, is told the confirmed words once, and its turn is taken in', {
    timeout,
  }, async () => {
    proves('T30')
    expect(await played(player, 'required')).toEqual({
      ...{ started: [], told: [], intake: 'committed' },
      words: new Set([confirmed.length]),
    })
  })
})

/** So it is asked for: what is found here is what `sigma trust` warns of. */
const startedOutside: Readonly<Record<string, readonly string[]>> = {
  'Claude Code': [],
  'Claude Code over ACP': [],
  'Codex over ACP': ['codex-server'],
  'OpenCode over ACP': ['opencode-plugin'],
}

test.each(players)(
  '$name, without a sandbox, starts what was confirmed, and is told no other words',
  { timeout },
  async (player) => {
    const { started, told, words } = await played(player, 'off')
    expect(started).toEqual(startedOutside[player.name])
    expect(told).not.toContain('PLANTED-WORDS')
    expect(words).toEqual(new Set([confirmed.length]))
  },
)
