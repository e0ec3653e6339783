import { join } from 'node:path'
import type { GauntletKit } from '@sigma/engine'
import { cheats } from './cases.ts'
import { work } from './honest/work.ts'
import { trialOf } from './trial.ts'

export { cheats, type TddCheat } from './cases.ts'
export { variants } from './honest/variants.ts'

export const gauntletKit: GauntletKit = {
  program: join(import.meta.dirname, 'agents', 'agent.mjs'),
  founder: { agent: 'found', input: { context: { session: { phase: 'Found' } } } },
  plain: trialOf('honest', { rounds: 1 }),
  cheats,
  honest: work,
}
