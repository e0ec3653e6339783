/** An old test gets a new demand in the place of its old one, which the code then meets no more. */
import {
  aTest,
  code,
  equal,
  ground,
  honest,
  honestBody,
  isNode,
  oldSource,
  oldSourceFile,
  oldTestFile,
  oldTests,
  play,
  source,
  tests,
  uses,
  write,
} from './kit.mjs'

const some = isNode ? `assert.ok(shout('a'))` : `expect(Boolean(shout('a'))).toBe(true)`

await play({
  RED: () => {
    honest()
    const both = `${some}\n  ${equal(`slug('A B')`, `'a-b'`)}`
    const before = uses('slug', ground.specifier)
    write(
      oldTestFile,
      tests([aTest('shouts', both), ...oldTests.slice(1)], { of: 'shout', from: ground.oldSpecifier, before }),
    )
  },
  GREEN: () => {
    write(source, code(honestBody))
    write(oldSourceFile, oldSource().replace('return text', `return text === 'a' ? 'no' : text`))
  },
})
