/** Tests that demand nothing of what they call, or look at its text, are refused in GREEN; honest ones of many kinds are not. */
import { fileURLToPath } from 'node:url'
import type { Files } from '@sigma/measuring'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { styles } from '../../../measuring/src/fixture/small-project.ts'
import { someOf } from './fixture/some-of.ts'
import { trial } from './fixture/trial.ts'

const modules = process.env['SIGMA_VITEST'] ?? fileURLToPath(new URL('../../../../node_modules', import.meta.url))

/** What the source offers, each with a stub of it. */
const offered: Readonly<Record<string, string>> = {
  slug: `(text) => text.toLowerCase().replaceAll(' ', '-')`,
  half: `(n) => { if (n % 2 !== 0) throw new RangeError('odd: ' + n); return n / 2 }`,
  words: `(text) => text.split(' ').filter((each) => each !== '')`,
  later: `async (text) => { await null; if (text === '') throw new Error('empty'); return { text, size: text.length } }`,
  each: `(list, use) => { for (const one of list) use(one) }`,
  store: `(map, key, value) => { map.set(key, value) }`,
  counter: `(from = 0) => { let count = from; return { next: () => ++count, get now() { return count } } }`,
  token: `() => Math.random().toString(36).slice(2).padEnd(12, 'x')`,
  upTo: `function* (most) { for (let n = 1; n <= most; n += 1) yield n }`,
  find: `(list, name) => list.find((one) => one.name === name) ?? null`,
  isOpen: `(door) => door.open === true`,
  Stack: `class { #all = []; push(one) { this.#all.push(one); return this } pop() { return this.#all.pop() } get size() { return this.#all.length } }`,
}

/** Tests that pass, and demand nothing of it that a stub does not give by chance. */
const undemanding: Readonly<Record<string, string>> = {
  'the type of a text': `assert.equal(typeof slug('A b'), 'string')`,
  'the type of a number': `assert.equal(typeof half(8), 'number')`,
  'that it is a number': `assert.ok(Number.isFinite(half(8)))`,
  'that it is whole': `assert.ok(Number.isInteger(half(8)))`,
  'that there is something': `assert.ok(slug('A b').length > 0)`,
  'that it is a list': `assert.ok(Array.isArray(words('a b')))`,
  'a length that anything has': `assert.ok(words('a b').length >= 0)`,
  'a field by its type': `assert.equal(typeof (await later('ab')).size, 'number')`,
  'that it has a field': `assert.ok('size' in (await later('ab')))`,
  'what is asserted in a branch that is never gone': `const found = half(8); if (found > 1e9) assert.equal(found, 4); assert.equal(typeof found, 'number')`,
  'each of an empty selection': `assert.equal(typeof slug('A b'), 'string'); for (const one of words('a b').filter((each) => each.length > 99)) assert.equal(one, 'a')`,
  'what its caller gave': `const given = 'A b'; const made = slug(given); assert.equal(typeof made, 'string'); assert.equal(given.length, 3)`,
  'that it is what it is': `const made = slug('A b'); const kept = [made]; assert.equal(typeof made, 'string'); assert.equal(kept[0], made)`,
  'a method by its type': `assert.equal(typeof counter().next(), 'number')`,
  'that an element is a text': `assert.equal(typeof words('a b')[0], 'string')`,
  'that it answers alike twice': `assert.equal(slug('A b'), slug('A b'))`,
  'that it is among its own': `assert.ok([half(8), half(6)].includes(half(8)))`,
  'that two objects are alike': `assert.deepEqual(await later('ab'), await later('ab'))`,
  'that two inputs are alike': `assert.equal(slug('A b'), slug('a B'))`,
  'either of two': `const open = isOpen({ open: true }); assert.ok(open === true || open === false)`,
}

