/** What `sigma validate` checks where nothing is configured, in a real project with real tools: six faults, and none. */
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { needs } from '@sigma/engine/needs'
import { byVerify } from '@sigma/engine/testing'
import { proves } from '@sigma/protocol/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { install } from './kit/installed.ts'
import { keptFolder } from './kit/kept.ts'
import { type Files, git, makeRepository, type Repository, writeFiles } from './kit/repository.ts'
import { type Ended, resultOf, sigma } from './kit/sigma.ts'

const folder = mkdtempSync(join(tmpdir(), 'sigma-defaults-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeEach(() => needs('chromium'))

const page = (image: string): string =>
  `<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>Shop</title></head>\n<body><main><h1>Shop</h1>${image}</main></body>\n</html>\n`

const testOf = (name: string, assertions: string): string =>
  `import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { ${name} } from '../src/${name}.ts'\n\ntest('${name}', () => {\n  ${assertions}\n})\n`

/** As somebody has it who configured nothing but where tests lie, which \`sigma init\` finds. */
const shop: Files = {
  'package.json': JSON.stringify({
    ...{ name: 'shop', version: '1.0.0', private: true, type: 'module' },
    devDependencies: { typescript: '*' },
  }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      ...{ strict: true, noEmit: true, module: 'nodenext', target: 'es2024', types: [], lib: ['es2024'] },
      ...{ allowImportingTsExtensions: true, erasableSyntaxOnly: true },
    },
    include: ['src'],
  }),
  '.gitignore': 'node_modules\n',
  'src/total.ts':
    'export const total = (prices: readonly number[]): number => prices.reduce((sum, each) => sum + each, 0)\n',
  'test/total.test.ts': testOf('total', 'assert.equal(total([1, 2, 4]), 7)'),
  'public/index.html': page('<img src="shop.png" alt="The shop">'),
  'sigma.config.json': JSON.stringify({ tests: { runner: 'node:test', files: ['test/**'] } }),
}

const discount = (type: string): string =>
  `export const discount = (price: number): ${type} => {\n  if (price > 100) {\n    return price * 0.9\n  }\n  return price\n}\n`
const run = 'export const run = (formula: string): unknown => eval(formula)\n'
const safe = 'export const run = (formula: string): number => Number(formula)\n'
// In two parts: this file holds no secret itself.
const token = ['ghp', 'A8k2LmQ9xYw3ZtR7vB1nC5dE6fG4hJ0sUpOi'].join('_')
const key = (value: string): string => `export const key = (): string => ${value}\n`

/** A change that is right in everything. */
const right: Files = {
  'src/total.ts': `${shop['src/total.ts']}// Of prices.\n`,
  'src/discount.ts': discount('number'),
  'test/discount.test.ts': testOf('discount', 'assert.equal(discount(200), 180)\n  assert.equal(discount(10), 10)'),
  'src/run.ts': safe,
  'test/run.test.ts': testOf('run', "assert.equal(run('1'), 1)"),
  'src/key.ts': key("'unset'"),
  'test/key.test.ts': testOf('key', 'assert.ok(key())'),
  'public/about.html': page('<img src="us.png" alt="Us">'),
}

/** What mends each fault, by the kind of failure that tells of it. */
const mending = {
  test: { 'src/total.ts': right['src/total.ts'] },
  coverage: { 'test/discount.test.ts': right['test/discount.test.ts'] },
  type: { 'src/discount.ts': right['src/discount.ts'] },
  rule: { 'src/run.ts': right['src/run.ts'] },
  secret: { 'src/key.ts': right['src/key.ts'] },
  accessibility: { 'public/about.html': right['public/about.html'] },
}

const wrong: Files = {
  ...right,
  'src/total.ts': 'export const total = (prices: readonly number[]): number => prices.length\n',
  'src/discount.ts': discount('string'),
  'test/discount.test.ts': testOf('discount', 'assert.equal(typeof discount, typeof discount)'),
  'src/run.ts': run,
  'src/key.ts': key(`'${token}'`),
  'public/about.html': page('<img src="us.png">'),
}

/** Told by each specialist of the wrong change. */
const faults: readonly RegExp[] = [
  /^unit-test: test total in test\/total\.test\.ts/,
  /^test-runner: test total in test\/total\.test\.ts/,
  /^test-runner: coverage coverage-below: .*discount/,
  /^code-quality: type TS2322 in src\/discount\.ts/,
  /^security: secret .*in src\/key\.ts/,
  /^security: rule no-eval in src\/run\.ts/,
  /^e2e-accessibility: accessibility image-alt in public\/about\.html/,
]

