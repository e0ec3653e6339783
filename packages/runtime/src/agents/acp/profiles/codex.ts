import { tomlOf } from '../own-files.ts'
import type { Profile } from '../profile.ts'
import { generic } from './generic.ts'

/**
 * Codex by its adapter. Its own sandbox cannot be made inside ours, where each of its commands would fail: there its
 * profile of permissions lets it write what the sandbox lets it write, and asks nobody but us.
 */
export const codex: Profile = {
  ...generic,
  title: 'Codex',
  verified: true,
  command: ['codex-acp'],
  install: 'npm install --global @agentclientprotocol/codex-acp',
  login: 'Run `codex login`, or set CODEX_API_KEY or OPENAI_API_KEY.',
  env: { NO_BROWSER: '1', CODEX_ACP_PROMPT_SUGGESTIONS: 'false' },
  keys: ['CODEX_API_KEY', 'OPENAI_API_KEY'],
  programs: ['CODEX_PATH'],
  logins: ['~/.codex/auth.json'],
  hosts: ['chatgpt.com:443', 'api.openai.com:443', 'auth.openai.com:443'],
  config: {
    variable: 'CODEX_CONFIG',
    of: ({ isConfined, model }) => ({
      ...(model === null ? {} : { model }),
      check_for_update_on_startup: false,
      approvals_reviewer: 'user',
      features: { plugins: false, apps: false, ...Object.fromEntries(useless.map((feature) => [feature, false])) },
      skills: { include_instructions: false, bundled: { enabled: false } },
      tools: { experimental_request_user_input: { enabled: false } },
      // Else a turn that begins before it knows its server has other tools than the next.
      mcp_optional_startup_grace_ms: 10_000,
      analytics: { enabled: false },
      feedback: { enabled: false },
      ...(isConfined ? inside : {}),
    }),
    // Its vendor runs the search. `AGENTS.md` comes by the prompt, as it was confirmed.
    held: ({ web }) => ({ web_search: web ? 'live' : 'disabled', project_doc_max_bytes: 0 }),
  },
  web: 'off',
  // What it is started with says nothing to the server that it starts; that reads its file.
  files: (config) => ({ '.codex/config.toml': tomlOf(config) }),
  mode: ({ isConfined }) => (isConfined ? 'permission-profile:sigma' : 'read-only'),
  authentication: ({ isConfined, hasLogin, env }) =>
    // It would be kept in the user's own folder.
    isConfined && !hasLogin && (env['CODEX_API_KEY'] ?? env['OPENAI_API_KEY'] ?? '') !== '' ? 'api-key' : null,
  // Its server ends at once; it would wait two seconds more for that.
  endsMs: 500,
  capabilities: { usage: 'turn' },
}

/** Tools that a turn has no use for. */
const useless = ['goals', 'multi_agent', 'tool_suggest', 'view_image', 'image_generation', 'sleep_tool']

const inside = {
  // Of a sandbox of its own, which it does not have here.
  include_permissions_instructions: false,
  default_permissions: 'sigma',
  permissions: { sigma: { filesystem: { ':root': 'write' }, network: { enabled: true } } },
}
