import type { SessionAgent } from '../config.ts'
import type { Profile } from './profile.ts'
import { claude, claudeItself } from './profiles/claude.ts'
import { codex } from './profiles/codex.ts'
import { copilot } from './profiles/copilot.ts'
import { gemini } from './profiles/gemini.ts'
import { generic } from './profiles/generic.ts'
import { opencode } from './profiles/opencode.ts'

const profiles = { claude, codex, gemini, opencode, copilot, generic }

/** What is known of an agent's program before it is started. */
export const profileOf = (config: SessionAgent): Profile =>
  config.kind === 'claude' ? claudeItself : profiles[config.profile]
