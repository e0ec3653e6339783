import { buildRouteMap, type RouteMap } from '@stricli/core'
import type { Context } from '../world.ts'
import { memoryBankCommand } from './memory/bank.ts'
import { add, forget } from './memory/changing.ts'
import { memoryCheckCommand } from './memory/check.ts'
import { list, search, show } from './memory/looking.ts'
import { exporting, importing } from './memory/transfer.ts'

export const memoryCommands: RouteMap<Context> = buildRouteMap({
  routes: {
    ...{ list, show, search, add, forget, import: importing, export: exporting },
    ...{ bank: memoryBankCommand, check: memoryCheckCommand },
  },
  docs: { brief: 'What agents and people remember of the project' },
})
