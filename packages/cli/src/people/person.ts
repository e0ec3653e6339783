import { userInfo } from 'node:os'
import { markIn } from '@sigma/engine'
import type { World } from '../world.ts'

/** Who decides, for the journal: the name of the account. */
export function personOf({ env }: World): string {
  const name = env['SIGMA_USER'] ?? env['USER'] ?? env['LOGNAME'] ?? ''
  if (name !== '') return name
  try {
    return userInfo().username
  } catch {
    return 'somebody'
  }
}

/** True: this process was started by an agent or test. Sigma marks the environment of every program that it starts. */
export const isAgents = ({ env }: World): boolean => markIn(env) !== undefined
