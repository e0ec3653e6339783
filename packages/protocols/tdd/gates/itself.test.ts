/** Calls that answer objects of the source's own classes: a test demands which object it is, or what was done to it. */
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { trial } from './fixture/trial.ts'
import { start, tests } from './proofs/slug.ts'

const { red, green } = trial()

/** Sigma can change the field `kind` and the tag of this class, and neither is what the tests below compare. */
const tally = `export class Tally {
  #counts = new Map()
  kind = 'tally'
  add(name) {
    this.#counts.set(name, this.of(name) + 1)
    this.told?.(name)
    return this
  }
  of(name) {
    return this.#counts.get(name) ?? 0
  }
  get [Symbol.toStringTag]() {
    return 'Tally'
  }
  copy() {
    const copied = new Tally()
    for (const [name, count] of this.#counts) copied.#counts.set(name, count)
    return copied
  }
  async later(name) {
    return this.add(name)
  }
}
export const same = (tally) => tally
`
const unwritten = `{ throw new Error('not implemented') }`
const stub = `export class Tally {
  add() ${unwritten}
  of() ${unwritten}
  copy() ${unwritten}
  async later() ${unwritten}
}
export const same = () => ${unwritten}
`

const honest = {
  'gives itself': `assert.equal(tally.add('a'), tally)`,
  'gives itself later': `assert.equal(await tally.later('a'), tally)`,
  'tells of each': `const told = []; tally.told = (name) => told.push(name); tally.add('a').add('b'); assert.deepEqual(told, ['a', 'b'])`,
  'counts on': `assert.equal(tally.add('a').add('a').of('a'), 2)`,
  'gives what it is given': `assert.equal(same(tally), tally)`,
  'copies what it counted': `tally.add('a'); assert.equal(tally.copy().of('a'), 1)`,
}
const weak = {
  'is there': `assert.ok(tally.add('a').add('b'))`,
  'is there later': `assert.ok(await tally.later('a'))`,
  'is one': `assert.ok(tally.add('a') instanceof Tally)`,
  'is one as well': `assert.ok(tally.copy().add('a') instanceof Tally)`,
}

test('a test demands which object it gets, and nothing where any of its class would do', async () => {
  proves('SIG-51')
  const head = `import { Tally, same } from '../src/tally.js'
import { beforeEach } from 'node:test'
let tally
beforeEach(() => { tally = new Tally(); String(tally) })`
  const asked = Object.entries({ ...honest, ...weak }).map(([name, body]) => `test('${name}', async () => { ${body} })`)
  const before = { ...start, 'src/tally.js': stub }
  const accepted = await red(before, { ...before, 'test/tally.test.js': tests([head, ...asked].join('\n')) })
  expect(accepted.findings).toEqual([])
  const done = { ...before, 'test/tally.test.js': tests([head, ...asked].join('\n')), 'src/tally.js': tally }
  const judged = await green(before, accepted, done)
  expect(judged.findings.map(({ rule, message }) => `${rule} ${/› (.*?) passes/.exec(message)?.[1]}`)).toEqual(
    Object.keys(weak).map((name) => `any-result-passes ${name}`),
  )
})
