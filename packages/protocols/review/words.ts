/** What a review says to people in its own words. */
import type { Words } from '@sigma/engine'
import { reviewFound } from './machine/gate-parameters.ts'

export const reviewWords: Words = {
  unit: { one: 'review', many: 'reviews' },
  measurement: (data) => {
    const { data: found } = reviewFound.safeParse(data)
    if (found === undefined) return { instead: null, measured: '', warnings: [] }
    const measured = found.verdicts.map(({ of, verdict }) => `${of} ${verdict}`).join(', ')
    return { instead: null, measured, warnings: found.told }
  },
  shown: [],
  compared: [],
  regressions: [],
}
