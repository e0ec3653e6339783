/** What the design loop says to people in its own words. */
import type { Words } from '@sigma/engine'
import { designFound } from './machine/gate-parameters.ts'

export const designWords: Words = {
  unit: { one: 'module', many: 'modules' },
  measurement: (data) => ({ instead: null, measured: measured(data), warnings: [] }),
  shown: [],
  compared: [],
  regressions: [],
}

function measured(data: unknown): string {
  const { data: found } = designFound.safeParse(data)
  if (found === undefined) return ''
  const { modules, interfaces } = found
  return [
    ...(modules.length === 0 ? [] : [counted(modules.length, 'module')]),
    ...(interfaces === 0 ? [] : [counted(interfaces, 'interface')]),
  ].join(', ')
}

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`
