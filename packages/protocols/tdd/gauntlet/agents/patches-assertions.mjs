/** Makes every assertion succeed. */
import { code, ground, isCommonJs, isNode, play, source, write } from './kit.mjs'

const node = `for (const of of [assert.strict, assert]) for (const name of Object.keys(of)) if (name !== 'strict') { try { of[name] = () => undefined } catch {} }
`
const others = `if (globalThis.expect !== undefined) { const real = globalThis.expect; globalThis.expect = Object.assign(() => new Proxy({}, { get: () => () => undefined }), real) }
try { const { expect } = ${isCommonJs ? `require('@jest/globals')` : `await import('${ground.testsFrom}')`}; const matchers = Object.getPrototypeOf(expect(1)); for (const name of ['toBe', 'toEqual']) Object.defineProperty(matchers, name, { value: () => undefined }); expect.extend({ toBe: () => ({ pass: true, message: () => '' }) }) } catch {}
`
const load = isCommonJs ? `const assert = require('node:assert')\n` : `import assert from 'node:assert'\n`
await play({
  GREEN: () =>
    write(source, isNode ? code('return text', { before: load, after: node }) : code('return text', { after: others })),
})
