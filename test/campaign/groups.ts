import { fullDisk } from './full-disk.ts'
import type { Group } from './group.ts'
import { ioFaults } from './io-faults.ts'
import { killedRecoveries, killPoints, killSeeds } from './kill-points.ts'
import { powerCuts, smallHeaps } from './more-deaths.ts'

export const groups: readonly Group[] = [
  killedRecoveries,
  fullDisk,
  smallHeaps,
  killSeeds,
  powerCuts,
  ioFaults,
  killPoints,
]
