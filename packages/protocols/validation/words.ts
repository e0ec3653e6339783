/** What a validation says to people in its own words. */
import type { Words } from '@sigma/engine'
import { checkedSchema, surveyedSchema } from './machine/found.ts'

export const validationWords: Words = {
  unit: { one: 'specialist', many: 'specialists' },
  measurement: (data) => {
    const { data: found } = checkedSchema.safeParse(data)
    if (found !== undefined) {
      const examined = found.examined.map(({ what, count }) => counted(count, what))
      const failed = found.failures.length === 0 ? [] : [counted(found.failures.length, 'failures')]
      return { instead: null, measured: [...examined, ...failed].join(', '), warnings: [] }
    }
    const { inapplicable = [] } = surveyedSchema.safeParse(data).data ?? {}
    const warnings = inapplicable.map(({ name, reason }) => `${name} is not applicable: ${reason}`)
    return { instead: null, measured: '', warnings }
  },
  shown: ['escalation', 'late-result'],
  compared: [],
  regressions: [],
}

const counted = (count: number, many: string): string => `${count} ${count === 1 ? many.replace(/s$/, '') : many}`
