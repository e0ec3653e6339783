import { expect, test } from 'vitest'
import { fileTree } from '../testing/file-tree.ts'
import type { Files } from '../testing/temporary-project.ts'
import { inspect } from './inspection.ts'

/** `runner by · tests (n) · source (n)` of the package that is found from a folder. */
function shown(files: Files, from = ''): string {
  const found = inspect(fileTree(files), from)
  if (found.kind !== 'package') return found.kind
  const { runner, named, tests, source } = found
  const list = (globs: readonly string[]): string => globs.join(' ').replaceAll(endings, 'ENDINGS')
  return `${runner} by ${named?.by ?? 'nothing'} · ${list(tests.globs)} (${tests.files.length}) · ${list(source.globs)} (${source.files.length})`
}

const endings = '{js,mjs,cjs,ts,mts,cts,jsx,tsx}'
const scripts = (all: Readonly<Record<string, string>>, rest: object = {}): string =>
  JSON.stringify({ scripts: all, ...rest })
const empty = (...paths: readonly string[]): Files => Object.fromEntries(paths.map((path) => [path, '']))

test.each<[string, Files, string]>([
  ['nothing yet', {}, 'node:test by nothing · test/** (0) · src/** (0)'],
  [
    'src and test',
    { 'package.json': scripts({ test: 'node --test' }), ...empty('src/a.js', 'test/a.test.js', 'test/help.js') },
    'node:test by scripts.test · test/** (2) · src/** (1)',
  ],
  [
    'nothing but tests that are called as of another kind',
    { 'package.json': scripts({ test: 'node --test' }), ...empty('src/a.js', 'e2e/a.test.js') },
    'node:test by scripts.test · **/*.{test,spec}.ENDINGS (1) · src/** (1)',
  ],
  [
    'a flat layout',
    {
      'package.json': scripts({ test: 'node --test' }),
      ...empty('index.js', 'parse.js', 'test.js', 'eslint.config.js'),
    },
    'node:test by scripts.test · test.js (1) · *.js (2)',
  ],
  [
    'flat CommonJS with a folder of tests',
    {
      'package.json': scripts({ test: 'node --test' }, { main: 'index.js' }),
      'test/a.js': "const app = require('..')\n",
      ...empty('index.js', 'gulpfile.js', 'examples/a.js'),
    },
    'node:test by scripts.test · test/** (1) · *.js !gulpfile.js (1)',
  ],
  [
    'a folder classes/',
    {
      'package.json': scripts({ test: 'jest' }),
      'tests/range.test.js': "require('../classes/range')",
      ...empty('classes/range.js', 'functions/inc.js', 'index.js'),
    },
    'jest by scripts.test · tests/** (1) · classes/** (1)',
  ],
  [
    'several folders of source, by what tests import',
    {
      'package.json': scripts({ test: 'node --test' }, { main: './index.js' }),
      'test/a.js': "import { a } from '../functions/inc.js'\nimport '../index.js'\nimport '../lib/b.js'",
      ...empty('functions/inc.js', 'lib/b.js', 'index.js', 'scripts/make.js', 'docs/x.js'),
    },
    'node:test by scripts.test · test/** (1) · functions/** lib/** index.js (3)',
  ],
  [
    'tests beside the sources',
    {
      'package.json': scripts({ test: 'vitest run' }),
      ...empty('src/a.ts', 'src/a.test.ts', 'src/b/c.spec.tsx', 'src/b/c.tsx'),
    },
    'vitest by scripts.test · **/*.{test,spec}.ENDINGS (2) · src/** (2)',
  ],
  [
    'folders __tests__',
    { 'package.json': scripts({ test: 'jest' }), ...empty('src/a.js', 'src/__tests__/a.js', 'src/__tests__/util.js') },
    'jest by scripts.test · **/__tests__/** (2) · src/** (1)',
  ],
  [
    'a folder spec',
    {
      'package.json': scripts({ test: 'jest' }),
      'jest.config.js': "module.exports = { testMatch: ['<rootDir>/spec/**/*.js'] }",
      ...empty('spec/a.js', 'source/a.js'),
    },
    'jest by scripts.test · spec/** (1) · source/** (1)',
  ],
  [
    'type tests',
    {
      'package.json': scripts({ test: 'vitest run --typecheck' }),
      ...empty('src/a.ts', 'test/a.test.ts', 'test/a.test-d.ts'),
    },
    'vitest by scripts.test · test/** !**/*.test-d.* (1) · src/** (1)',
  ],
  [
    'tests in a browser, of which the unit runner runs none',
    {
      'package.json': scripts({ test: 'vitest run', 'test:e2e': 'playwright test' }),
      ...empty('src/a.ts', 'src/a.test.ts', 'e2e/login.spec.ts', 'e2e/page.ts', 'playwright.config.ts'),
    },
    'vitest by scripts.test · **/*.{test,spec}.ENDINGS !e2e/** (1) · src/** (1)',
  ],
  [
    'tests of units apart from others, by the configuration',
    {
      'package.json': scripts({ test: 'vitest' }),
      'vitest.config.ts': "export default defineConfig({ test: { include: ['test/unit/**/*.test.ts'] } })",
      ...empty('src/a.ts', 'test/unit/a.test.ts', 'test/live/b.test.ts', 'test/setup.ts'),
    },
    'vitest by scripts.test · test/** !test/live/** (1) · src/** (1)',
  ],
  [
    'tests that the configuration leaves out',
    {
      'package.json': scripts({ test: 'vitest' }),
      'vite.config.ts': "export default { test: { exclude: [...configDefaults.exclude, 'test/slow/**'] } }",
      ...empty('app/a.ts', 'test/a.test.ts', 'test/slow/b.test.ts'),
    },
    'vitest by scripts.test · test/** !test/slow/** (1) · app/** (1)',
  ],
  [
    'tests by a pattern of jest in package.json',
    {
      'package.json': scripts({ test: 'jest' }, { jest: { rootDir: 'src', testRegex: '.*\\.spec\\.ts$' } }),
      ...empty('src/a.ts', 'src/a.spec.ts', 'test/app.e2e-spec.ts'),
    },
    'jest by scripts.test · **/*.{test,spec}.ENDINGS (1) · src/** (1)',
  ],
  [
    'roots of jest',
    {
      'package.json': scripts({ test: 'jest' }),
      'jest.config.ts': "const config: Config = { roots: ['<rootDir>/tests'] }\nexport default config",
      ...empty('lib/a.ts', 'tests/a.test.ts', 'old/b.test.ts'),
    },
    'jest by scripts.test · tests/** (1) · lib/** (1)',
  ],
  [
    'files that a script names',
    {
      'package.json': scripts({ test: "c8 --100 node --test 'test/**/*.test.js'" }),
      ...empty('index.js', 'test/a.test.js', 'test/fixtures/x.js', 'bench/a.js'),
    },
    'node:test by scripts.test · test/** (1) · *.js (1)',
  ],
  [
    'a script behind others',
    {
      'package.json': scripts({
        test: 'npm run lint && npm run test:unit -- --silent',
        lint: 'eslint .',
        'test:unit': 'cross-env NODE_ENV=test jest --ci',
      }),
      ...empty('src/a.js', 'test/a.test.js'),
    },
    'jest by scripts.test:unit · test/** (1) · src/** (1)',
  ],
  [
    'scripts that are run together',
    {
      'package.json': scripts({
        test: "pnpm run '/^test:.*/'",
        'test:types': 'tsc --noEmit',
        'test:spec': 'vitest run',
      }),
      ...empty('src/a.ts', 'tests/a.test.ts'),
    },
    'vitest by scripts.test:spec · tests/** (1) · src/** (1)',
  ],
  [
    'node:test by tsx',
    { 'package.json': scripts({ test: 'tsx --test test/*.ts' }), ...empty('src/a.ts', 'test/a.ts') },
    'node:test by scripts.test · test/** (1) · src/** (1)',
  ],
  [
    'node:test with a loader',
    {
      'package.json': scripts({ test: 'node --import tsx --test --test-reporter spec "src/**/*.test.ts"' }),
      ...empty('src/a.ts', 'src/a.test.ts'),
    },
    'node:test by scripts.test · **/*.{test,spec}.ENDINGS (1) · src/** (1)',
  ],
  [
    'node:test by borp',
    { 'package.json': scripts({ test: 'npm run unit', unit: 'c8 borp' }), ...empty('lib/a.js', 'test/a.test.js') },
    'node:test by scripts.unit · test/** (1) · lib/** (1)',
  ],
  [
    'jest as a program of node',
    {
      'package.json': scripts({ test: 'node --experimental-vm-modules node_modules/jest/bin/jest.js' }),
      ...empty('src/a.js', 'src/a.test.js'),
    },
    'jest by scripts.test · **/*.{test,spec}.ENDINGS (1) · src/** (1)',
  ],
  [
    'a dependency alone',
    { 'package.json': '{ "devDependencies": { "vitest": "^3.0.0" } }', ...empty('src/a.ts', 'src/a.test.ts') },
    'vitest by devDependencies · **/*.{test,spec}.ENDINGS (1) · src/** (1)',
  ],
  [
    'no word but in its tests',
    { 'package.json': '{}', 'test/a.js': "import { test } from 'node:test'", ...empty('lib/a.js') },
    'node:test by what the tests import · test/** (1) · lib/** (1)',
  ],
  [
    'what is built, and kept, beside its source',
    {
      'package.json': scripts({ test: 'jest' }, { main: 'lib/a.js' }),
      'test/a.test.ts': "import '../src/a'",
      ...empty('src/a.ts', 'lib/a.js', 'dist/a.js'),
    },
    'jest by scripts.test · test/** (1) · src/** (1)',
  ],
  [
    'another name for tests',
    {
      'package.json': scripts({ test: 'vitest' }),
      'vitest.config.mts': "export default defineConfig({ test: { include: ['checks/**/*.ts'] } })",
      ...empty('checks/a.ts', 'checks/b.ts', 'src/a.ts'),
    },
    'vitest by scripts.test · checks/** (2) · src/** (1)',
  ],
])('a project with %s', (_, files, expected) => {
  expect(shown(files)).toBe(expected)
})
