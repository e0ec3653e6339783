/** What is known of the programs that are talked to, before any is started. */

import type { Profile } from './acp/profile.ts'
import { profileOf } from './acp/profiles.ts'
import type { AgentCapabilities } from './adapter.ts'
import { capabilities } from './claude/adapter.ts'
import type { SessionAgent } from './config.ts'

export interface Known {
  /** For people. */
  readonly title: string
  /** The contract suite drives the real program. */
  readonly verified: boolean
  /** What is started where the configuration says nothing; empty: it must say. */
  readonly command: readonly string[]
  /** How to get it, as a command; null: nobody knows. */
  readonly install: string | null
  /** How to log in to it, as a sentence. */
  readonly login: string
  /** Variables that hold its keys. */
  readonly keys: readonly string[]
  /** Files of its login, below `~/`. */
  readonly logins: readonly string[]
  readonly web: Profile['web']
  /** As far as it is known without asking it. */
  readonly capabilities: Partial<AgentCapabilities>
}

export function knownOf(config: SessionAgent): Known {
  const profile = profileOf(config.kind === 'claude' ? 'claude' : config.profile)
  const { title, verified, command, install, login, variables, logins, web, corrects } = profile
  const known = { title, verified, command, install, login, keys: variables.keys, logins, web, capabilities: corrects }
  return config.kind === 'claude' ? { ...known, ...claudeItself } : known
}

const claudeItself: Pick<Known, 'command' | 'install' | 'capabilities'> = {
  command: ['claude'],
  install: 'npm install --global @anthropic-ai/claude-code',
  capabilities,
}
