import type { Profile } from '../profile.ts'
import { generic } from './generic.ts'

export const copilot: Profile = {
  ...generic,
  title: 'Copilot CLI',
  command: ['copilot', '--acp'],
  install: 'npm install --global @github/copilot',
  login: 'Run `copilot` and log in, or set COPILOT_GITHUB_TOKEN or GH_TOKEN.',
  env: { COPILOT_AUTO_UPDATE: 'false' },
  keys: ['COPILOT_GITHUB_TOKEN', 'GH_TOKEN', 'GITHUB_TOKEN', 'COPILOT_PROVIDER_API_KEY'],
  addresses: ['COPILOT_PROVIDER_BASE_URL'],
  modelVariable: 'COPILOT_MODEL',
  logins: ['~/.copilot/config.json'],
  hosts: ['api.githubcopilot.com:443', 'api.individual.githubcopilot.com:443', 'api.github.com:443', 'github.com:443'],
  // Its built-in servers are its vendor's: one searches the web, and both reach into GitHub.
  flags: ({ web }) => (web ? [] : ['--disable-builtin-mcps', '--excluded-tools', 'web_fetch', 'web_search']),
  web: 'off',
  capabilities: { usage: 'session' },
}
