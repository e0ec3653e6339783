/**
 * Repositories that try to have code of theirs run by whoever tests them. `runs` are the files whose code is run in the
 * course of a test, as it must be; all the others lie in wait for a tool that Sigma does not use.
 */
import type { Files } from '../kit/repository.ts'

export interface HostileRepository {
  readonly name: string
  readonly runner?: 'vitest' | 'jest'
  readonly files: Files
  readonly runs: readonly string[]
  /** Tried in the long form alone: runners take their time to begin. */
  readonly inLongTier?: boolean
  /** Links to lay, by path. */
  readonly links?: Files
}

const cjs = (file: string, more = ''): string => `require('ATTACK').attack('${file}')\n${more}`
const esm = (file: string, more = ''): string =>
  `import { createRequire } from 'node:module'\ncreateRequire(import.meta.url)('ATTACK').attack('${file}')\n${more}`
const shell = (file: string): string => `#!/bin/sh\nnode -e "require('ATTACK').attack('${file}')"\n`
const script = (file: string): string => `node -e "require('ATTACK').attack('${file}')"`
const passing = `import { test } from 'node:test'\ntest('passes', () => {})\n`
const manifest = (more: object): Files => ({ 'package.json': JSON.stringify({ type: 'module', ...more }) })

const idle = (name: string, files: Files): HostileRepository => ({ name, files, runs: [] })
const idleFile = (file: string, content: string): HostileRepository => idle(file, { [file]: content })
const running = (name: string, files: Files, ...runs: readonly string[]): HostileRepository => ({ name, files, runs })

const byNode: readonly HostileRepository[] = [
  idle(
    'pretest',
    manifest({ scripts: { pretest: script('pretest'), test: script('test'), posttest: script('posttest') } }),
  ),
  idle(
    'installation',
    manifest({
      scripts: Object.fromEntries(
        ['preinstall', 'install', 'postinstall', 'prepare'].map((name) => [name, script(name)]),
      ),
    }),
  ),
  idle('workspaces', {
    ...manifest({ workspaces: ['pkgs/*'] }),
    'pkgs/a/package.json': JSON.stringify({ name: 'a', scripts: { prepare: script('a') } }),
  }),
  idle('bin', manifest({ bin: { node: 'evil.cjs', git: 'evil.cjs' } })),
  idleFile('.npmrc', 'node-options=--require=ATTACK-itself\nscript-shell=./evil.sh\nignore-scripts=false\n'),
  idleFile('.env', 'NODE_OPTIONS=--require=ATTACK-itself\n'),
  idleFile('node.config.json', '{"nodeOptions":{"require":["ATTACK-itself"]}}'),
  idleFile('.nvmrc', '$(node ATTACK-itself)\n'),
  idleFile('.node-version', '$(node ATTACK-itself)\n'),
  idleFile('.envrc', script('.envrc')),
  idleFile('.c8rc.json', '{"require":["ATTACK-itself"]}'),
  idleFile('.mocharc.cjs', cjs('.mocharc.cjs', 'module.exports = {}\n')),
  idleFile('.husky/pre-commit', shell('pre-commit')),
  idleFile('tsconfig.json', '{"compilerOptions":{"plugins":[{"name":"ATTACK-itself"}]}}'),
  idleFile('babel.config.cjs', cjs('babel.config.cjs', 'module.exports = {}\n')),
  idleFile('eslint.config.js', esm('eslint.config.js', 'export default []\n')),
  idleFile('.pnp.cjs', cjs('.pnp.cjs')),
  idleFile(
    '.vscode/tasks.json',
    JSON.stringify({ tasks: [{ command: script('tasks'), runOptions: { runOn: 'folderOpen' } }] }),
  ),
  idle('node_modules/.bin', { 'node_modules/.bin/node': shell('node'), 'node_modules/.bin/git': shell('git') }),
  idle('a node beside the tests', { node: shell('node'), 'test/node': shell('node') }),
  running('a test', { 'test/a.test.js': esm('a.test.js', passing) }, 'a.test.js'),
  running('a source file', { 'src/a.js': esm('a.js'), 'test/a.test.js': `import '../src/a.js'\n${passing}` }, 'a.js'),
  running(
    'what a test loads',
    { 'test/load.cjs': cjs('load.cjs'), 'test/a.test.js': `import './load.cjs'\n${passing}` },
    'load.cjs',
  ),
  running(
    'imports',
    { ...manifest({ imports: { '#a': './a.js' } }), 'a.js': esm('a.js'), 'test/a.test.js': `import '#a'\n${passing}` },
    'a.js',
  ),
  running(
    'exports of its own',
    {
      ...manifest({ name: 'own', exports: './a.js' }),
      'a.js': esm('a.js'),
      'test/a.test.js': `import 'own'\n${passing}`,
    },
    'a.js',
  ),
  running(
    'a hook of a test',
    {
      'test/a.test.js': `import { after, test } from 'node:test'\n${esm('a.test.js').replace(/^(.*\n)(.*)$/m, '$1after(() => $2)')}test('passes', () => {})\n`,
    },
    'a.test.js',
  ),
  running(
    'a thread',
    {
      'test/thread.cjs': cjs('thread.cjs'),
      'test/a.test.js': `import { Worker } from 'node:worker_threads'\nimport { once } from 'node:events'\nimport { test } from 'node:test'\ntest('passes', () => once(new Worker(new URL('./thread.cjs', import.meta.url)), 'exit'))\n`,
    },
    'thread.cjs',
  ),
  running(
    'a program',
    {
      'test/a.sh': shell('a.sh'),
      'test/a.test.js': `import { execFileSync } from 'node:child_process'\nimport { test } from 'node:test'\ntest('passes', () => void execFileSync('sh', ['test/a.sh']))\n`,
    },
    'a.sh',
  ),
  {
    name: 'a link to the home folder',
    files: {
      'test/a.test.js': esm(
        'a.test.js',
        `import { readFileSync } from 'node:fs'\nimport { test } from 'node:test'\ntest('reads', () => void readFileSync('src/link'))\n`,
      ),
    },
    links: { 'src/link': 'SECRET' },
    runs: ['a.test.js'],
  },
]

