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
  note(list, name) {
    list.push(name)
  }
  forget(list, name) {
    list.splice(list.indexOf(name), 1)
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
  note() ${unwritten}
  forget() ${unwritten}
}
export const same = () => ${unwritten}
`

const honest = {
  'gives itself': `assert.equal(tally.add('a'), tally)`,
  'gives itself later': `assert.equal(await tally.later('a'), tally)`,
  'tells of each': `const told = []; tally.told = (name) => told.push(name); tally.add('a').add('b'); assert.deepEqual(told, ['a', 'b'])`,
  'counts on': `assert.equal(tally.add('a').add('a').of('a'), 2)`,
  'gives what it is given': `assert.equal(same(tally), tally)`,
  'forgets what it noted': `const list = []; tally.note(list, 'a'); tally.forget(list, 'a'); assert.deepEqual(list, [])`,
  'copies what it counted': `tally.add('a'); assert.equal(tally.copy().of('a'), 1)`,
}
const weak = {
  'is there': `assert.ok(tally.add('a').add('b'))`,
  'is there later': `assert.ok(await tally.later('a'))`,
  'is one': `assert.ok(tally.add('a') instanceof Tally)`,
  'is one as well': `assert.ok(tally.copy().add('a') instanceof Tally)`,
  'counts alike': `assert.equal(tally.add('a').of('a'), tally.add('b').of('b'))`,
  'notes and forgets': `const list = []; tally.note(list, 'a'); tally.forget(list, 'a'); assert.ok(list.length >= 0)`,
}

const head = `import { Tally, same } from '../src/tally.js'
import { beforeEach } from 'node:test'
let tally
beforeEach(() => { tally = new Tally(); String(tally) })`

async function refusedOf(asked: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const before = { ...start, 'src/tally.js': stub }
  const bodies = Object.entries(asked).map(([name, body]) => `test('${name}', async () => { ${body} })`)
  const wish = { ...before, 'test/tally.test.js': tests([head, ...bodies].join('\n')) }
  const accepted = await red(before, wish)
  expect(accepted.findings).toEqual([])
  const { findings } = await green(before, accepted, { ...wish, 'src/tally.js': tally })
  return findings.map(({ rule, message }) => `${rule} ${/› (.*?) passes/.exec(message)?.[1]}`)
}

test('a test demands which object it gets', async () => {
  proves('SIG-51')
  expect(await refusedOf(honest)).toEqual([])
})

test('a test to which any object of the class would do demands nothing', async () => {
  proves('SIG-51')
  expect(await refusedOf(weak)).toEqual(Object.keys(weak).map((name) => `any-result-passes ${name}`))
})

test('another test stands for it if it demands the same methods, not only another one of the class', async () => {
  const copies = honest['copies what it counted']
  expect(await refusedOf({ copies, ...weak })).toEqual([
    'any-result-passes is there later',
    'any-result-passes notes and forgets',
  ])
})

test('a test that refuses what stood for other answers once demands nothing', async () => {
  const marked = {
    text: `const given = tally.of('a'); assert.notEqual(given, undefined); assert.doesNotMatch(String(given), /ther|^-[78]$/)`,
  }
  expect(await refusedOf(marked)).toEqual(['any-result-passes text'])
})

test('what is held back may only look at the object that the open test calls', async () => {
  const before = { ...start, 'src/tally.js': stub }
  const asking = (body: string): string =>
    tests(`${head}\nbeforeEach(() => { tally.add('x') })\ntest('knows the last', () => { ${body} })`)
  const open = asking(`assert.equal(tally.add('a').last, 'a')`)
  const findings = async (held: string) =>
    (
      await red(
        before,
        { ...before, 'test/tally.test.js': open, 'test/tally.held.test.js': asking(held) },
        { held: true },
      )
    ).findings.map(({ rule }) => rule)
  expect(await findings(`assert.equal(tally.last, 'x')`)).toEqual([])
  expect(await findings(`assert.equal(same('b'), 'b')`)).toEqual(['held-unknown'])
})
