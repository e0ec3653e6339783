/**
 * What of a repository the programs of agents take for settings of their own: by it they start programs, open hosts and
 * widen what they may do, before their model says a word. What only tells the model something, such as `AGENTS.md`, is
 * told apart: Sigma sends it, as it was confirmed.
 */
import type { ProfileName } from '../agents/config.ts'

export interface AgentSettings {
  /** Folders and files, in any folder of the repository. */
  readonly names: readonly string[]
  /** Whose programs read them. */
  readonly profiles: readonly ProfileName[]
  /** For people. */
  readonly title: string
  /** What can come of them, as in `lets it …`. */
  readonly may: string
}

export const agentSettings: readonly AgentSettings[] = [
  {
    names: ['.codex'],
    profiles: ['codex'],
    title: 'Codex',
    may: 'start programs (MCP servers, hooks, notify), reach other hosts and change its permissions',
  },
  {
    names: ['.claude', '.mcp.json'],
    profiles: ['claude', 'opencode', 'copilot'],
    title: 'Claude Code and agents like it',
    may: 'start programs (hooks, MCP servers, plugins), reach other hosts and change its permissions',
  },
  {
    names: ['.gemini'],
    profiles: ['gemini'],
    title: 'Gemini CLI',
    may: 'start programs (MCP servers, hooks, extensions), reach other hosts and change its permissions',
  },
  {
    names: ['.opencode', 'opencode.json', 'opencode.jsonc'],
    profiles: ['opencode'],
    title: 'OpenCode',
    may: 'run code in itself (plugins, tools), start programs (MCP servers), reach other hosts and change its permissions',
  },
  {
    names: [
      ...['.copilot', '.github/copilot', '.github/hooks', '.github/agents', '.github/skills', '.github/extensions'],
      ...['.github/mcp.json', '.github/lsp.json', '.vscode/mcp.json'],
    ],
    profiles: ['copilot'],
    title: 'Copilot CLI',
    may: 'start programs (hooks, MCP and language servers, extensions), reach other hosts and change its permissions',
  },
  {
    names: ['.agents'],
    profiles: ['codex', 'gemini', 'opencode', 'copilot'],
    title: 'several agents',
    may: 'add skills and plugins, with programs of theirs',
  },
  { names: ['.cursor'], profiles: [], title: 'Cursor', may: 'start programs (hooks, MCP servers)' },
]

export interface SettingsPlace {
  /** The folder or file that is known, as it is written, such as `packages/app/.codex`. */
  readonly path: string
  readonly settings: AgentSettings
}

/** Where nothing but plain letters stands, the names are found as they are; a list of many files is told by this. */
const plain = /^[ -~]*$/
const anyName = new RegExp(
  agentSettings.flatMap(({ names }) => names.map((name) => name.replaceAll('.', '\\.'))).join('|'),
  'i',
)

/** Null: no agent is known that reads this file so. */
export function agentSettingsAt(path: string): SettingsPlace | null {
  if (!anyName.test(path) && plain.test(path)) return null
  const parts = path.split('/')
  // Some file systems do not tell letters by their case.
  const lower = parts.map((part) => part.normalize('NFC').toLowerCase())
  for (const settings of agentSettings)
    for (const name of settings.names) {
      const known = name.split('/')
      const at = lower.findIndex((_, index) => known.every((part, offset) => lower[index + offset] === part))
      if (at >= 0) return { path: parts.slice(0, at + known.length).join('/'), settings }
    }
  return null
}

export const isAgentSettings = (path: string): boolean => agentSettingsAt(path) !== null

/** Names of files that speak to agents: in any folder, for what lies in it, and at the top. */
const wordNames: readonly string[] = [
  'agents.md',
  'agents.override.md',
  'claude.md',
  'claude.local.md',
  'gemini.md',
  'context.md',
]
const topWords: readonly string[] = ['.cursorrules', '.windsurfrules', '.github/copilot-instructions.md']

/** Whether agents' programs take the file for words to their model. */
export function isAgentWords(path: string): boolean {
  if (plain.test(path) && !/\.md$|rules$/i.test(path)) return false
  const lower = path.normalize('NFC').toLowerCase()
  return topWords.includes(lower) || wordNames.includes(lower.slice(lower.lastIndexOf('/') + 1))
}

/** What agents' programs read by themselves: it is in no workspace of an agent in a sandbox, and no role may change it. */
export const isForAgents = (path: string): boolean => isAgentSettings(path) || isAgentWords(path)
