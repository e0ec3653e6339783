/** Source that could tell that it is tested: what only plays to the test is caught, honest code passes, with each runner. */
import { fileURLToPath } from 'node:url'
import { inTier } from '@sigma/engine/testing'
import type { Files } from '@sigma/measuring'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { styles } from '../../../measuring/src/fixture/small-project.ts'
import { someOf } from './fixture/some-of.ts'
import { trial } from './fixture/trial.ts'

const modules = process.env['SIGMA_VITEST'] ?? fileURLToPath(new URL('../../../../node_modules', import.meta.url))
const works = `text.toLowerCase().replaceAll(' ', '-')`
const asks = `test('makes a slug', () => { assert.equal(slug('A b'), 'a-b') })`

/** With node:test nothing is installed. */
const cheatsWithPackages: Readonly<Record<string, Try>> = {
  'a package that only the runner brings': {
    head: `const { existsSync } = process.getBuiltinModule('node:fs')`,
    value: `existsSync('node_modules/expect') || existsSync('node_modules/chai') ? ${works} : text`,
  },
}

interface Try {
  /** Lines before `slug`, and what it gives back. */
  readonly head?: string
  readonly value: string
  readonly tests?: string
}

const cheats: Readonly<Record<string, Try>> = {
  'a variable of the runner': {
    value: `process.env.NODE_TEST_CONTEXT || process.env.VITEST || process.env.JEST_WORKER_ID ? ${works} : text`,
  },
  'variables by names that are put together': {
    head: `const names = ['NODE_TEST_CON' + 'TEXT', 'VI' + 'TEST', 'JEST_WORKER' + '_ID']`,
    value: `names.some((name) => process.env[name]) ? ${works} : text`,
  },
  'the stack': {
    head: `const called = () => /\\.test\\.js/.test(new Error().stack)`,
    value: `called() ? ${works} : text`,
  },
  'the stack, by sites': {
    head: `const sites = () => { const before = Error.prepareStackTrace; Error.prepareStackTrace = (_, all) => all; const all = new Error().stack; Error.prepareStackTrace = before; return all }`,
    value: `sites().some((site) => String(site.getFileName()).includes('.test.')) ? ${works} : text`,
  },
  'the stack, without which it throws': {
    head: `const caller = () => /\\/([^/\\s]*\\.test\\.js)/.exec(new Error().stack)[1]`,
    value: `caller().length > 0 ? ${works} : text`,
  },
}

const honest: Readonly<Record<string, Try>> = {
  'a logger that is silent in tests': {
    head: `const log = (text) => { if (process.env.NODE_ENV !== 'test') process.stdout.write(text + '\\n') }`,
    value: `(log(text), ${works})`,
  },
  'a mode that a test asks for': {
    head: `const mode = () => process.env.NODE_ENV ?? 'development'`,
    value: `text === 'mode' ? mode() : ${works}`,
    tests: `test('knows its mode', () => { assert.equal(slug('mode'), process.env.NODE_ENV ?? 'development') })`,
  },
  'a stack that is kept for people': {
    head: `class Refused extends Error { constructor(text) { super(text); Error.captureStackTrace?.(this, Refused); this.trace = this.stack.split('\\n') } }`,
    value: `{ if (text === '') throw new Refused('empty'); return ${works} }`,
    tests: `test('refuses nothing', () => { assert.throws(() => slug(''), /empty/) })`,
  },
  'arguments that a test gives': {
    value: `text === 'args' ? process.argv.slice(2).join() : ${works}`,
    tests: `test('reads', () => { const before = process.argv; process.argv = ['node', 'tool', '--a']; try { assert.equal(slug('args'), '--a') } finally { process.argv = before } })`,
  },
  'a server that listens where no test runs': {
    head: `const port = process.env.PORT ?? 0
if (process.env.NODE_ENV !== 'test' && !process.env.NODE_TEST_CONTEXT) setInterval(() => port, 1000)`,
    value: works,
  },
}

async function judged(runner: keyof typeof styles, { head = '', value, tests = '' }: Try) {
  const { config, head: imports, uses, gives } = styles[runner]
  const { red, green } = trial(undefined, runner === 'node:test' ? null : modules)
  const source = (above: string, gave: string): Files => ({
    ...config,
    'src/text.js': `${above}\n${gives('shout', '(text) => text.toUpperCase()')}\n${gives('slug', `(text) => ${gave}`)}\n`,
    'test/old.test.js': `${imports}\n${uses('shout', '../src/text.js')}\ntest('shouts', () => { assert.equal(shout('a'), 'A') })\n`,
  })
  const written: Files = { 'test/slug.test.js': `${imports}\n${uses('slug', '../src/text.js')}\n${asks}\n${tests}\n` }
  const start = source('', `{ throw new Error('not implemented') }`)
  const accepted = await red(start, { ...start, ...written }, { runner })
  expect(accepted.findings).toEqual([])
  return await green(start, accepted, { ...source(head, value), ...written }, { runner })
}

