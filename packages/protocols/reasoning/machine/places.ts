/** Where a reasoning session stands: in the fourth of the eight steps that reasoning has, the one that fixes the route (EXE-03). */
import type { At } from '@sigma/protocol'

/** The step as a unit of its run. */
export const routing = { number: 4, of: 8, unit: 'task-routing', name: 'TASK_ROUTING' } as const

export const routingAt = (rest: Partial<At> = {}): At => ({
  unit: routing.unit,
  called: `step ${routing.number} of ${routing.of}`,
  step: 'route',
  ...rest,
})
