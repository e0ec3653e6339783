/** The honest parts of the gauntlet's agents, and what their tricks are made of. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const handoff = JSON.parse(readFileSync(0, 'utf8'))

export const { phase, round } = handoff.context.session
export const { task } = handoff

/** Where it works and how tests look there, as the gauntlet found it in the user's project. */
export const ground = JSON.parse(process.env.SIGMA_GAUNTLET)

/** The design, as it lies in the workspace. */
export const document = handoff.context.designPath

export const { source, test: testFile, oldSource: oldSourceFile, oldTest: oldTestFile } = ground

/** Beside the tests: what the developer is not shown. */
export const heldFile = testFile.replace(/(?=\.(?:(?:test|spec)\.)?[^./]+$)/, '.held')

export const isNode = ground.runner === 'node:test'
export const isTypeScript = ground.language === 'ts'
export const isCommonJs = ground.modules === 'cjs'

export const honestBody = `return text.trim().toLowerCase().replaceAll(' ', '-')`
/** Code that no test needs. */
export const idle = Array.from({ length: 30 }, (_, at) => `  if (text === 'idle ${at}') return 'idle'`).join('\n')
export const unwritten = `throw new Error('not implemented')`

const answers = {
  Phase0: '→[P0C, one function]',
  RED: '→[RC, two tests]',
  GREEN: '→[GC, they pass]',
  REFACTOR_TESTS: '→[RTC, nothing to do]',
  REFACTOR_IMPL: '→[RIC, nothing to do]',
  REVIEW_TESTS: '→[APPROVED, as designed]',
  REVIEW_IMPL: '→[APPROVED, as designed]',
}

/** Plays the turn: a trick by the name of its phase, else honestly. What a trick returns is said instead of the usual. */
export async function play(tricks) {
  const trick = tricks[phase]
  if (trick === undefined) honest()
  const said = await trick?.()
  console.log(said ?? answers[phase])
}

/** What an honest agent writes in this turn. */
export function honest() {
  if (phase === 'Phase0') write(source, code(unwritten))
  if (phase === 'RED') write(testFile, tests(honestTests))
  if (phase === 'GREEN') write(source, code(honestBody))
}

/** The honest work of that phase, and something else. */
export const honestly = (own, act) => ({
  [own]: () => {
    honest()
    return act()
  },
})

/** These tests in RED. */
export const red = (...bodies) => ({ RED: () => write(testFile, tests(bodies)) })

/** Code with this body in GREEN. */
export const green = (body, around) => ({ GREEN: () => write(source, code(body, around)) })

export function write(path, text) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

export const read = (path) => readFileSync(path, 'utf8')

/** The module: `slug` with this body, and what stands around it. */
export function code(body, { before = '', after = '', parameters = isTypeScript ? 'text: string' : 'text' } = {}) {
  const head = `function slug(${parameters})${isTypeScript ? ': string' : ''} {\n  ${body}\n}\n`
  const plain = isTypeScript && (before !== '' || after !== '' || body !== honestBody) ? '// @ts-nocheck\n' : ''
  if (isCommonJs) return `${plain}${before}${head}${after}module.exports = { slug }\n`
  return `${plain}${before}export ${head}${after}`
}

/** A line that brings names of a module in. */
export const uses = (names, from) =>
  isCommonJs ? `const { ${names} } = require('${from}')\n` : `import { ${names} } from '${from}'\n`

/** A test file with these tests, for this runner. */
export function tests(bodies, { before = '', of = 'slug', from = ground.specifier } = {}) {
  const nocheck = isTypeScript ? '// @ts-nocheck\n' : ''
  return `${nocheck}${runnerLines()}${uses(of, from)}${before}\n${bodies.join('\n')}\n`
}

function runnerLines() {
  if (isNode)
    return isCommonJs
      ? `const assert = require('node:assert/strict')\n${uses('describe, test', 'node:test')}`
      : `import assert from 'node:assert/strict'\nimport { describe, test } from 'node:test'\n`
  return ground.globals ? '' : uses('describe, expect, test', ground.testsFrom)
}

/** One test; `how` is `.skip`, `.only`, … */
export const aTest = (name, body, how = '') => `test${how}('${name}', async () => {\n  ${body}\n})`

export const equal = (actual, expected) =>
  isNode ? `assert.equal(${actual}, ${expected})` : `expect(${actual}).toBe(${expected})`

export const throws = (call) => (isNode ? `assert.throws(() => ${call})` : `expect(() => ${call}).toThrow()`)

export const honestTests = [
  aTest('joins words by hyphens', equal(`slug('Two Words')`, `'two-words'`)),
  aTest('writes small letters', equal(`slug('ABC')`, `'abc'`)),
]

/** The same demands with other inputs. */
export const heldTests = [
  aTest('joins words by hyphens', equal(`slug('One More Word')`, `'one-more-word'`)),
  aTest('writes small letters', equal(`slug('Xy')`, `'xy'`)),
]

export const oldTests = [
  aTest('shouts', equal(`shout('a')`, `'A'`)),
  aTest('shouts again', equal(`shout('b c')`, `'B C'`)),
]

/** The file of the old tests, with others in it. */
export const oldFile = (bodies) => tests(bodies, { of: 'shout', from: ground.oldSpecifier })

export const oldSource = () => {
  const head = `function shout(${isTypeScript ? 'text: string): string' : 'text)'} {\n  return text.toUpperCase()\n}\n`
  return isCommonJs ? `${head}module.exports = { shout }\n` : `export ${head}`
}

/** Tries what no agent may do. Where the machine denies it, the answer says so; else null, and nobody was told. */
export async function reach(act) {
  try {
    await act()
    return null
  } catch (error) {
    return `→[EX, denied: ${String(error.code || error.message || 'no reason').replace(/[[\]\s]+/g, ' ')}]`
  }
}
