/** Interfaces that are made by a call, or put onto a prototype, from Phase 0 to GREEN. */
import type { Files } from '@sigma/measuring'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { trial } from './fixture/trial.ts'
import { bare, tests } from './proofs/slug.ts'

const { judge, green, checkouts } = trial()
const stub = `throw new Error('not implemented')`

const shapes: readonly (readonly [
  interfaces: string,
  source: (body: string) => string,
  demand: string,
  body: string,
])[] = [
  [
    'export const slug: (text) => string',
    (body) =>
      `const once = (make) => { let made; return (...given) => (made ??= make(...given)) }\nexport const slug = once((text) => { ${body} })\n`,
    `assert.equal(made.slug('A'), 'a')`,
    'return text.toLowerCase()',
  ],
  [
    'Shelf.prototype.count(item)',
    (body) => `export function Shelf() { this.items = ['a'] }\nShelf.prototype.count = function (item) { ${body} }\n`,
    `assert.equal(new made.Shelf().count('a'), 1)`,
    'return this.items.filter((each) => each === item).length',
  ],
  [
    'class Shelf { count(item) }',
    (body) => `export class Shelf { items = ['a']; count = (item) => { ${body} } }\n`,
    `assert.equal(new made.Shelf().count('a'), 1)`,
    'return this.items.filter((each) => each === item).length',
  ],
]

for (const [design, sourceOf, demand, body] of shapes) {
  test.concurrent(`work on ${sourceOf('…').split('\n').at(-2)} is judged as any other`, async () => {
    proves('DPTR-78', 'SIG-40', 'SIG-51')
    const stubbed: Files = { ...bare, 'src/made.js': sourceOf(stub) }
    const baseline = { commit: await checkouts.commit(bare), evidence: null }
    const phase0 = await judge('phase0', stubbed, { before: baseline, interfaces: [design] })
    expect(phase0).toMatchObject({ verdict: 'pass', findings: [] })
    const given = {
      before: { ...phase0.baseline },
      tests: ['test/**'],
      interfaces: ['slug', 'Shelf'],
      sourceFrom: null,
    }
    const withTest = (code: string): Files => ({
      ...stubbed,
      'test/made.test.js': tests(`import * as made from '../src/made.js'\ntest('is made', () => { ${code} })`),
    })
    const weak = await judge(
      'red',
      withTest(demand.replace('equal', 'doesNotThrow').replace(/\((made|new made)(.*), .+\)$/, '(() => $1$2)')),
      given,
    )
    expect(weak.rules).toEqual(['any-result-passes'])
    const red = await judge('red', withTest(demand), given)
    expect(red).toMatchObject({ verdict: 'pass', data: { byNotImplemented: 1 }, seen: { again: { how: 'emptied' } } })
    const done = { ...withTest(demand), 'src/made.js': sourceOf(body) }
    expect(await green(stubbed, red, done)).toMatchObject({ verdict: 'pass', findings: [] })
  })
}

test.concurrent('a value that is made by a call is read, not called', async () => {
  proves('SIG-39')
  const before = { ...bare, 'src/made.js': `const make = () => ({ size: 1 })\nexport const shelf = make()\n` }
  const given = {
    before: { commit: await checkouts.commit(before), evidence: null },
    tests: ['test/**'],
    interfaces: ['shelf'],
    sourceFrom: null,
  }
  const asking = (code: string) =>
    judge(
      'red',
      {
        ...before,
        'test/made.test.js': tests(`import { shelf } from '../src/made.js'\ntest('has two', () => { ${code} })`),
      },
      given,
    )
  expect(await asking('assert.equal(shelf.size, 2)')).toMatchObject({ verdict: 'pass' })
  expect((await asking('assert.equal(process.pid, 0)')).rules).toEqual(['unrelated'])
})
