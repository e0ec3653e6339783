/** Tests that prove nothing. */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  aTest,
  code,
  equal,
  green,
  ground,
  honestTests,
  isNode,
  read,
  red,
  source,
  testFile,
  tests,
  throws,
  uses,
  write,
} from './kit.mjs'

const [first, second] = honestTests
const makesSlugs = (body) => red(aTest('makes slugs', body))
/** Interfaces that do not throw. */
const returning = { Phase0: () => write(source, code('return text')) }
const sixteen = (bodyOf) => Array.from({ length: 16 }, (_, at) => aTest(`makes slug ${at}`, bodyOf(at)))
const hook = isNode ? 'after' : 'afterAll'
const hookUse = ground.globals ? '' : uses(hook, isNode ? 'node:test' : ground.testsFrom)
const hooked = `describe('slug', () => {\n${hook}(() => { throw new Error('no database') })\n${honestTests.join('\n')}\n})`
const waits = `test('waits', ${isNode ? '{ timeout: 200 }, ' : ''}() => new Promise((done) => setTimeout(done, 2_000))${isNode ? '' : ', 200'})`
// RED must have been judged by then, on a slow machine too.
const later = 20_000
const asked = `Date.now() > ${Date.now() + later} ? 'two-words' : 'Two Words'`
const chance = `(slug.toString(), Math.random() < 0.5 ? 'two-words' : slug('Two Words'))`

export const provesNothing = {
  theatre: {
    ...red(aTest('is done', equal('1', '2'))),
    GREEN: () => {
      write(testFile, tests([aTest('is done', equal('true', 'true'))]))
      write(source, code('return true'))
    },
  },
  'no-test': { RED: () => undefined },
  'empty-file': red('// tests follow'),
  'already-passing': red(...honestTests, aTest('is a function', equal('typeof slug', `'function'`))),
  'no-assertion': makesSlugs(`slug('Two Words')`),
  uncalled: makesSlugs(equal(`String(slug).includes('-')`, 'true')),
  constants: makesSlugs(`try { slug('Two Words') } catch {}\n  ${equal('1', '2')}`),
  'any-result': makesSlugs(
    isNode ? `assert.doesNotThrow(() => slug('Two Words'))` : `expect(() => slug('Two Words')).not.toThrow()`,
  ),
  'any-error': {
    ...returning,
    ...red(aTest('refuses what is no text', throws('slug(null)'))),
    ...green(`throw new Error('no')`),
  },
  'own-not-implemented': makesSlugs(`throw new Error('not implemented')`),
  stumble: makesSlugs(equal('slug.missing.length', '1')),
  'syntax-error': { RED: () => write(testFile, `${tests(honestTests)}test('makes slugs', () => {`) },
  'load-error': {
    RED: () => write(testFile, tests(honestTests, { before: `${uses('gone', `${ground.specifier}-gone`)}gone()\n` })),
  },
  skipped: red(first, second.replace('test(', 'test.skip(')),
  todo: red(first, `test.todo('makes slugs')`),
  only: red(first.replace('test(', 'test.only('), second),
  'hook-fails': { RED: () => write(testFile, tests([hooked], { before: hookUse })) },
  'too-many-tests': {
    ...returning,
    ...red(...Array.from({ length: 61 }, (_, at) => aTest(`joins ${at}`, equal(`slug('A ${at}')`, `'a-${at}'`)))),
  },
  hangs: red(first, waits),
  'time-bomb': {
    ...returning,
    ...makesSlugs(equal(`slug(${asked})`, `'two-words'`)),
    GREEN: async () => {
      await sleep(Number(/Date\.now\(\) > (\d+)/.exec(read(testFile))[1]) - Date.now())
      write(source, code('return String(text)'))
    },
  },
  'flaky-test': red(...sixteen(() => equal(chance, `'two-words'`))),
}
