/** Bugs that throw, tested in the natural way: the source raises an error where the test wants a value (SIG-37, SIG-38). */
import { fileURLToPath } from 'node:url'
import { inTier } from '@sigma/engine/testing'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { type Judged, trial } from './fixture/trial.ts'

const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url))
const { red, green } = trial(undefined, modules)

const heads: Readonly<Record<string, string>> = {
  'node:test': `import { describe, test, beforeEach } from 'node:test'`,
  vitest: `import { describe, test, beforeEach, expect } from 'vitest'`,
  jest: `import { describe, test, beforeEach, expect } from '@jest/globals'`,
}

const broken = `export function parse(text) {
  return text.parts.join()
}
export const each = (list, call) => list.map((item) => call(item))
export const later = async (text) => (await text).parts.join()
export const soon = (text) => new Promise((_, fail) => setTimeout(() => fail(new TypeError('no parts of ' + text)), 1))
export class Shelf extends Map {
  constructor({ items: { first: { own } } }) {
    super()
    this.first = own
  }
}
export const wrapped = (text) => {
  try {
    return parse(text)
  } catch (cause) {
    throw new Error('cannot be parsed', { cause })
  }
}
export const nested = (list) => list.flatMap((each) => [each].map((one) => one.name.first.own))
`
const mended = broken
  .replace('return text.parts.join()', `return text === '' ? undefined : text.toUpperCase()`)
  .replace('(await text).parts.join()', `text === '' ? undefined : (await text).toUpperCase()`)
  .replace(`fail(new TypeError('no parts of ' + text))`, `_(text)`)
  .replace('{ items: { first: { own } } }', '{ items }')
  .replace('= own', '= items')
  .replace('one.name.first.own', 'one.name')

const honest: Readonly<Record<string, string>> = {
  'gives back': `() => { assert.equal(source.parse('a'), 'A') }`,
  'goes on with it': `() => { assert.equal(source.parse('a').length, 1) }`,
  'is awaited': `async () => { assert.equal(await source.later('a'), 'A') }`,
  'is rejected later': `async () => { assert.equal(await source.soon('a'), 'a') }`,
  constructs: `() => { assert.equal(new source.Shelf({ items: 'a' }).first, 'a') }`,
  'has a cause': `() => { assert.equal(source.wrapped('a'), 'A') }`,
  'is nested': `() => { assert.deepEqual(source.nested([{ name: 'a' }]), ['a']) }`,
  'wants nothing': `() => { assert.equal(source.wrapped(''), undefined) }`,
  'wants nothing later': `async () => { assert.equal(await source.later(''), undefined) }`,
  'wants another error': `() => { assert.throws(() => source.parse(null), TypeError, 'x'); assert.equal(source.parse('b'), 'B') }`,
}
const hooked = `describe('hooked', () => {
  let made
  beforeEach(() => { made = source.wrapped('a') })
  test('is made before', () => { assert.equal(made, 'A') })
})`

/** An error that the test makes, with a stack that names this line of the source. */
const forged = (line: number): string =>
  `Object.assign(new TypeError('no parts'), { stack: 'TypeError: no parts\\n    at parse (' + new URL('../src/text.js', import.meta.url) + ':${line}:10)' })`

const cheats: Readonly<Record<string, string>> = {
  'the test’s own error': `() => { source.parse; null.x }`,
  'an error in a call back': `() => { source.each([1], () => { throw new TypeError('no') }) }`,
  'a message like a stack': `() => { throw new Error('no\\n    at parse (' + new URL('../src/text.js', import.meta.url) + ':2:10)') }`,
}
/** Seen only when the source that they name does nothing. */
const forgeries: Readonly<Record<string, string>> = {
  'a stack of the source': `() => { throw ${forged(2)} }`,
  'a stack of no function': `() => { throw ${forged(900)} }`,
  'a cause of the source': `() => { throw new Error('x', { cause: ${forged(2)} }) }`,
}

