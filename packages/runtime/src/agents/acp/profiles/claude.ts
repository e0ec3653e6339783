import { z } from 'zod'
import type { AgentCapabilities } from '../../adapter.ts'
import type { Profile } from '../profile.ts'
import { generic } from './generic.ts'

/** Tools that work on files and run commands; what asks somebody is left out, and so is whatever is new to us. */
export const claudeTools: readonly string[] = ['Read', 'Edit', 'Write', 'Glob', 'Grep', 'Bash']

/** Its vendor runs the search; pages are fetched by the program, and read by the vendor. */
export const claudeWebTools: readonly string[] = ['WebFetch', 'WebSearch']

/** Of Claude Code by its own protocol. */
export const claudeCapabilities: AgentCapabilities = {
  resume: 'resume',
  softDeny: true,
  systemPrompt: true,
  usage: 'turn',
  mcp: true,
}

/** Claude Code by its adapter: it reads none of the user's settings, and asks before each change. */
export const claude: Profile = {
  ...generic,
  title: 'Claude Code',
  verified: true,
  command: ['claude-agent-acp'],
  install: 'npm install --global @agentclientprotocol/claude-agent-acp',
  login: 'Run `claude` and log in, or set ANTHROPIC_API_KEY, or CLAUDE_CODE_OAUTH_TOKEN from `claude setup-token`.',
  env: {
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    ENABLE_TOOL_SEARCH: 'false',
    // Git is left alone in a turn, which ends with its answer: what goes on behind it would be ended.
    CLAUDE_CODE_DISABLE_GIT_INSTRUCTIONS: '1',
    CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
    NO_BROWSER: '1',
  },
  keys: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
  addresses: ['ANTHROPIC_BASE_URL'],
  programs: ['CLAUDE_CODE_EXECUTABLE'],
  modelVariable: 'ANTHROPIC_MODEL',
  logins: ['~/.claude/.credentials.json'],
  hosts: ['api.anthropic.com:443', 'platform.claude.com:443', 'console.anthropic.com:443'],
  web: 'off',
  meta: (systemPrompt, { web }) => ({
    ...(systemPrompt === '' ? {} : { systemPrompt: { append: systemPrompt } }),
    claudeCode: {
      options: {
        settingSources: [],
        promptSuggestions: false,
        tools: [...claudeTools, ...(web ? claudeWebTools : [])],
        ...(web ? {} : { disallowedTools: [...claudeWebTools] }),
      },
    },
  }),
  mode: () => 'default',
  capabilities: { usage: 'turn' },
  nameOf: ({ meta }) => toolMeta.safeParse(meta).data?.claudeCode.toolName ?? null,
}

const toolMeta = z.object({ claudeCode: z.object({ toolName: z.string() }) })

/** Claude Code by its own protocol. */
export const claudeItself: Profile = {
  ...claude,
  command: ['claude'],
  install: 'npm install --global @anthropic-ai/claude-code',
  env: {
    ...claude.env,
    // What it learns is not for other runs.
    CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
  },
  capabilities: claudeCapabilities,
}
