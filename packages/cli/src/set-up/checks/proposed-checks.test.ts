import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryProject } from '../../testing/temporary-project.ts'
import { readCheckedPackage } from './checked-package.ts'
import { type CheckedPackage, proposedChecks } from './proposed-checks.ts'
import type { Scripts } from './script.ts'

interface Shape {
  readonly scripts?: Scripts
  readonly files?: readonly string[]
  readonly above?: readonly string[]
  readonly keys?: readonly string[]
  readonly tsconfig?: string
  readonly installed?: readonly string[]
}

const packageOf = ({ installed = [], ...shape }: Shape): CheckedPackage => ({
  scripts: {},
  files: [],
  above: [],
  keys: [],
  tsconfig: '',
  ...shape,
  isInstalled: (name) => installed.includes(name),
  hasProgram: (name) => ['node', 'npm', ...installed].includes(name),
})

type Row = readonly [what: string, shape: Shape, checks: readonly string[], format: string | null]

test.each<Row>([
  ['nothing', {}, [], null],
  [
    'the three usual scripts',
    {
      scripts: {
        lint: 'eslint .',
        typecheck: 'tsc --noEmit',
        'format:check': 'prettier --check .',
        format: 'prettier --write .',
      },
      installed: ['eslint', 'tsc', 'prettier'],
    },
    ['npm run lint', 'npm run typecheck', 'npm run format:check'],
    'prettier --write --ignore-unknown',
  ],
  [
    'a lint script that writes, and settings',
    { scripts: { lint: 'eslint --fix src' }, files: ['eslint.config.js'], installed: ['eslint'] },
    ['eslint .'],
    'eslint --fix',
  ],
  [
    'scripts of its own that say by their names what they check',
    {
      scripts: {
        lint: 'node scripts/lint.js',
        'check:types': 'node scripts/types.js',
        'format:check': 'node scripts/format.js --check',
        check: 'node scripts/release.js',
      },
    },
    ['npm run lint', 'npm run check:types', 'npm run format:check'],
    null,
  ],
  [
    'scripts of its own that write',
    {
      scripts: {
        lint: 'node scripts/lint.js --fix',
        typecheck: 'node types.js --write',
        'format:check': 'node f.js -w',
      },
    },
    [],
    null,
  ],
  [
    'a lint script whose program is not installed',
    { scripts: { lint: 'eslint .' }, files: ['.eslintrc.json'] },
    [],
    null,
  ],
  [
    'a script that writes through another',
    {
      scripts: { lint: 'npm run lint:fix', 'lint:fix': 'eslint . --fix', 'lint:ci': 'eslint . --max-warnings 0' },
      installed: ['eslint'],
    },
    ['npm run lint:ci'],
    'eslint --fix',
  ],
  [
    'one script for all',
    {
      scripts: {
        lint: 'run-p lint:*',
        'lint:js': 'eslint .',
        'lint:types': 'tsc --noEmit',
        'lint:style': 'prettier -c .',
      },
      files: ['tsconfig.json', '.prettierrc'],
      installed: ['run-p', 'eslint', 'tsc', 'prettier'],
    },
    ['npm run lint'],
    'prettier --write --ignore-unknown',
  ],
  [
    'biome by its settings, and types',
    { files: ['biome.json', 'tsconfig.json'], installed: ['biome', 'tsc'] },
    ['biome check .', 'tsc --noEmit'],
    'biome check --write --no-errors-on-unmatched',
  ],
  [
    'biome that only formats',
    {
      scripts: { format: 'biome format --write .', lint: 'biome lint .' },
      files: ['biome.json'],
      installed: ['biome'],
    },
    ['npm run lint', 'biome check .'],
    'biome format --write --no-errors-on-unmatched',
  ],
  ['a tsconfig without the compiler', { files: ['tsconfig.json'] }, [], null],
  [
    'a solution of TypeScript projects',
    { files: ['tsconfig.json'], tsconfig: '{ "files": [], "references": [] }', installed: ['tsc'] },
    ['tsc --build'],
    null,
  ],
  ['a tsconfig of another package alone', { above: ['tsconfig.json'], installed: ['tsc'] }, [], null],
  [
    'settings at the top of a monorepo',
    { above: ['.eslintrc.cjs', '.prettierrc.json'], installed: ['eslint', 'prettier'] },
    ['eslint .', 'prettier --check .'],
    'prettier --write --ignore-unknown',
  ],
  [
    'settings in package.json',
    { keys: ['eslintConfig', 'prettier'], installed: ['eslint', 'prettier'] },
    ['eslint .', 'prettier --check .'],
    'prettier --write --ignore-unknown',
  ],
  [
    'a type check that waits for changes',
    { scripts: { typecheck: 'tsc -w --noEmit', 'type-check': 'vue-tsc --noEmit' }, installed: ['tsc', 'vue-tsc'] },
    ['npm run type-check'],
    null,
  ],
  [
    'scripts that need a repository of git',
    {
      scripts: { lint: 'git diff --name-only | xargs eslint', check: 'lint-staged' },
      installed: ['eslint', 'lint-staged', 'git', 'xargs'],
    },
    [],
    null,
  ],
  ['standard', { scripts: { lint: 'standard' }, installed: ['standard'] }, ['npm run lint'], 'standard --fix'],
  ['xo by its key', { keys: ['xo'], installed: ['xo'] }, ['xo'], 'xo --fix'],
  ['oxlint', { files: ['.oxlintrc.json'], installed: ['oxlint'] }, ['oxlint'], null],
  ['dprint', { files: ['dprint.json'], installed: ['dprint'] }, ['dprint check'], 'dprint fmt --allow-no-files'],
  ['rome', { files: ['rome.json'], installed: ['rome'] }, ['rome check .'], null],
  [
    'variables and npx before the program',
    {
      scripts: { lint: 'cross-env NODE_ENV=test TIMING=1 npx --no-install eslint .' },
      installed: ['cross-env', 'eslint'],
    },
    ['npm run lint'],
    null,
  ],
  [
    'another package manager in its scripts',
    {
      scripts: { lint: 'pnpm lint:js && pnpm run prettier', 'lint:js': 'eslint .', prettier: 'prettier --check .' },
      installed: ['eslint', 'prettier'],
    },
    ['npm run lint'],
    'prettier --write --ignore-unknown',
  ],
  ['scripts that run each other in a ring', { scripts: { lint: 'npm run check', check: 'npm run lint' } }, [], null],
  [
    'a script of that name that checks nothing of the kind',
    { scripts: { lint: 'echo none', types: 'node types.js' } },
    [],
    null,
  ],
])('%s', (_what, shape, checks, format) => {
  expect(proposedChecks(packageOf(shape))).toEqual({ checks, format })
})

test('a package is read from the disk with the programs that it and the folders above it bring', async () => {
  using project = await temporaryProject({
    'package.json': '{ "devDependencies": {} }',
    '.prettierrc': '',
    'packages/a/package.json': '{ "scripts": { "lint": "eslint .", "odd": 1 }, "eslintConfig": {} }',
    'packages/a/tsconfig.json': '{}',
  })
  for (const [folder, name] of [
    ['.', 'prettier'],
    ['packages/a', 'eslint'],
  ] as const) {
    const bin = join(project.root, folder, 'node_modules/.bin')
    mkdirSync(bin, { recursive: true })
    writeFileSync(join(bin, name), '#!/bin/sh\n')
    chmodSync(join(bin, name), 0o755)
  }
  const read = (root: string) => proposedChecks(readCheckedPackage(root, project.root, '/usr/bin:relative'))
  expect(read(join(project.root, 'packages/a'))).toEqual({
    checks: ['npm run lint', 'prettier --check .'],
    format: 'prettier --write --ignore-unknown',
  })
  expect(read(join(project.root, 'packages/none'))).toEqual({
    checks: ['prettier --check .'],
    format: 'prettier --write --ignore-unknown',
  })
})