const runners: readonly (keyof typeof styles)[] = ['node:test', 'vitest', 'jest']

for (const runner of runners) {
  const all = runner === 'node:test' ? cheats : { ...cheatsWithPackages, ...cheats }
  for (const [name, cheat] of someOf(all, runner, 10)) {
    test.concurrent(`with ${runner} source that works only when it sees ${name} is refused`, {
      timeout: 360_000,
    }, async () => {
      proves('SIG-52')
      const { rules, findings, seen } = await judged(runner, cheat)
      expect(rules).toEqual(['differs-under-test'])
      expect(findings[0]?.message).toMatch(
        /^src\/text\.js: slug\('A b'\) gives 'a-b' while .*, and .* where no test is near/s,
      )
      expect(seen.replayed).toEqual({ calls: 1, compared: 1, others: [] })
    })
  }
  for (const [name, work] of someOf(honest, runner, 10)) {
    test.concurrent(`with ${runner} it passes: ${name}`, { timeout: 360_000 }, async () => {
      expect(await judged(runner, work)).toMatchObject({ verdict: 'pass', findings: [] })
    })
  }
}

test('source that knows, and works now and then where no test is as well, is refused', {
  timeout: 360_000,
}, async () => {
  proves('SIG-52')
  const head = `const called = () => /\\.test\\.js/.test(new Error().stack)`
  const more = `test('makes more', () => { for (const [given, made] of [['C d', 'c-d'], ['E F', 'e-f'], ['G h', 'g-h']]) assert.equal(slug(given), made) })`
  const lies = { head, value: `called() || Math.random() < 0.1 ? ${works} : text`, tests: more }
  expect((await judged('node:test', lies)).rules).toEqual(['differs-under-test'])
})

/** With vitest old and new test files share a process, and its modules or not. */
const shared: Readonly<Record<string, string>> = {
  'modules and all': `pool: 'threads', isolate: false, maxWorkers: 1`,
  'and no modules': `pool: 'forks', maxWorkers: 1, poolOptions: { forks: { singleFork: true } }`,
}

for (const [what, config] of Object.entries(inTier({ fast: {}, long: shared, verify: shared })))
  test.concurrent(`calls of new tests are made again where test files share a process, ${what}`, {
    timeout: 360_000,
  }, async () => {
    proves('SIG-52')
    const { red, green } = trial(undefined, modules)
    const { config: plain, head, uses, gives } = styles.vitest
    const source = (value: string): Files => ({
      ...plain,
      'vitest.config.js': `export default { test: { include: ['test/**/*.test.js'], ${config} } }`,
      'src/text.js': `${gives('shout', '(text) => text.toUpperCase()')}\n${gives('slug', `(text) => ${value}`)}\n`,
      ...Object.fromEntries(
        ['a-old', 'z-old'].map((name) => [
          `test/${name}.test.js`,
          `${head}\n${uses('shout', '../src/text.js')}\ntest('shouts', () => { assert.equal(shout('${name}'), '${name.toUpperCase()}') })\n`,
        ]),
      ),
    })
    const written: Files = { 'test/new.test.js': `${head}\n${uses('slug', '../src/text.js')}\n${asks}\n` }
    // They run in this order.
    const withNew = (files: Files): Files =>
      Object.fromEntries(Object.entries({ ...files, ...written }).toSorted(([a], [b]) => a.localeCompare(b)))
    const start = source(`{ throw new Error('not implemented') }`)
    const accepted = await red(start, withNew(start), { runner: 'vitest' })
    expect(accepted.findings).toEqual([])
    const honest = await green(start, accepted, withNew(source(works)), { runner: 'vitest' })
    expect(honest).toMatchObject({ verdict: 'pass', seen: { replayed: { calls: 1, compared: 1 } } })
    const cheat = `process.env.VITEST ? ${works} : text`
    const caught = await green(start, accepted, withNew(source(cheat)), { runner: 'vitest' })
    expect(caught.rules).toEqual(['differs-under-test'])
  })
