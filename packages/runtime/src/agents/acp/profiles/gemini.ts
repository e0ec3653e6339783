import type { Profile } from '../profile.ts'
import { generic } from './generic.ts'

export const gemini: Profile = {
  ...generic,
  title: 'Gemini CLI',
  command: ['gemini', '--acp'],
  install: 'npm install --global @google/gemini-cli',
  login: 'Set GEMINI_API_KEY, or run `gemini` and log in.',
  env: { GEMINI_CLI_NO_RELAUNCH: 'true', GEMINI_TELEMETRY_ENABLED: 'false' },
  keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  addresses: ['GOOGLE_GEMINI_BASE_URL'],
  modelVariable: 'GEMINI_MODEL',
  logins: ['~/.gemini/oauth_creds.json'],
  hosts: ['generativelanguage.googleapis.com:443', 'cloudcode-pa.googleapis.com:443', 'oauth2.googleapis.com:443'],
  files: (_config, { web }) => ({
    '.gemini/settings.json': `${JSON.stringify({ ...settings, ...(web ? {} : { tools: { exclude: webTools } }) })}\n`,
  }),
  // It has no flag for its tools, and without a sandbox its settings are the user's.
  web: 'off-in-sandbox',
  mode: () => 'default',
  authentication: ({ env, hasLogin }) =>
    (env['GEMINI_API_KEY'] ?? '') !== '' ? 'gemini-api-key' : hasLogin ? 'oauth-personal' : null,
  // It says that it loads sessions, and finds none.
  capabilities: { resume: 'none', usage: 'none' },
}

const webTools = ['google_web_search', 'web_fetch']

const settings = {
  // A `.env` of the repository would say where its model is, and which programs it starts.
  advanced: { ignoreLocalEnv: true },
  general: { enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
  security: { folderTrust: { enabled: false } },
}
