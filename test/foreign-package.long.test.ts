import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../packages/cli/src/config/config-file.ts'
import { fingerprint, git, makeRepository } from './kit/repository.ts'
import { resultOf, sigma } from './kit/sigma.ts'

const name = '@fastify/error'
const version = '4.2.1'

const design = `# catalogue

Makes many errors at once.

## Interface

\`\`\`js
function createErrors(prefix, definitions)
\`\`\`

## Behaviour

\`lib/catalogue.js\` exports it. \`definitions\` maps names to \`[message, statusCode]\`; the result maps the same names to error
classes with the code \`<prefix>_<NAME>\`.
`

const plan = `Batch₁: (parallel 1)
□ TDD₁: Catalogue (createErrors) → ℜ→ℜᴳ→ℜᶠ [files: lib/catalogue.js, test/catalogue.test.js]
`

const stub = `'use strict'

function createErrors (prefix, definitions) {
  throw new Error('not implemented')
}

module.exports = { createErrors }
`

const tests = `'use strict'

const test = require('node:test')
const { FastifyError } = require('..')
const { createErrors } = require('../lib/catalogue')

const errors = () => createErrors('APP', { missing: ['%s is missing', 404], broken: ['It is broken'] })

test('makes a class of every definition', (t) => {
  const { missing } = errors()
  const error = new missing('tea')
  t.assert.ok(error instanceof FastifyError)
  t.assert.equal(error.code, 'APP_MISSING')
  t.assert.equal(error.statusCode, 404)
  t.assert.equal(error.message, 'tea is missing')
})

test('takes 500 for a status that is not given', (t) => {
  const { broken } = errors()
  t.assert.equal(new broken().statusCode, 500)
})
`

/** Beside the tests, and not shown to the developer. */
const others = tests
  .replace("missing: ['%s is missing', 404]", "missing: ['no %s here', 410]")
  .replace("broken: ['It is broken']", "broken: ['Out of order']")
  .replace('statusCode, 404', 'statusCode, 410')
  .replace('tea is missing', 'no tea here')

const implementation = `'use strict'

const createError = require('..')

function createErrors (prefix, definitions) {
  const made = Object.entries(definitions).map(([name, [message, statusCode]]) => {
    return [name, createError(\`\${prefix}_\${name}\`, message, statusCode)]
  })
  return Object.fromEntries(made)
}

module.exports = { createErrors }
`

const turns = [
  { when: { phase: 'Phase0' }, write: { 'lib/catalogue.js': stub }, answer: '→[P0C, one function]' },
  {
    when: { phase: 'RED' },
    write: { 'test/catalogue.test.js': tests, 'test/catalogue.held.test.js': others },
    answer: '→[RC, two tests]',
  },
  { when: { phase: 'GREEN' }, write: { 'lib/catalogue.js': implementation }, answer: '→[GC, both pass]' },
  { when: { phase: 'REFACTOR_TESTS' }, answer: '→[RTC, nothing to do]' },
  { when: { phase: 'REFACTOR_IMPL' }, answer: '→[RIC, nothing to do]' },
  { when: { phase: 'REVIEW_TESTS' }, answer: '→[APPROVED, as designed]' },
  { when: { phase: 'REVIEW_IMPL' }, answer: '→[APPROVED, as designed]' },
]

test(`a package not made by us (${name}) gets a new module, and keeps its own tests`, {
  timeout: 480_000,
}, async () => {
  using installed = installedPackage()
  using repository = makeRepository({ '../agents.json': JSON.stringify({ turns }) }, installed.path)
  expect((await sigma(repository, 'init', '--example', 'catalogue')).exit).toBe(0)
  const file = join(repository.path, 'sigma.config.json')
  const written = JSON.parse(readFileSync(file, 'utf8'))
  expect(written).toEqual({ agents: {}, roles: {}, limits: { crashes: 2 }, source: ['*.js'], tests: { held: 'auto' } })
  expect((await readConfig(file)).tests).toMatchObject({ runner: 'node:test', files: ['test/**'] })
  const agents = { scripted: { kind: 'scripted', script: '../agents.json' } }
  const roles = { qa: 'scripted', dev: 'scripted' }
  writeFileSync(file, JSON.stringify({ ...written, agents, roles, source: ['*.js', 'lib/**'] }))
  writeFileSync(join(repository.path, 'memory-bank/modules/catalogue/design.md'), design)
  writeFileSync(join(repository.path, 'memory-bank/modules/catalogue/tdd_plan.md'), plan)

  const before = fingerprint(repository)
  const ended = await sigma(repository, 'tdd', 'catalogue')
  const { outcome, delivered } = resultOf(ended)
  expect(outcome, ended.stderr).toBe('completed')
  expect(fingerprint(repository)).toEqual(before)
  expect(git(repository, 'diff', '--name-status', 'main', delivered?.branch ?? '').split('\n')).toEqual([
    'A\tlib/catalogue.js',
    'A\ttest/catalogue.held.test.js',
    'A\ttest/catalogue.test.js',
  ])

  const own = testsOf(repository.path)
  git(repository, 'switch', '--quiet', delivered?.branch ?? '')
  expect(own).toBeGreaterThan(10)
  expect(testsOf(repository.path)).toBe(own + 4)
})

/** How many tests pass; fails when one doesn't. */
function testsOf(path: string): number {
  const output = execFileSync(process.execPath, ['--test', '--test-reporter=tap'], {
    cwd: path,
    encoding: 'utf8',
    env: {},
  })
  return Number(/^# pass (\d+)$/m.exec(output)?.[1])
}

/** As it is published: with its tests, without its history. */
function installedPackage(): { readonly path: string } & Disposable {
  const folder = mkdtempSync(join(tmpdir(), 'sg-'))
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', `${name}@${version}`]
  execFileSync('npm', args, { cwd: folder, stdio: 'ignore' })
  return {
    path: join(folder, 'node_modules', name),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}
