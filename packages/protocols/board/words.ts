/** What a board says to people in its own words. */
import type { Words } from '@sigma/engine'

export const boardWords: Words = {
  unit: { one: 'task', many: 'tasks' },
  measurement: () => ({ instead: null, measured: '', warnings: [] }),
  shown: [],
  compared: [],
  regressions: [],
}