const undemanding: Readonly<Record<string, string>> = {
  'does not throw': `() => { assert.doesNotThrow(() => source.parse('a')) }`,
  'does not reject': `async () => { await assert.doesNotReject(source.later('a')) }`,
  'constructs nothing': `() => { assert.doesNotThrow(() => new source.Shelf({})) }`,
}
/** In the words of `expect`. */
const undemandingOfExpect: Readonly<Record<string, string>> = {
  'not to throw': `() => { expect(() => source.parse('a')).not.toThrow() }`,
  'not to throw, made': `() => { expect(() => new source.Shelf({})).not.toThrow(TypeError) }`,
  'not to throw, bound': `() => { expect(source.parse.bind(null, 'a')).not.toThrow() }`,
  'resolves to another': `async () => { await expect(source.later('a')).resolves.not.toBe('b') }`,
}
const demandingOfExpect: Readonly<Record<string, string>> = {
  'not to throw, and a value': `() => { let made; expect(() => { made = source.parse('a') }).not.toThrow(); expect(made).toBe('A') }`,
  'resolves to it': `async () => { await expect(source.later('a')).resolves.toBe('A') }`,
  'resolves to nothing': `async () => { await expect(source.later('')).resolves.toBeUndefined() }`,
}

async function judged(runner: string, code: string, source = broken): Promise<Judged> {
  const files = { 'package.json': packageOf(runner), 'src/text.js': source }
  return await red(files, { ...files, 'test/slug.test.js': testsOf(runner, code) }, { runner, source: ['src/**'] })
}

const packageOf = (runner: string): string => {
  const scripts = { test: 'NODE_OPTIONS=--experimental-vm-modules jest' }
  return JSON.stringify({ type: 'module', ...(runner === 'jest' && { scripts, jest: { transform: {} } }) })
}
const testsOf = (runner: string, code: string): string =>
  `${heads[runner]}\nimport assert from 'node:assert/strict'\nimport * as source from '../src/text.js'\n${code}\n`
const all = (bodies: Readonly<Record<string, string>>): string =>
  Object.entries(bodies)
    .map(([name, body]) => `test('${name}', ${body})\n`)
    .join('')

const runners = Object.keys(heads)

for (const runner of inTier({ fast: [], long: runners.slice(0, 1), verify: runners })) {
  test(`with ${runner} a bug that throws is met by a test that wants a value, and mended`, async () => {
    proves('SIG-37', 'SIG-38', 'SIG-40')
    const code = all(honest) + hooked
    const first = await judged(runner, code)
    expect({ findings: first.findings, data: first.data }).toMatchObject({
      findings: [],
      data: { bySourceError: Object.keys(honest).length + 1 },
    })
    const files = { 'package.json': packageOf(runner), 'src/text.js': broken }
    const done = { ...files, 'src/text.js': mended, 'test/slug.test.js': testsOf(runner, code) }
    const finished = await green(files, first, done, { runner, source: ['src/**'] })
    expect(finished).toMatchObject({ verdict: 'pass', findings: [] })
  })

  test(`with ${runner} a test that wants nothing but that an error does not come demands nothing`, async () => {
    proves('SIG-51')
    const hasExpect = runner !== 'node:test'
    const weak = { ...undemanding, ...(hasExpect && undemandingOfExpect) }
    const { findings } = await judged(runner, all({ ...weak, ...honest, ...(hasExpect && demandingOfExpect) }))
    const refused = findings.map(({ rule, message }) => `${rule} ${message.split(' › ')[1]?.split(' passes')[0]}`)
    expect(refused).toEqual(Object.keys(weak).map((name) => `any-result-passes ${name}`))
  })

  test(`with ${runner} an error that only says so is none of the source`, async () => {
    proves('SIG-37')
    for (const each of [cheats, forgeries]) {
      const { findings, verdict } = await judged(runner, all({ ...each, ...honest }))
      const refused = findings.filter(({ rule }) => rule === 'not-an-assertion').map(({ message }) => message)
      const names = Object.keys({ ...each, ...honest })
      expect(verdict).toBe('fail')
      expect(names.filter((name) => refused.some((message) => message.includes(`› ${name} `)))).toEqual(
        Object.keys(each),
      )
    }
  })
}
