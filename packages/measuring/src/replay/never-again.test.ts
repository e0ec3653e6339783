import { expect, test } from 'vitest'
import { neverAgain } from './never-again.ts'

const head = `import { readFileSync } from 'node:fs'
import fs from 'node:fs'
import axios from 'axios'
import * as db from '../src/db.js'
import { Store } from '../src/store.js'
const old = require('../src/old')
const os = require('os')
`

test.each([
  [`vi.mock('../src/a.js')`, 'its modules are others: vi.mock in line 8'],
  [`jest.mock('../src/a.js', () => ({}))`, 'its modules are others: jest.mock in line 8'],
  [`test('a', (t) => { t.mock.module('../src/a.js') })`, 'its modules are others: t.mock.module in line 8'],
  [`vi.spyOn(db, 'query')`, 'its modules are others: vi.spyOn in line 8'],
  [`jest.spyOn(Store.prototype, 'get')`, 'its modules are others: jest.spyOn in line 8'],
  [`jest.spyOn(old, 'get')`, 'its modules are others: jest.spyOn in line 8'],
  [`vi.spyOn(axios, 'get')`, 'its modules are others: vi.spyOn in line 8'],
  [`const late = await import('../src/late.js')\nvi.spyOn(late, 'get')`, 'its modules are others: vi.spyOn in line 9'],
  [`assert.equal(mode(), process.env.NODE_ENV)`, 'its tests look at how they are run: process.env.NODE_ENV in line 8'],
  [`const { NODE_ENV } = process.env`, 'its tests look at how they are run: NODE_ENV in line 8'],
  [`process.argv = ['node', 'a']`, 'its tests look at how they are run: process.argv in line 8'],
  [`if (process.stdout.isTTY) test('a')`, 'its tests look at how they are run: process.stdout.isTTY in line 8'],
  [`assert.equal(mode(), import.meta.env.MODE)`, 'its tests look at how they are run: import.meta.env in line 8'],
  [`document.body.innerHTML = ''`, 'it is about a page: document in line 8'],
  ['(', 'its test file cannot be read'],
])('calls of a test file are not made again: %s', (body, why) => {
  expect(neverAgain('test/a.test.js', `${head}${body}`)).toBe(why)
})

test.each([
  `// vi.mock('../src/a.js') was here`,
  `const verbose = process.env.VERBOSE === '1'; process.stdout.write('')`,
  `vi.useFakeTimers(); vi.stubEnv('A', '1'); vi.stubGlobal('fetch', fake)`,
  `vi.spyOn(console, 'log'); vi.spyOn(Date, 'now'); mock.method(fs, 'readFileSync'); mock.method(os, 'cpus')`,
  `const store = new Store(); vi.spyOn(store, 'get')`,
  `const logger = { info() {} }; jest.spyOn(logger, 'info')`,
  `const document = { body: 1 }; document.body`,
  `test('a', ({ window }) => window.width); page.document.body`,
])('calls of a test file may be made again: %s', (body) => {
  expect(neverAgain('test/a.test.js', `${head}${body}`)).toBeNull()
})
