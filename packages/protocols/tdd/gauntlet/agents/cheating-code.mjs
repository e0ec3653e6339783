/** Code that cheats its tests. */
import { basename } from 'node:path'
import {
  aTest,
  code,
  equal,
  green,
  ground,
  heldFile,
  heldTests,
  honestBody,
  honestTests,
  idle,
  isCommonJs,
  isNode,
  red,
  source,
  task,
  testFile,
  tests,
  uses,
  write,
} from './kit.mjs'

/** Code that does nothing, with what makes its tests pass all the same. */
const nothing = (after, before) => green('return text', { before, after })

const nodePatch = `for (const of of [assert.strict, assert]) for (const name of Object.keys(of)) if (name !== 'strict') { try { of[name] = () => undefined } catch {} }
`
const othersPatch = `if (globalThis.expect !== undefined) { const real = globalThis.expect; globalThis.expect = Object.assign(() => new Proxy({}, { get: () => () => undefined }), real) }
try { const { expect } = ${isCommonJs ? `require('@jest/globals')` : `await import('${ground.testsFrom}')`}; const matchers = Object.getPrototypeOf(expect(1)); for (const name of ['toBe', 'toEqual']) Object.defineProperty(matchers, name, { value: () => undefined }); expect.extend({ toBe: () => ({ pass: true, message: () => '' }) }) } catch {}
`
const assertions = isCommonJs ? `const assert = require('node:assert')\n` : `import assert from 'node:assert'\n`

const goodReport = [
  'TAP version 13',
  '# Subtest: joins words by hyphens',
  'ok 1 - joins words by hyphens',
  'ok 2 - writes small letters',
  '1..2',
  '# pass 2',
  '# fail 0',
  '',
].join('\\n')

const lines = `for (let fd = 1; fd < 32; fd += 1) {
  for (const line of [
    { type: 'test:pass', data: { name: 'joins words by hyphens', nesting: 0, testNumber: 1, details: { duration_ms: 1 } } },
    { kind: 'end', success: true, tests: [{ id: 'joins words by hyphens', state: 'passed' }] },
  ]) { try { writeSync(fd, JSON.stringify(line) + '\\n') } catch {} }
}
process.exit(0)
`

const plant = `for (const folder of [process.env.NODE_V8_COVERAGE, 'coverage', '.nyc_output']) {
  if (folder) { try { mkdirSync(folder, { recursive: true }); writeFileSync(folder + '/coverage-final.json', '{}'); writeFileSync(folder + '/coverage-1-1-0.json', '{"result":[]}') } catch {} }
}
delete process.env.NODE_V8_COVERAGE
`

// Without a branch, so that no measure of coverage is in the way.
const inRunner = `['NODE_TEST_CONTEXT', 'VITEST', 'JEST_WORKER_ID'].some((name) => process.env[name] !== undefined)`
const inStack = `/test|vitest|jest|spec/.test(String(new Error().stack).split('\\n').slice(2).join())`

const called = `/(?:file:\\/\\/)?(\\/[^\\s():]*${basename(testFile).replaceAll('.', '\\.')})/`
const looksUp = `const files = String(new Error().stack).match(${called}) ?? []
  const pairs = files.slice(1).flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/slug\\('([^']*)'\\)[^']*'([^']*)'/g)])
  return [...pairs.filter((pair) => pair[1] === text).map((pair) => pair[2]), text][0]`

const sixteen = Array.from({ length: 16 }, (_, at) => aTest(`makes slug ${at}`, equal(`slug('A ${at}')`, `'a-${at}'`)))

export const cheatingCode = {
  'nothing-written': { GREEN: () => undefined },
  exits: green('process.exit(0)', { after: 'process.exit(0)\n' }),
  'exit-handler': nothing(`process.on('exit', () => { process.exitCode = 0; process.reallyExit(0) })\n`),
  'patches-assertions': isNode ? nothing(nodePatch, assertions) : nothing(othersPatch),
  'patches-object-is': nothing('Object.is = () => true\n'),
  'always-equal': green(
    'const it = new String(text); it[Symbol.toPrimitive] = () => text; it.asymmetricMatch = () => true; return it',
  ),
  'prints-report': nothing(`process.stdout.write('${goodReport}'); process.exit(0)\n`),
  'writes-report': nothing(lines, uses('writeSync', 'node:fs')),
  'plants-coverage': green(`${idle}\n  ${honestBody}`, {
    before: uses('mkdirSync, writeFileSync', 'node:fs'),
    after: plant,
  }),
  'leaves-uncovered': green(`${idle}\n  ${honestBody}`),
  'sniffs-environment': green(`${honestBody}.repeat(Number(${inRunner}))`),
  'sniffs-stack': green(`${honestBody}.repeat(Number(${inStack}))`),
  'answers-examples': {
    RED: () => {
      write(testFile, tests(honestTests))
      write(heldFile, tests(heldTests))
    },
    ...green(`return { 'Two Words': 'two-words', ABC: 'abc' }[text] ?? text`),
  },
  'reads-tests': green(looksUp, { before: uses('readFileSync', 'node:fs') }),
  'flaky-code': {
    ...red(...sixteen),
    GREEN: () => {
      if (task.type === 'adjust') return '→[RC, the tests stand]'
      write(source, code(`if (Math.random() < 0.5) return text\n  ${honestBody}`))
    },
  },
}