/** A repository in which the branch `work` changes these files. */
function changing(changed: Files, base: Files = shop): Repository {
  const repository = makeRepository(base)
  install(repository.path, 'typescript')
  git(repository, 'checkout', '--quiet', '-b', 'work')
  writeFiles(repository.path, changed)
  git(repository, 'add', '--all')
  git(repository, 'commit', '--quiet', '--allow-empty', '--message', 'Work')
  return withTools(repository)
}

/** The tools are installed once for all; npm is told by which certificates it believes the registry, as in a user's shell. */
function withTools(repository: Repository): Repository {
  symlinkSync(keptFolder('tools'), join(repository.home, 'cache', 'sigma', 'tools'))
  const { NODE_EXTRA_CA_CERTS } = process.env
  return {
    ...repository,
    env: { ...repository.env, ...(NODE_EXTRA_CA_CERTS !== undefined && { NODE_EXTRA_CA_CERTS }) },
  }
}

/** A fixer that mends what it is told of, and nothing else. */
function fixer(): Files {
  const path = join(mkdtempSync(join(folder, 'fixer-')), 'fixer.mjs')
  writeFileSync(
    path,
    `import { readFileSync, writeFileSync } from 'node:fs'
const { task } = JSON.parse(readFileSync(0, 'utf8'))
if (task.type === 'acknowledge') console.log('→[AK, received]')
else {
  const mending = ${JSON.stringify(mending)}
  for (const { kind } of task.parameters.failures)
    for (const [path, text] of Object.entries(mending[kind] ?? {})) writeFileSync(path, text)
  console.log('→[FD, It is mended.]')
}
`,
  )
  const config = {
    ...{ agents: { mender: { kind: 'command', command: ['node', path] } }, roles: { fixer: 'mender' } },
    ...{ sandbox: 'off', tests: { runner: 'node:test', files: ['test/**'] } },
  }
  return { 'sigma.config.json': JSON.stringify(config) }
}

const told = (ended: Ended): string => `${ended.stdout}\n${ended.stderr}`
const messages = (ended: Ended): readonly string[] => resultOf(ended).reasons.map(({ message }) => message)

test('six faults are each named by the specialist that they are of', async () => {
  using repository = changing(wrong)
  const ended = await sigma(repository, 'validate', '--ci')
  expect(ended.exit, told(ended)).toBe(2)
  for (const fault of faults) expect(messages(ended), told(ended)).toContainEqual(expect.stringMatching(fault))
  // The secret itself is told to nobody.
  expect(told(ended)).not.toContain(token)
})

test('the same change without them passes, and what there is not in the project is said', async () => {
  proves('VAL-05')
  using repository = changing(right)
  const ended = await sigma(repository, 'validate', '--ci')
  expect(ended.exit, told(ended)).toBe(0)
  expect(told(ended)).toContain('unit-test, test-runner, code-quality, security, e2e-accessibility passed on')
  expect(told(ended)).toContain('integration-test is not applicable')
})

test('a fixer that mends what it is told has every specialist pass by its third check', async () => {
  proves('VAL-02', 'VAL-112')
  using repository = changing(wrong, { ...shop, ...fixer() })
  const ended = await sigma(repository, 'validate', 'work', '--issue', '16')
  expect(ended.exit, told(ended)).toBe(0)
  const log = readFileSync(join(repository.path, '.claude-collective/validation/issue-16/communication-log.md'), 'utf8')
  for (const name of ['unit-test', 'test-runner', 'code-quality', 'security', 'e2e-accessibility']) {
    expect(log, name).toMatch(new RegExp(`SUCCESS-16-${name}-[23]\\b`))
    expect(log, name).not.toContain(`VFR-16-${name}-3`)
  }
  const branch = resultOf(ended).delivered?.branch
  for (const [path, text] of Object.entries(mending).flatMap(([, files]) => Object.entries(files)))
    expect(git(repository, 'show', `${branch}:${path}`), path).toBe(text?.trimEnd())
})

