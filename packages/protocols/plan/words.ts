/** What the plan loop says to people in its own words. */
import type { Words } from '@sigma/engine'
import { planFound } from './machine/gate-parameters.ts'

export const planWords: Words = {
  unit: { one: 'plan', many: 'plans' },
  measurement: (data) => {
    const { data: found } = planFound.safeParse(data)
    if (found === undefined || found.cycles === 0) return { instead: null, measured: '', warnings: [] }
    const { cycles, batches, warnings } = found
    return {
      instead: null,
      measured: `${counted(cycles, 'cycle')} in ${counted(batches, 'batch', 'batches')}`,
      warnings,
    }
  },
  shown: [],
  compared: [],
  regressions: [],
}

const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`
