import type { Group } from './group.ts'
import { ioFaults } from './io-faults.ts'
import { killedRecoveries, killPoints, killSeeds } from './kill-points.ts'

export const groups: readonly Group[] = [killPoints, killSeeds, killedRecoveries, ioFaults]