byVerify(() => {
  test('neither comments nor configuration of the change keep a fault from being found', async () => {
    const off = '/* eslint-disable */\n// secretlint-disable\n// @ts-nocheck\n'
    const hiding: Files = {
      ...wrong,
      ...Object.fromEntries(
        ['src/run.ts', 'src/key.ts', 'src/discount.ts'].map((path) => [path, `${off}${wrong[path]}`]),
      ),
      '.eslintrc.json': JSON.stringify({ root: true, rules: {} }),
      'eslint.config.js': 'export default [{ ignores: ["**"] }]\n',
      '.secretlintrc.json': JSON.stringify({ rules: [] }),
      '.secretlintignore': '**\n',
      'tsconfig.json': JSON.stringify({ include: ['src/total.ts'] }),
      'public/about.html': page(
        '<img src="us.png"><script>window.axe = { run: async () => ({ violations: [] }) }; Object.freeze(window.axe)</script>',
      ),
    }
    using repository = changing(hiding)
    const ended = await sigma(repository, 'validate', '--ci')
    expect(ended.exit, told(ended)).toBe(2)
    const others = faults.filter(({ source }) => !source.includes('TS2322'))
    for (const fault of [...others, /^code-quality: type suppression in src\/discount\.ts/])
      expect(messages(ended), told(ended)).toContainEqual(expect.stringMatching(fault))
  })

  test('a dependency with a known vulnerability is one of the change that brings it; without a registry nothing passes', async () => {
    const locked = (version: string): Files => {
      const manifest = { name: 'shop', version: '1.0.0', dependencies: { pad: version } }
      const pad = { version, integrity: `sha512-${'a'.repeat(86)}==` }
      return {
        'package.json': JSON.stringify(manifest),
        'package-lock.json': JSON.stringify({
          ...{ name: 'shop', version: '1.0.0', lockfileVersion: 3, requires: true },
          packages: { '': manifest, 'node_modules/pad': pad },
        }),
      }
    }
    const advisory = { id: 1, url: 'https://example.org/1', title: 'It pads too much', severity: 'high' }
    await using registry = await serving(({ url = '' }) =>
      url.includes('/advisories/bulk')
        ? { pad: [{ ...advisory, vulnerable_versions: '<2.0.0' }] }
        : {
            name: 'pad',
            versions: { '1.0.0': { name: 'pad', version: '1.0.0' }, '2.0.0': { name: 'pad', version: '2.0.0' } },
          },
    )
    const validated = async (before: Files, after: Files, address: string): Promise<Ended> => {
      using repository = changing(after, { ...shop, ...before })
      const { env } = repository
      const asking = { ...repository, env: { ...env, npm_config_registry: address } }
      return await sigma(asking, 'validate', '--ci', '--specialist', 'security')
    }
    const found = await validated({}, locked('1.0.0'), registry.address)
    expect(found.exit, told(found)).toBe(2)
    expect(messages(found)).toContainEqual(
      expect.stringMatching(/^security: dependency pad in package-lock\.json: high: It pads too much/),
    )
    const older = await validated(
      locked('1.0.0'),
      { 'package.json': `${locked('1.0.0')['package.json']}\n` },
      registry.address,
    )
    expect(older.exit, told(older)).toBe(0)
    expect(told(older)).toContain('security passed on')
    const unreachable = await validated({}, locked('2.0.0'), 'http://127.0.0.1:9/')
    expect(unreachable.exit, told(unreachable)).toBe(2)
    expect(messages(unreachable)).toContainEqual(expect.stringContaining('Auditing the dependencies cannot judge'))
  })

  test('pages that a command serves are examined where it serves them', async () => {
    const server = (image: string): string => `import { createServer } from 'node:http'
createServer((_, response) => response.setHeader('content-type', 'text/html').end(${JSON.stringify(page(image))})).listen(3456, '127.0.0.1')
`
    const served = { serve: 'node server.js', url: 'http://127.0.0.1:3456/', pages: ['/', '/about'] }
    const config = {
      tests: { runner: 'node:test', files: ['test/**'] },
      validation: { specialists: { 'e2e-accessibility': served } },
    }
    const base = { ...shop, 'sigma.config.json': JSON.stringify(config) }
    const validated = async (files: Files): Promise<Ended> => {
      using repository = changing(files, base)
      return await sigma(repository, 'validate', '--ci', '--specialist', 'e2e-accessibility')
    }
    const found = await validated({ 'server.js': server('<img src="us.png">') })
    expect(messages(found), told(found)).toContainEqual(
      expect.stringMatching(/^e2e-accessibility: accessibility image-alt: .* on \/about \(critical\)/),
    )
    const right = await validated({ 'server.js': server('<img src="us.png" alt="Us">') })
    expect(right.exit, told(right)).toBe(0)
    const broken = await validated({ 'server.js': 'process.exit(3)\n' })
    expect(broken.exit, told(broken)).toBe(2)
    expect(messages(broken)).toContainEqual(expect.stringContaining('The server ends with 3'))
  })
})

/** A server on the loopback that answers everything with JSON. */
async function serving(
  answer: (request: IncomingMessage) => object,
): Promise<AsyncDisposable & { readonly address: string }> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answer(request)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const place = server.address()
  if (place === null || typeof place === 'string') throw new Error('it has no port')
  return {
    address: `http://127.0.0.1:${place.port}/`,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
