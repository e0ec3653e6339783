/** Puts modules and tests into the words of the user's project. */
import { aTest, equal, ground, isCommonJs, isNode, isTypeScript, tests } from './kit.mjs'

/** Code that is written as an ES module, as the project has its modules. */
export function asModule(text) {
  const plain = `${isTypeScript ? '// @ts-nocheck\n' : ''}${text}`
  if (!isCommonJs) return plain
  const names = [...text.matchAll(/^export (?:async )?(?:function\*?|class|const) ([\p{L}\w$]+)/gmu)].map(
    ([, name]) => name,
  )
  const handed = [...text.matchAll(/^export \{ (.+) \} from/gm)].flatMap(([, list]) => list.split(', '))
  const body = text
    .replace(/^(?:import|export) \{ (.+) \} from '(.+)'$/gm, `const { $1 } = require('$2')`)
    .replace(/^export /gm, '')
  return `${body}module.exports = { ${[...names, ...handed].join(', ')} }\n`
}

/** A file of tests as a variant describes them. */
export function testsOf({ names: taken, before = '', tests: examples }) {
  const lone = examples.filter(({ within }) => within === undefined).map(inWords)
  const names = [...new Set(examples.flatMap(({ within }) => within ?? []))]
  const grouped = names.map((name) => {
    const own = examples.filter(({ within }) => within === name).map(inWords)
    return `describe('${name}', () => {\n${own.join('\n')}\n})`
  })
  return tests([...lone, ...grouped], { of: taken, from: ground.specifier, before: `${inTests(before)}\n` })
}

function inWords({ name, first = '', equal: pairs = [], deep = [], throws }) {
  const lines = [
    ...(first === '' ? [] : [first]),
    ...pairs.map(([actual, expected]) => equal(actual, expected)),
    ...deep.map(([actual, expected]) =>
      isNode ? `assert.deepEqual(${actual}, ${expected})` : `expect(${actual}).toEqual(${expected})`,
    ),
    ...(throws === undefined ? [] : [throwing(throws)]),
  ]
  return aTest(name, lines.join('\n  '))
}

const throwing = ([call, words]) =>
  isNode ? `assert.throws(() => ${call}, /${words}/)` : `expect(() => ${call}).toThrow(/${words}/)`

/** What stands around tests: `EQUAL(a, b)` is the runner's own assertion, `LOOP` one test a turn. */
function inTests(text) {
  const words = text
    .replace(/EQUAL\(([^\n]+), ([^\n,]+)\)$/gm, (_, actual, expected) => equal(actual, expected))
    .replace('LOOP', `test('makes ' + wanted, () => { ${equal('slug(text)', 'wanted')} })`)
  return isCommonJs ? words.replace(/^import (\{ .+ \}|\w+) from '(.+)'$/gm, `const $1 = require('$2')`) : words
}
