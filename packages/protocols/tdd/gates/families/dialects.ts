/** Test-only: ways in which projects write what a runner runs. */
import type { Files } from '@sigma/measuring'
import { styles } from '../../../../measuring/src/fixture/small-project.ts'

export interface Dialect {
  readonly name: string
  readonly runner: 'node:test' | 'vitest' | 'jest'
  /** By `import` and `export`, else by `require`. */
  readonly isModule: boolean
  readonly ending: 'js' | 'ts'
  readonly config: Files
  /** First lines of a test file. */
  readonly head: string
  readonly uses: (names: string, path: string) => string
  readonly gives: (name: string, value: string) => string
}

const { 'node:test': ofNode, vitest, jest } = styles
const commonJs = { isModule: false, ending: 'js', uses: jest.uses, gives: jest.gives } as const
const modules = { isModule: true, ending: 'js', uses: ofNode.uses, gives: ofNode.gives } as const
const asserting = `import assert from 'node:assert/strict'`

const node: Dialect = { ...modules, name: 'node:test', runner: 'node:test', config: ofNode.config, head: ofNode.head }
const nodeTyped: Dialect = { ...node, name: 'node:test, TypeScript', ending: 'ts' }
const nodeCommonJs: Dialect = {
  ...commonJs,
  name: 'node:test, CommonJS',
  runner: 'node:test',
  config: { 'package.json': '{ "name": "small" }' },
  head: `const assert = require('node:assert/strict')\nconst { test } = require('node:test')`,
}
const ofVitest: Dialect = { ...modules, name: 'vitest', runner: 'vitest', config: vitest.config, head: vitest.head }
const vitestTyped: Dialect = {
  ...ofVitest,
  name: 'vitest, TypeScript',
  ending: 'ts',
  config: { ...vitest.config, 'vitest.config.js': `export default { test: { include: ['test/**/*.test.ts'] } }` },
}
const ofJest: Dialect = { ...commonJs, name: 'jest', runner: 'jest', config: jest.config, head: jest.head }
const jestModules: Dialect = {
  ...modules,
  name: 'jest, modules of Node',
  runner: 'jest',
  config: {
    'package.json': JSON.stringify({
      type: 'module',
      scripts: { test: 'NODE_OPTIONS=--experimental-vm-modules jest' },
      jest: { transform: {}, testTimeout: 4000 },
    }),
  },
  head: `${asserting}\nimport { test } from '@jest/globals'`,
}

export const dialects: readonly Dialect[] = [node, nodeCommonJs, nodeTyped, ofVitest, vitestTyped, ofJest, jestModules]

/** In this order variants are made: a run of the other runners takes many times as long as one of node:test. */
export const inTurn: readonly Dialect[] = [
  ...[node, nodeCommonJs, ofVitest, node, nodeTyped, ofJest],
  ...[node, nodeCommonJs, vitestTyped, node, nodeTyped, jestModules],
]
