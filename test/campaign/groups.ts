import type { Group } from './group.ts'
import { killedRecoveries, killPoints, killSeeds } from './kill-points.ts'

export const groups: readonly Group[] = [killPoints, killSeeds, killedRecoveries]