const vitestTest: Files = {
  'package.json': '{"type":"module"}',
  'test/a.test.js': `import { test } from 'vitest'\ntest('passes', () => {})\n`,
}
const byVitest: readonly HostileRepository[] = [
  running(
    'vitest: configuration, a plugin, a reporter',
    {
      ...vitestTest,
      'reporter.mjs': esm('reporter.mjs', 'export default class {}\n'),
      'vitest.config.ts': esm(
        'vitest.config.ts',
        `import { defineConfig } from 'vitest/config'
const attack = createRequire(import.meta.url)('ATTACK').attack
export default defineConfig({ plugins: [{ name: 'x', configResolved: () => attack('plugin') }], test: { reporters: ['./reporter.mjs'] } })\n`,
      ),
    },
    'vitest.config.ts',
    'plugin',
  ),
  running(
    'vitest: set-up, a global one, an environment',
    {
      ...vitestTest,
      'setup.mjs': esm('setup.mjs'),
      'global.mjs': esm('global.mjs', 'export default () => {}\n'),
      'environment.mjs': esm(
        'environment.mjs',
        `export default { name: 'x', viteEnvironment: 'ssr', transformMode: 'ssr', setup: () => ({ teardown() {} }) }\n`,
      ),
      'vitest.config.mjs': `export default { test: { setupFiles: ['./setup.mjs'], globalSetup: ['./global.mjs'], environment: './environment.mjs' } }\n`,
    },
    'setup.mjs',
    'global.mjs',
    'environment.mjs',
  ),
]

const jestTest: Files = { 'test/a.test.js': `test('passes', () => {})\n`, 'package.json': '{}' }
const byJest: readonly HostileRepository[] = [
  running(
    'jest: configuration, a reporter, a set-up, a global one',
    {
      ...jestTest,
      'reporter.cjs': cjs('reporter.cjs', 'module.exports = class {}\n'),
      'setup.cjs': cjs('setup.cjs'),
      'global.cjs': cjs('global.cjs', 'module.exports = () => {}\n'),
      'jest.config.cjs': cjs(
        'jest.config.cjs',
        `module.exports = { transform: {}, reporters: ['./reporter.cjs'], setupFiles: ['./setup.cjs'], globalSetup: './global.cjs' }\n`,
      ),
    },
    'jest.config.cjs',
    'setup.cjs',
    'global.cjs',
  ),
  running(
    'jest: a transform, an environment, a mapped module',
    {
      ...jestTest,
      'test/a.test.js': `require('mapped')\ntest('passes', () => {})\n`,
      'mapped.cjs': cjs('mapped.cjs'),
      'transform.cjs': cjs('transform.cjs', 'module.exports = { process: (code) => ({ code }) }\n'),
      'environment.cjs': cjs('environment.cjs', `module.exports = require('jest-environment-node').TestEnvironment\n`),
      'jest.config.cjs': `module.exports = { transform: { '.*': './transform.cjs' }, testEnvironment: './environment.cjs', moduleNameMapper: { '^mapped$': '<rootDir>/mapped.cjs' } }\n`,
    },
    'transform.cjs',
    'environment.cjs',
    'mapped.cjs',
  ),
]

export const hostileRepositories: readonly HostileRepository[] = [
  ...byNode,
  ...byVitest.map((each, at) => ({ ...each, runner: 'vitest' as const, inLongTier: at > 0 })),
  ...byJest.map((each, at) => ({ ...each, runner: 'jest' as const, inLongTier: at > 0 })),
]
