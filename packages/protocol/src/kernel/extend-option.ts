import type { Option } from '../effect.ts'
import type { Finding } from '../finding.ts'
import type { JsonObject } from '../json.ts'
import { budgetUnits } from './allowance.ts'
import { spentRules } from './budgets.ts'
import { isAboutLate } from './lateness.ts'
import { unitNames } from './named-amounts.ts'

/** To go on although a budget is spent, or a turn was late: by as much again, or by what the person names. */
export function extendOption(reasons: readonly Finding[]): Option {
  if (isAboutLate(reasons)) {
    const consequence =
      'The turn goes on, in its session where its agent has one, with as much time again, or with the minutes more that you name: --more minutes=<number>.'
    return { name: 'extend', consequence, input: moreInput(['minutes']) }
  }
  const units = budgetUnits.filter((unit) => reasons.some(({ rule }) => rule === spentRules[unit]))
  if (units.length === 0)
    return { name: 'extend', consequence: 'The budgets are filled up, and the work goes on.', input: null }
  const names = units.map((unit) => unitNames[unit])
  return {
    name: 'extend',
    consequence: `What is spent is filled up again, or gets what you name, and the work goes on: --more ${names.map((name) => `${name}=<number>`).join(' --more ')}.`,
    input: moreInput(names),
  }
}

/** To have a turn that was late begun anew: the other way on beside `extendOption`, under the name that its protocol has for it. */
export const afreshOption = (name: string): Option => ({
  name,
  consequence: 'The turn is begun afresh, in a new session, and has the time of its limit.',
  input: null,
})

function moreInput(names: readonly string[]): JsonObject {
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'number', exclusiveMinimum: 0 }]))
  const more: JsonObject = { type: 'object', properties, minProperties: 1, additionalProperties: false }
  return {
    anyOf: [
      { type: 'null' },
      { type: 'object', properties: { more }, required: ['more'], additionalProperties: false },
    ],
    examples: [null],
  }
}
