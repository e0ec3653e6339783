import { buildRouteMap, type RouteMap } from '@stricli/core'
import type { Context } from '../world.ts'
import { memoryBankCommand } from './memory/bank.ts'
import { memoryCheckCommand } from './memory/check.ts'

export const memoryCommands: RouteMap<Context> = buildRouteMap({
  routes: { bank: memoryBankCommand, check: memoryCheckCommand },
  docs: { brief: 'Show and check what is remembered of the project' },
})