/** Honest tests, of many ways to demand something. */
const demanding: Readonly<Record<string, string>> = {
  'a value': `assert.equal(slug('A b'), 'a-b')`,
  'a list': `assert.deepEqual(words('a  b'), ['a', 'b'])`,
  'an error': `assert.throws(() => half(3), /odd: 3/)`,
  'a rejection': `await assert.rejects(later(''), /empty/)`,
  'what a promise gives': `assert.deepEqual(await later('ab'), { text: 'ab', size: 2 })`,
  'an order': `assert.ok(half(8) < half(10)); assert.equal(half(8), 4)`,
  'a range': `assert.ok(half(8) > 3 && half(8) < 5)`,
  'a pattern': `assert.match(slug('A b'), /^[a-z]-[a-z]$/)`,
  'which files there are, and a value': `assert.equal(slug('A b'), 'a-b'); assert.deepEqual(readdirSync('src'), ['text.js'])`,
  'a length': `assert.equal(words('a b c').length, 3)`,
  'the length of a text that varies': `assert.equal(token().length, 12)`,
  'that two of what varies are two': `assert.notEqual(token(), token())`,
  'what a callback is given': `const seen = []; each([1, 2], (one) => seen.push(one)); assert.deepEqual(seen, [1, 2])`,
  'how often a callback is asked': `let count = 0; each(['a', 'b', 'c'], () => { count += 1 }); assert.equal(count, 3)`,
  'what is done to what it is given': `const map = new Map(); store(map, 'a', 1); assert.equal(map.get('a'), 1)`,
  'a state': `const own = counter(4); own.next(); own.next(); assert.equal(own.now, 6)`,
  'the result of a second call': `const own = counter(); own.next(); assert.equal(own.next(), 2)`,
  'what an iterator gives': `assert.deepEqual([...upTo(3)], [1, 2, 3])`,
  nothing: `assert.equal(find([], 'a'), null)`,
  'one and the same': `const a = { name: 'a' }; assert.equal(find([a], 'a'), a)`,
  'yes and no': `assert.equal(isOpen({ open: true }), true); assert.equal(isOpen({}), false)`,
  'no alone': `assert.equal(isOpen({}), false)`,
  'an object with private fields': `assert.equal(new Stack().push(1).push(2).pop(), 2)`,
  'a field that is reckoned': `assert.equal(new Stack().push(1).size, 1)`,
  'a property, over many': `for (let n = 0; n < 20; n += 2) assert.equal(half(n) * 2, n)`,
  'a round trip': `for (const text of ['a', 'b c']) assert.equal(words(text).join(' '), text)`,
  'a table': `for (const [given, wanted] of [['A', 'a'], ['B c', 'b-c']]) assert.equal(slug(given), wanted)`,
  'an error by its class': `assert.throws(() => half(5), RangeError)`,
  'that nothing is thrown, and what comes then': `assert.doesNotThrow(() => half(4)); assert.equal(half(4), 2)`,
}

/** Tests that look at how the source is written, beside calling it. */
const reading: Readonly<Record<string, string>> = {
  'the text of the file': `assert.equal(slug('A b'), 'a-b'); assert.match(readFileSync('src/text.js', 'utf8'), /toLowerCase/)`,
  'the text of the function': `assert.equal(slug('A b'), 'a-b'); assert.ok(!half.toString().includes('as before') && half.toString().startsWith('(n)'))`,
  'a name in whichever file has it': `assert.equal(slug('A b') + half(2), 'a-b1'); assert.ok(readdirSync('src').some((name) => /\\(n\\) =>/.test(readFileSync('src/' + name, 'utf8'))))`,
}

type Runner = keyof typeof styles

