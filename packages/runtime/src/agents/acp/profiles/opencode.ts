import type { Profile } from '../profile.ts'

export const opencode: Profile = {
  name: 'opencode',
  title: 'OpenCode',
  verified: true,
  command: ['opencode', 'acp'],
  install: 'npm install --global opencode-ai',
  login: 'Run `opencode auth login`, or set the key of its provider.',
  env: {
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    OPENCODE_DISABLE_PROJECT_CONFIG: '1',
    OPENCODE_PURE: '1',
  },
  variables: {
    keys: [
      'ANTHROPIC_API_KEY',
      'OPENAI_API_KEY',
      'OPENROUTER_API_KEY',
      'GEMINI_API_KEY',
      'OPENCODE_API_KEY',
      'OPENCODE_AUTH_CONTENT',
    ],
    addresses: [],
    programs: [],
    model: null,
  },
  logins: ['~/.local/share/opencode/auth.json'],
  hosts: ['api.anthropic.com:443', 'api.openai.com:443', 'openrouter.ai:443', 'opencode.ai:443'],
  config: {
    variable: 'OPENCODE_CONFIG_CONTENT',
    of: ({ model }) => ({
      ...(model === null ? {} : { model }),
      autoupdate: false,
      share: 'disabled',
      permission: { edit: 'ask', bash: 'allow', webfetch: 'deny' },
      experimental: { continue_loop_on_deny: true },
    }),
  },
  mode: () => null,
  authentication: () => null,
  corrects: { usage: 'last-call' },
}
