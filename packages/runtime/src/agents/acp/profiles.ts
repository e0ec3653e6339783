import type { ProfileName } from '../config.ts'
import type { Profile } from './profile.ts'
import { claude } from './profiles/claude.ts'
import { codex } from './profiles/codex.ts'
import { copilot } from './profiles/copilot.ts'
import { gemini } from './profiles/gemini.ts'
import { generic } from './profiles/generic.ts'
import { opencode } from './profiles/opencode.ts'

const profiles: Readonly<Record<ProfileName, Profile>> = { claude, codex, gemini, opencode, copilot, generic }

export const profileOf = (name: ProfileName): Profile => profiles[name]
