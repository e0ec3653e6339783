/** What becomes of the tests that were there. */
import { rmSync } from 'node:fs'
import {
  aTest,
  code,
  equal,
  ground,
  honest,
  honestBody,
  honestly,
  honestTests,
  isNode,
  oldFile,
  oldSource,
  oldSourceFile,
  oldTestFile,
  oldTests,
  read,
  source,
  testFile,
  tests,
  uses,
  write,
} from './kit.mjs'

const some = isNode ? `assert.ok(shout('a'))` : `expect(Boolean(shout('a'))).toBe(true)`
const traded = aTest('shouts', `${some}\n  ${equal(`slug('A B')`, `'a-b'`)}`)
const rewriting = (rewrite) => honestly('RED', () => write(oldTestFile, rewrite(read(oldTestFile))))

export const oldDemands = {
  'deletes-old-test': honestly('RED', () => write(oldTestFile, oldFile(oldTests.slice(1)))),
  'renames-old-test': honestly('RED', () =>
    write(oldTestFile, oldFile([aTest('shouts aloud', some), ...oldTests.slice(1)])),
  ),
  'skips-old-test': rewriting((text) => text.replace('test(', 'test.skip(')),
  'weakens-old-test': honestly('RED', () =>
    write(oldTestFile, oldFile([aTest('shouts', `shout('a')`), ...oldTests.slice(1)])),
  ),
  'trades-old-demand': {
    RED: () => {
      honest()
      const before = uses('slug', ground.specifier)
      write(oldTestFile, tests([traded, ...oldTests.slice(1)], { of: 'shout', from: ground.oldSpecifier, before }))
    },
    GREEN: () => {
      write(source, code(honestBody))
      write(oldSourceFile, oldSource().replace('return text', `return text === 'a' ? 'no' : text`))
    },
  },
  'tests-elsewhere': { RED: () => write(`${source}.sneaky-test.js`, tests(honestTests)) },
  'edits-test': {
    GREEN: () => {
      write(testFile, read(testFile).replaceAll(`'two-words'`, `'Two Words'`).replaceAll(`'abc'`, `'ABC'`))
      write(source, code('return text'))
    },
  },
  'deletes-test': { GREEN: () => rmSync(testFile) },
  'breaks-old-code': honestly('GREEN', () =>
    write(oldSourceFile, read(oldSourceFile).replace('toUpperCase', 'toLowerCase')),
  ),
}
