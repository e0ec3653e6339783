/** A library may put an error of its own around what a test met: what counts is the error that it names as its cause. */
import { fileURLToPath } from 'node:url'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { type Judged, trial } from './fixture/trial.ts'

const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url))
const { red } = trial(undefined, modules)

const heads: Readonly<Record<string, string>> = {
  'node:test': `const { test } = require('node:test')`,
  vitest: `import { test } from 'vitest'\nimport { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)`,
  jest: '',
}
const runners = Object.keys(heads)

const stub = `exports.slug = (text) => {\n  throw new Error('not implemented')\n}\n`
const names = `const assert = require('node:assert/strict')\nconst fc = require('fast-check')\nconst { slug } = require('../src/text.js')\n`

/** All of them in one run: each is a test of its own. */
async function judged(runner: string, bodies: Readonly<Record<string, string>>, code = stub): Promise<Judged> {
  const files = { 'package.json': JSON.stringify({ jest: { transform: {} } }), 'src/text.js': code }
  const tests = Object.entries(bodies).map(([name, body]) => `test('${name}', ${body})\n`)
  const text = `${heads[runner]}\n${names}${tests.join('')}`
  return await red(files, { ...files, 'test/slug.test.js': text }, { runner })
}

const chain = (depth: number, innermost: string): string =>
  `${'new Error("a library failed", { cause: '.repeat(depth)}${innermost}${' })'.repeat(depth)}`
const met = `(() => { try { slug('') } catch (error) { return error } })()`

const honest: Readonly<Record<string, string>> = {
  'a property': `() => { fc.assert(fc.property(fc.string(), (text) => { assert.ok(!slug(text).includes(' ')) })) }`,
  'an asynchronous property': `async () => { await fc.assert(fc.asyncProperty(fc.string(), async (text) => !(await slug(text)).includes(' '))) }`,
  'an error of several': `async () => { assert.equal(await Promise.any([(async () => slug(''))()]), '') }`,
  'a cause of a cause': `() => { throw ${chain(3, met)} }`,
}
const cheats: Readonly<Record<string, string>> = {
  'an error that the test names as the cause': `() => { slug.name; throw ${chain(1, `new Error('not implemented')`)} }`,
  'a property that throws the words itself': `() => { fc.assert(fc.property(fc.string(), () => { throw new Error('not implemented') })) }`,
  'a cause that was never an error of the code': `() => { throw Object.assign(new Error('x'), { cause: { message: 'not implemented' } }) }`,
  'a chain deeper than anybody needs': `() => { throw ${chain(9, met)} }`,
  'a message that looks like fast-check': `() => { throw new Error('Property failed after 1 tests\\nGot Error: not implemented\\n    at slug (' + require.resolve('../src/text.js') + ':2:9)') }`,
  'a message that looks like a stack': `() => { throw new Error('not implemented\\n    at slug (' + require.resolve('../src/text.js') + ':2:9)') }`,
}

for (const runner of runners) {
  test.concurrent(`with ${runner} whatever is put around it, the interface's own "not implemented" counts`, async () => {
    proves('SIG-38')
    const { verdict, findings, data, seen } = await judged(runner, honest)
    const byNotImplemented = Object.keys(honest).length
    expect({ verdict, findings, data }).toMatchObject({ verdict: 'pass', data: { byNotImplemented } })
    for (const { failure } of seen.after.tests)
      expect(failure).toMatchObject({ frame: 'src/text.js:2', throughSource: true })
  })

  test.concurrent(`with ${runner} an error that only says so counts for nothing, wherever it says it`, async () => {
    proves('SIG-38')
    const { verdict, findings } = await judged(runner, cheats)
    expect(verdict).toBe('fail')
    const refused = findings.filter(({ rule }) => rule === 'not-an-assertion').map(({ message }) => message)
    expect(Object.keys(cheats).filter((name) => !refused.some((message) => message.includes(name)))).toEqual([])
  })

  test.concurrent(`with ${runner} a property that fails by an assertion is measured like any other`, async () => {
    proves('SIG-37', 'SIG-39')
    const code = `exports.slug = (text) => text + ' '\n`
    const property = (says: string): string => `() => { fc.assert(fc.property(fc.string(), (text) => { ${says} })) }`
    const both = {
      related: property('assert.equal(slug(text).trim(), slug(text))'),
      unrelated: property('assert.equal(text, 1)'),
    }
    const { findings, data } = await judged(runner, both, code)
    expect({ findings, data }).toMatchObject({ findings: [{ rule: 'unrelated' }], data: { byAssertion: 2 } })
    expect(findings[0]?.message).toContain('› unrelated fails without calling')
  })
}

/** fast-check before version 4 writes the cause into its message, and keeps none. */
const older = `exports.assert = (run) => {
  try {
    run()
  } catch (error) {
    const frames = error.stack.split('\\n').slice(1).join('\\n')
    throw new Error('Property failed after 1 tests\\n{ seed: 1, path: "0", endOnFailure: true }\\nCounterexample: [""]\\nShrunk 0 time(s)\\nGot error: ' + error.message + '\\n' + frames + '\\n\\nHint: Enable verbose mode')
  }
}
`

test.concurrent('an older fast-check is understood by its message, which does not prove that the code was called', async () => {
  proves('SIG-38', 'SIG-39')
  const alone = trial()
  const told = async (body: string): Promise<Judged> => {
    const files = { 'package.json': '{}', 'src/text.js': stub, 'node_modules/fast-check/index.js': older }
    const text = `${heads['node:test']}\n${names}test('is told', () => { fc.assert(() => { ${body} }) })\n`
    return await alone.red(files, { ...files, 'test/slug.test.js': text })
  }
  expect(await told(`assert.equal(slug('a'), 'a')`)).toMatchObject({ verdict: 'pass', data: { byNotImplemented: 1 } })
  expect(await told(`throw new Error('not implemented')`)).toMatchObject({ rules: ['not-an-assertion'] })
  const forged = `'not implemented\\n    at slug (' + require.resolve('../src/text.js') + ':2:9)'`
  expect(await told(`throw new Error(${forged})`)).toMatchObject({ verdict: 'fail', rules: ['unrelated'] })
})
