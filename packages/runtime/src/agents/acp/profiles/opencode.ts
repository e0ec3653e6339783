import type { Profile } from '../profile.ts'
import { generic } from './generic.ts'

/** Vendors whose models it calls `<vendor>/<model>`. */
const vendors: Readonly<Record<string, { readonly key: string; readonly host: string }>> = {
  anthropic: { key: 'ANTHROPIC_API_KEY', host: 'api.anthropic.com:443' },
  openai: { key: 'OPENAI_API_KEY', host: 'api.openai.com:443' },
  openrouter: { key: 'OPENROUTER_API_KEY', host: 'openrouter.ai:443' },
  google: { key: 'GEMINI_API_KEY', host: 'generativelanguage.googleapis.com:443' },
  opencode: { key: 'OPENCODE_API_KEY', host: 'opencode.ai:443' },
}

export const opencode: Profile = {
  ...generic,
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
    OPENCODE_DISABLE_EXTERNAL_SKILLS: '1',
    OPENCODE_PURE: '1',
  },
  keys: ['OPENCODE_AUTH_CONTENT', ...Object.values(vendors).map(({ key }) => key)],
  logins: ['~/.local/share/opencode/auth.json'],
  hosts: Object.values(vendors).map(({ host }) => host),
  neededFor: (model) => {
    const name = model.slice(0, model.indexOf('/'))
    const vendor = Object.hasOwn(vendors, name) ? vendors[name] : undefined
    return vendor === undefined ? null : { keys: ['OPENCODE_AUTH_CONTENT', vendor.key], hosts: [vendor.host] }
  },
  config: {
    variable: 'OPENCODE_CONFIG_CONTENT',
    of: ({ model }) => ({
      ...(model === null ? {} : { model }),
      autoupdate: false,
      share: 'disabled',
      permission: { edit: 'ask', bash: 'allow', task: 'deny', todowrite: 'deny', skill: 'deny' },
      experimental: { continue_loop_on_deny: true },
    }),
    held: ({ web }) => ({ permission: { webfetch: web ? 'allow' : 'deny', websearch: web ? 'allow' : 'deny' } }),
  },
  web: 'off',
  capabilities: { usage: 'last-call' },
}