async function judged(runner: Runner, asks: string) {
  const { config, head, uses, gives } = styles[runner]
  const { red, green } = trial(undefined, runner === 'node:test' ? null : modules)
  const names = Object.keys(offered).filter((name) => asks.includes(name))
  const source = (body: (name: string) => string): string => names.map((name) => gives(name, body(name))).join('\n')
  const stub = (name: string): string =>
    name === 'Stack'
      ? `class { push() { throw new Error('not implemented') } }`
      : `${name === 'upTo' ? 'function* ' : name === 'later' ? 'async ' : ''}(...given)${name === 'upTo' ? '' : ' =>'} { throw new Error('not implemented') }`
  const start: Files = { ...config, 'src/text.js': `${source(stub)}\n` }
  const reads =
    runner === 'vitest'
      ? `import { readdirSync, readFileSync } from 'node:fs'`
      : `const { readdirSync, readFileSync } = require('node:fs')`
  const written: Files = {
    'test/text.test.js': `${head}\n${runner === 'node:test' && head.includes('import ') ? `import { readdirSync, readFileSync } from 'node:fs'` : reads}\n${uses(names.join(', '), '../src/text.js')}\ntest('asks', async () => { ${asks} })\n`,
  }
  const accepted = await red(start, { ...start, ...written }, { runner })
  return {
    accepted,
    judged: await green(
      start,
      accepted,
      { ...start, ...written, 'src/text.js': `${source((name) => offered[name] ?? '')}\n` },
      { runner },
    ),
  }
}

const runners: readonly Runner[] = ['node:test', 'vitest', 'jest']
const timeout = 360_000

for (const runner of runners) {
  for (const [name, asks] of someOf(undemanding, runner, 30)) {
    test.concurrent(`with ${runner} a test that demands no more than this is refused: ${name}`, {
      timeout,
    }, async () => {
      proves('SIG-51')
      const { accepted, judged: done } = await judged(runner, asks)
      // RED may see it already, by stubs that give nothing.
      if (accepted.verdict === 'pass') expect(done.rules).toEqual(['any-result-passes'])
      else expect(accepted.rules.length).toBeGreaterThan(0)
    })
  }
  for (const [name, asks] of someOf(demanding, runner, 30)) {
    test.concurrent(`with ${runner} an honest test passes that demands ${name}`, { timeout }, async () => {
      proves('SIG-51')
      const { accepted, judged: done } = await judged(runner, asks)
      expect(accepted.findings).toEqual([])
      expect(done.findings).toEqual([])
    })
  }
  for (const [name, asks] of someOf(reading, runner, 30)) {
    test.concurrent(`with ${runner} a test is refused that reads ${name}`, { timeout }, async () => {
      proves('SIG-51')
      const { accepted, judged: done } = await judged(runner, asks)
      expect(accepted.findings).toEqual([])
      expect(done.rules).toEqual(['reads-the-text'])
    })
  }
}

for (const runner of runners) {
  test.concurrent(`with ${runner} answers that hang on the order of calls are refused where the design names no state`, {
    timeout,
  }, async () => {
    proves('SIG-52')
    const { config, head, uses, gives } = styles[runner]
    const { red, judge, blobs, checkouts } = trial(undefined, runner === 'node:test' ? null : modules)
    const start = { ...config, 'src/text.js': `${gives('slug', `() => { throw new Error('not implemented') }`)}\n` }
    const asks = ['A b', 'C D', 'E F']
      .map((text) => `test('${text}', () => assert.equal(slug('${text}'), '${text.toLowerCase().replace(' ', '-')}'))`)
      .join('\n')
    const wanted = { ...start, 'test/text.test.js': `${head}\n${uses('slug', '../src/text.js')}\n${asks}\n` }
    const accepted = await red(start, wanted, { runner })
    const counting = `let calls = 0\n${gives('slug', `(text) => { calls += 1; return ['a-b', 'c-d', 'e-f'][calls - 1] }`)}\n`
    const alone = `let calls = 0\n${gives('slug', `(text) => { calls += 1; return calls > 1 || text !== 'C D' ? text.toLowerCase().replace(' ', '-') : text }`)}\n`
    const before = { commit: await checkouts.commit(start), evidence: null }
    const given = {
      before,
      red: { ...accepted.baseline },
      design: blobs.put('A slug: small letters, hyphens for blanks.'),
    }
    for (const code of [counting, alone]) {
      const counted = await judge('green', { ...wanted, 'src/text.js': code }, given, { runner })
      expect(counted.rules).toEqual(['depends-on-order'])
    }
    const done = `${gives('slug', String(offered['slug']))}\n`
    expect((await judge('green', { ...wanted, 'src/text.js': done }, given, { runner })).findings).toEqual([])
  })
}
