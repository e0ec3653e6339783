import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { callAtPlace, readTestCode } from '../asserted/test-code.ts'
import { emptinessOf } from './emptiness.ts'

/** The rule that refuses a test with this body, in a file with these further lines. */
function ruleOf(body: string, around = '', head = heads): string | null {
  const text = `${head}\n${around}\ntest('it', async (t) => { ${body} })`
  const code = readTestCode('test/slug.test.js', text)
  if (code === null) throw new Error(`cannot be read: ${text}`)
  const line = text.split('\n').findIndex((each) => each.startsWith("test('it'")) + 1
  const call = callAtPlace(code, line, 1)
  if (call === null) throw new Error('no test there')
  const isSource = (specifier: string): boolean => specifier.startsWith('../src/')
  return emptinessOf(call, code, { isSource, plainLanguage: true })?.rule ?? null
}

const heads = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expect, vi } from 'vitest'
import { slug, parse } from '../src/text.js'
import * as source from '../src/text.js'
import { checkSlug } from './kit/slugs.js'
import fc from 'fast-check'`

const empty: readonly (readonly [rule: string, body: string, around?: string])[] = [
  ['asserts-nothing', `slug('A b')`],
  ['asserts-nothing', `const result = slug('A b'); result.trim(); console.log(result)`],
  ['asserts-nothing', `await source.slug('A b')`],
  ['asserts-nothing', `const { slug } = await import('../src/text.js'); slug('a')`],
  ['asserts-nothing', `run()`, `function run() { slug('A b') }`],
  ['asserts-nothing', `t.plan(0); slug('A b')`],
  ['asserts-constants', `expect(1).toBe(2)`],
  ['asserts-constants', `assert.ok(false)`],
  ['asserts-constants', `assert(false)`],
  ['asserts-constants', `t.assert.equal(1, 2)`],
  ['asserts-constants', `assert.fail('to be written')`],
  ['asserts-constants', `expect.fail()`],
  ['asserts-constants', `expect(true).to.be.false`.replace('.false', '.equal(false)')],
  ['asserts-constants', `const wanted = 'a' + 'b'; assert.equal(wanted, 'ba')`],
  ['asserts-constants', `const given = { a: [1] }; expect(given.a).toEqual([2])`],
  ['asserts-constants', `assert.equal('A b'.toLowerCase(), 'a-b')`],
  ['asserts-constants', `assert.throws(() => { throw new Error('x') }, /y/)`],
  ['asserts-constants', `assert.equal(twice(2), 5)`, `const twice = (n) => n * 2`],
  ['asserts-constants', `await expect(Promise.resolve(1)).resolves.toBe(2)`],
  ['ignores-result', `slug('A b'); expect(true).toBe(true)`],
  ['ignores-result', `const input = 'A b'; slug(input); assert.equal(input, 'A b')`],
  ['ignores-result', `slug('A b'); assert.equal(typeof slug, 'function')`],
  ['ignores-result', `slug('A b'); expect(slug).toBeDefined()`],
  ['ignores-result', `assert.ok(slug('A b') || true)`],
  ['ignores-result', `assert.ok(!(slug('A b') && false))`],
  ['ignores-result', `assert.ok([slug('A b')])`],
  ['ignores-result', `expect({ result: await slug('A b') }).toBeTruthy()`],
  ['ignores-result', `assert.ok(typeof slug('A b'))`],
  ['ignores-result', `assert.ok((slug('A b'), 1))`],
  ['ignores-result', `assert.equal((slug('A b'), 1), 1)`],
  ['ignores-result', `assert.equal(slug('A b') ? 1 : 1, 1)`],
  ['ignores-result', `assert.equal(void slug('A b'), undefined)`],
  ['asserts-nothing', `const result = slug('A b'); return; assert.equal(result, 'a-b')`],
  ['accepts-any-error', `assert.throws(() => slug(1))`],
  ['accepts-any-error', `assert.throws(() => slug(1), Error)`],
  ['accepts-any-error', `expect(() => slug(1)).toThrow()`],
  ['accepts-any-error', `await expect(slug(1)).rejects.toThrow()`],
  ['accepts-any-error', `await assert.rejects(slug(1))`],
  ['accepts-any-error', `try { assert.equal(slug('A'), 'a') } catch {}`],
  ['accepts-any-error', `try { slug(1); assert.fail() } catch (error) { assert.ok(error) }`],
  ['compares-itself', `const result = slug('A b'); assert.equal(result, result)`],
  ['compares-itself', `const result = slug('A b'); expect(result).toEqual(result)`],
]

for (const [rule, body, around] of empty) {
  test(`a test that proves nothing is refused by ${rule}: ${body}`, () => {
    proves('SIG-51')
    expect(ruleOf(body, around)).toBe(rule)
  })
}

const honest: readonly (readonly [body: string, around?: string, head?: string])[] = [
  [`assert.equal(slug('A b'), 'a-b')`],
  [`expect('a-b').toBe(slug('A b'))`],
  [`assert.ok(slug('A b') || slug('C d'))`],
  [`assert.ok(slug('A b') && true)`],
  [`t.plan(1); slug('A b', () => { t.assert.ok(true) })`],
  [`if (slug('A b') === 'a-b') assert.ok(true); else assert.fail()`],
  [`assert.ok(slug('A b') ?? false)`],
  [`assert.ok(slug('A b') ? true : false)`],
  [`assert.equal(slug('A b') ? 1 : 2, 1)`],
  [`assert.equal((slug('A b'), slug('A b')), 'a-b')`],
  [`assert.equal(typeof slug('A b'), 'string')`],
  [`if (process.platform === 'win32') return; assert.equal(slug('A b'), 'a-b')`],
  [`if (process.platform === 'win32') { return } assert.equal(slug('A b'), 'a-b')`],
  [`const run = () => { return slug('A b') }; assert.equal(run(), 'a-b')`],
  [`return late(); function late() { assert.equal(slug('A b'), 'a-b') }`],
  [`const list = [3, 1]; parse(list); assert.deepEqual(list, [1, 3])`],
  [`let seen = 0; slug('a', () => { seen += 1 }); assert.equal(seen, 1)`],
  [`const seen = []; slug('a', (each) => seen.push(each)); expect(seen).toEqual(['a'])`],
  [`checkSlug('A b', 'a-b')`],
  [`check('A b', 'a-b')`, `function check(text, wanted) { assert.equal(slug(text), wanted) }`],
  [`cases.forEach(check)`, `const cases = ['a']\nconst check = (text) => assert.equal(slug(text), text)`],
  [`fc.assert(fc.property(fc.string(), (text) => slug(slug(text)) === slug(text)))`],
  [`expect(slug('A b')).toMatchInlineSnapshot()`],
  [`if (slug('A b') !== 'a-b') throw new assert.AssertionError({ message: 'no' })`],
  [`assert.doesNotThrow(() => slug(''))`],
  [`expect(() => slug('')).not.toThrow()`],
  [`assert.throws(() => slug(1), TypeError)`],
  [`expect(() => slug(1)).toThrow('text')`],
  [`await assert.rejects(slug(1), { code: 'EMPTY' })`],
  [`await expect(slug(1)).rejects.toMatchObject({ code: 'EMPTY' })`],
  [`assert.throws(() => slug(1)); assert.equal(slug('A'), 'a')`],
  [`try { slug(1); assert.fail() } catch (error) { assert.equal(error.code, 'EMPTY') }`],
  [`let error; try { slug(1) } catch (caught) { error = caught } assert.equal(error.code, 'EMPTY')`],
  [`slug('a', () => assert.fail('never'))`],
  [`const spy = vi.fn(); slug('a', spy); expect(spy).toHaveBeenCalledWith('a')`],
  [
    `const out = execFileSync('node', ['src/cli.js']).toString(); assert.equal(out, 'a')`,
    `import { execFileSync } from 'node:child_process'`,
  ],
  [`slug('a', { out: 'x' }); assert.equal(readFileSync('x', 'utf8'), 'a')`, `import { readFileSync } from 'node:fs'`],
  [`await request(source.app).get('/').expect(200)`, `import request from 'supertest'`],
  [`const response = await fetch('http://localhost'); expect(response.status).toBe(200)`],
  [`render('<b>'); screen.getByText('b')`, `import { render, screen } from '@testing-library/dom'`],
  [`document.body.innerHTML = slug('a'); expect(document.body.textContent).toBe('a')`],
  [`slug('A b').should.equal('a-b')`],
  [`expect(slug('A b')).to.equal('a-b')`, '', `import { expect } from 'chai'\nimport { slug } from '../src/text.js'`],
  [`expect(1).toBe(1)`, '', `import { expect } from '../src/expect.js'`],
  [`expect(1).toBeOne()`, '', `import { expect } from './kit/expect.js'`],
  [`t.is(slug('a'), 'a')`],
  [`slug('a')`, `afterEach(() => { assert.equal(source.open(), 0) })`],
  [`const first = slug('a'); const again = slug('a'); assert.equal(first, again)`],
  [`assert.equal(source.instance(), source.instance())`],
  [`for (const each of ['a']) assert.equal(slug(each), each)`],
  [`expect.assertions(1); return slug('a').then((text) => expect(text).toBe('a'))`],
]

for (const [body, around, head] of honest) {
  test(`an honest test is none that proves nothing: ${around ?? ''} ${body}`, () => {
    expect(ruleOf(body, around, head)).toBe(null)
  })
}
