import { expect, test } from 'vitest'
import { verdictOf } from '../verdicts/reasons.ts'
import { compareInterfaces } from './interfaces.ts'

function compare(design: string, text: string, isOld = false) {
  const { reasons, notCompared } = compareInterfaces([design], new Map([['src/a.ts', text]]), () => isOld)
  const found = [...reasons.refused, ...reasons.unjudged].map(({ rule }) => rule)
  return { verdict: verdictOf(reasons), found, notCompared }
}
const passed = { verdict: 'pass', found: [], notCompared: [] }

test.each([
  'export class Emitter {}',
  'export interface Emitter { size: number }',
  'export type Emitter = string',
  'export enum Emitter { A }',
  'export namespace Emitter { export const a = 1 }',
  'export const Emitter = 3',
  'export const Emitter = make()',
  'export function Emitter(a: string): string { return a }',
  'const each = () => {}\nexport { each as Emitter }',
  'export { Emitter } from "elsewhere"',
  'export default class Emitter {}',
])('a name alone asks nothing but an export of that name: %j', (text) => {
  expect(compare('Emitter', text)).toEqual(passed)
})

test('a name alone that nothing exports is missing, and one that may be exported cannot be judged', () => {
  const missing = { verdict: 'fail', found: ['interface-missing'], notCompared: [] }
  for (const text of ['class Emitter {}\nnew Emitter()', 'export class Emitters {}', ''])
    expect(compare('Emitter', text)).toEqual(missing)
  const opaque = 'class Emitter {}\nif (x) { exports.Emitter = Emitter }'
  expect(compare('Emitter', opaque)).toMatchObject({ verdict: 'unknown' })
  expect(compare('Emitter', opaque, true)).toEqual(passed)
})

test.each(['const Emitter: number', 'Emitter: number', 'export const Emitter', 'Emitter()', 'function Emitter()'])(
  'what says of which kind it is stays as strict as it is: %j',
  (design) => {
    expect(compare(design, 'export class Emitter {}')).toMatchObject({ verdict: 'fail', found: ['signature-differs'] })
  },
)
