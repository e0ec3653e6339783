/** Shapes of packages that many know, made after their manifests and folders; nothing of their code stands here. */
import { expect, test } from 'vitest'
import { fileTree } from '../testing/file-tree.ts'
import type { Files } from '../testing/temporary-project.ts'
import { inspect } from './inspection.ts'

const empty = (...paths: readonly string[]): Files => Object.fromEntries(paths.map((path) => [path, '']))
const manifest = (all: object): Files => ({ 'package.json': JSON.stringify(all) })
const named = '**/*.{test,spec}.{js,mjs,cjs,ts,mts,cts,jsx,tsx}'
const installed = (name: string, version: string): Files => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ version }),
})

test.each<[string, Files, object]>([
  [
    'ufo: vitest and TypeScript by pnpm',
    {
      ...manifest({
        name: 'ufo',
        main: './dist/index.cjs',
        packageManager: 'pnpm@10.12.1',
        scripts: {
          dev: 'vitest',
          lint: 'eslint . && prettier -c src test',
          test: 'pnpm lint && vitest run --typecheck',
        },
        devDependencies: { vitest: '^3.2.3' },
      }),
      ...installed('vitest', '3.2.4'),
      ...empty(
        'pnpm-lock.yaml',
        'src/index.ts',
        'src/utils.ts',
        'test/encoding.test.ts',
        'test/parse.test.ts',
        'eslint.config.mjs',
      ),
    },
    {
      runner: 'vitest',
      tests: ['test/**'],
      source: ['src/**'],
      manager: 'pnpm',
      version: '3.2.4',
      install: 'pnpm install',
    },
  ],
  [
    'luxon: jest with a configuration, and a build by tasks',
    {
      ...manifest({
        name: 'luxon',
        main: 'build/node/luxon.js',
        scripts: { test: 'jest --coverage', build: 'babel-node tasks/buildAll.js' },
      }),
      'jest.config.js':
        'module.exports = { testEnvironment: "node", roots: ["test"], coverageDirectory: "build/coverage" }',
      'test/duration/math.test.js': 'import { Duration } from "../../src/luxon";',
      ...empty(
        'package-lock.json',
        'src/luxon.js',
        'src/impl/util.js',
        'tasks/buildAll.js',
        'test/helpers.js',
        'benchmarks/index.js',
        'site/demo/demo.js',
      ),
    },
    { runner: 'jest', tests: ['test/**'], source: ['src/**'], manager: 'npm', version: null, install: 'npm ci' },
  ],
  [
    'zustand: vitest behind a pattern of scripts, with examples',
    {
      ...manifest({
        name: 'zustand',
        packageManager: 'pnpm@9',
        scripts: { test: "pnpm run '/^test:.*/'", 'test:types': 'tsc --noEmit', 'test:spec': 'vitest run' },
        devDependencies: { vitest: '^2.1.3' },
      }),
      'vitest.config.mts':
        "export default defineConfig({ resolve: { alias: [{ find: /^zustand$/ }] }, test: { name: 'zustand', dir: 'tests', environment: 'jsdom' } })",
      ...empty(
        'src/vanilla.ts',
        'src/react.ts',
        'tests/basic.test.tsx',
        'tests/setup.ts',
        'examples/demo/src/main.jsx',
        'rollup.config.mjs',
      ),
    },
    { runner: 'vitest', tests: ['tests/**'], source: ['src/**'], isTooOld: true },
  ],
  [
    'zod: one runner at the root over packages',
    {
      ...manifest({
        name: 'root',
        private: true,
        workspaces: ['packages/*'],
        scripts: { test: 'vitest run', build: 'pnpm run --recursive build' },
      }),
      'pnpm-workspace.yaml': "packages:\n  - 'packages/*'\n\ncatalog:\n  - other\n",
      'vitest.config.ts': "export default defineConfig({ test: { projects: ['packages/*'] } })",
      'packages/zod/package.json': '{ "name": "zod", "scripts": { "test": "pnpm run build" } }',
      'packages/zod/vitest.config.ts':
        "export default mergeConfig(rootConfig, defineConfig({ test: { include: ['src/**/*.test.ts'] } }))",
      'packages/zod/src/v4/tests/a.test.ts': "import * as z from '../index.js'",
      ...empty(
        'packages/zod/src/v4/index.ts',
        'packages/bench/package.json',
        'packages/bench/a.bench.ts',
        'packages/docs/package.json',
        'scripts/x.ts',
      ),
    },
    { runner: 'vitest', tests: ['**/tests/**'], source: ['packages/*/src/**'], folder: '' },
  ],
  [
    'defu: tests with types',
    {
      ...manifest({
        name: 'defu',
        scripts: { test: 'pnpm lint && pnpm vitest run', lint: 'eslint src', types: 'tsc --noEmit' },
      }),
      ...empty(
        'src/defu.ts',
        'src/_utils.ts',
        'lib/defu.cjs',
        'test/defu.test.ts',
        'test/utils.test.ts',
        'test/fixtures/index.ts',
        'pnpm-lock.yaml',
      ),
    },
    { runner: 'vitest', tests: ['test/**'], source: ['src/**'] },
  ],
  [
    'class-validator: ts-jest by a pattern',
    {
      ...manifest({
        name: 'class-validator',
        scripts: { test: 'jest --coverage --verbose', 'test:watch': 'jest --watch' },
      }),
      'jest.config.js':
        "module.exports = { preset: 'ts-jest', testEnvironment: 'node', testRegex: '(/__tests__/.*|(\\\\.|/)(test|spec))\\\\.(jsx?|tsx?)$', collectCoverageFrom: ['src/**/*.ts'] }",
      ...empty(
        'src/index.ts',
        'src/validation/Validator.ts',
        'test/functional/a.spec.ts',
        'test/utils.ts',
        'rollup.config.js',
        'sample/sample1/app.ts',
      ),
    },
    { runner: 'jest', tests: ['test/**'], source: ['src/**'] },
  ],
  [
    'fastify-cors: a flat plugin, tests with node:test, types apart',
    {
      ...manifest({
        name: '@fastify/cors',
        main: 'index.js',
        types: 'types/index.d.ts',
        scripts: {
          lint: 'eslint',
          test: 'npm run test:unit && npm run test:typescript',
          'test:typescript': 'tsd',
          'test:unit': 'c8 --100 node --test',
        },
      }),
      'test/cors.test.js': "const cors = require('../')",
      ...empty(
        'index.js',
        'vary.js',
        'test/vary.test.js',
        'types/index.d.ts',
        'types/index.test-d.ts',
        'eslint.config.js',
        'benchmark/benchmark.js',
      ),
    },
    { runner: 'node:test', tests: ['test/**'], source: ['*.js'] },
  ],
  [
    'usehooks-ts: the one package with tests of a turbo repository',
    {
      ...manifest({
        name: 'root',
        private: true,
        workspaces: ['packages/*', 'apps/*'],
        scripts: { test: 'turbo run test', dev: 'turbo dev' },
      }),
      ...empty(
        'pnpm-lock.yaml',
        'turbo.json',
        'apps/www/package.json',
        'apps/www/src/app/page.tsx',
        'scripts/generate.ts',
      ),
      'packages/eslint-config-custom/package.json': '{ "name": "eslint-config-custom" }',
      'packages/usehooks-ts/package.json':
        '{ "name": "usehooks-ts", "scripts": { "test": "vitest run" }, "devDependencies": { "vitest": "^3" } }',
      'packages/usehooks-ts/vitest.config.ts': "export default defineConfig({ test: { environment: 'jsdom' } })",
      'packages/usehooks-ts/src/useBoolean/useBoolean.test.ts': "import { useBoolean } from './useBoolean'",
      ...empty(
        'packages/usehooks-ts/src/useBoolean/useBoolean.ts',
        'packages/usehooks-ts/src/index.ts',
        'packages/usehooks-ts/tests/setup.ts',
      ),
    },
    { runner: 'vitest', folder: 'packages/usehooks-ts', tests: [named], source: ['src/**'], manager: 'pnpm' },
  ],
  [
    'express-like: flat CommonJS with lib/',
    {
      ...manifest({ name: 'app', main: 'index.js', scripts: { test: 'jest test/ test/acceptance/' } }),
      'test/app.js': "var app = require('../')",
      'test/app.test.js': "var app = require('../lib/app'), all = require('..')",
      ...empty('index.js', 'lib/app.js', 'lib/view.js', 'examples/auth/index.js'),
    },
    { runner: 'jest', tests: ['test/**'], source: ['lib/**', 'index.js'] },
  ],
])('%s', (_, files, expected) => {
  const found = inspect(fileTree(files), '')
  if (found.kind !== 'package') throw new Error(found.kind)
  const { runner, folder, tests, source, manager, version } = found
  const shown = {
    ...{ runner, folder, tests: tests.globs, source: source.globs, manager: manager.name, install: manager.install },
    ...{ version: version?.installed ?? null, isTooOld: version?.isTooOld ?? false },
  }
  expect(shown).toMatchObject(expected)
})
