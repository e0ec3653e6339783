/**
 * Three published packages, whose suites are among the longest that are published with a package. What is built in them
 * is reached by all test files (fastify), by a third (zod), by ten of 61 which take two fifths of the time
 * (eslint-plugin-jsx-a11y).
 */
import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Work } from '../../test/repositories/published.ts'
import type { Scale } from '../measure.ts'
import { goals, type Subject } from './subject.ts'
import { type Unpacked, unpack } from './unpacked.ts'

interface Suite extends Omit<Subject, 'lay' | 'runs'> {
  readonly unpacked: Unpacked
  /** What the short form keeps of its tests. */
  readonly few: string
  readonly works: readonly [Work, Work]
}

const fastify: Suite = {
  runner: 'node:test',
  tests: ['test/**/*.test.js'],
  source: ['fastify.js', 'lib/**'],
  alone: ['node', '--test', 'test/**/*.test.js'],
  size: '2,420 tests in 199 files, all of which reach what is changed',
  few: 'test/internals/*.test.js',
  unpacked: {
    name: 'fastify',
    version: '5.12.8',
    tools: {
      ajv: '8.20.0',
      'ajv-errors': '3.0.0',
      'ajv-formats': '3.0.1',
      'ajv-i18n': '4.2.0',
      'ajv-merge-patch': '5.0.1',
      'fast-json-body': '1.1.0',
      'fastify-plugin': '6.0.0',
      'fluent-json-schema': '6.0.0',
      h2url: '0.2.0',
      'http-errors': '2.0.1',
      joi: '18.3.2',
      JSONStream: '1.3.5',
      'node-forge': '1.4.3',
      proxyquire: '2.1.3',
      split2: '4.2.0',
      undici: '7.30.2',
      vary: '1.1.2',
      yup: '1.7.1',
    },
    // A test that calls a linter with a configuration of its own.
    without: ['test/build/error-serializer.test.js', 'eslint.config.js'],
    renamed: {},
    more: {},
  },
  works: [
    headHandlers(
      'handler-count',
      'countOnSendHandlers',
      ['Array.isArray(handlers) ? handlers.length : 1', 'asList(handlers).length'],
      2,
    ),
    headHandlers(
      'last-handler',
      'lastOnSendHandler',
      ['Array.isArray(handlers) ? handlers.at(-1) : handlers', 'asList(handlers).at(-1)'],
      `'b'`,
    ),
  ],
}

const zod: Suite = {
  runner: 'vitest',
  tests: ['src/**/*.test.ts'],
  source: ['src/**'],
  alone: ['node', 'node_modules/vitest/vitest.mjs', 'run'],
  size: '2,639 tests in 191 files, of which three in ten reach what is changed',
  few: 'src/v3/tests/{p,r}*.test.ts',
  unpacked: {
    name: 'zod',
    version: '4.6.7',
    tools: {
      '@standard-schema/spec': '1.0.0',
      '@web-std/file': '3.0.3',
      typescript: '5.9.3',
      vitest: '5.1.1',
    },
    // Tests of how it is bundled and compiled, and of documents that do not lie in it.
    without: [
      'src/v4/core/tests/compile-global.test.ts',
      'src/v4/classic/tests/redos.test.ts',
      'src/v4/classic/tests/to-json-schema.test.ts',
      'src/v4/core/tests/polyfill-collision.test.ts',
      'src/v4/core/tests/treeshake.test.ts',
    ],
    renamed: {},
    more: {
      'vitest.config.js': `export default {
  test: { include: ['src/**/*.test.ts'], globals: true, testTimeout: 20_000 },
  // Their tests import the package by its name: its sources are meant, not what was compiled of them.
  resolve: { alias: [{ find: /^zod(\\/.*)?$/, replacement: \`\${import.meta.dirname}/src$1/index.ts\` }] },
}
`,
    },
  },
  works: [
    parsedPaths('path-text', 'pathText', 'string', ['path.map(String).join(".")', 'path.join(".")'], '"a.0.b"'),
    parsedPaths('path-depth', 'pathDepth', 'number', ['[...path].length', 'path.length'], '3'),
  ],
}

const jsxA11y: Suite = {
  runner: 'jest',
  tests: ['__tests__/**/*-test.js'],
  source: ['src/**'],
  alone: ['node', 'node_modules/jest/bin/jest.js'],
  size: '15,455 tests in 61 files, of which ten with two fifths of the time reach what is changed',
  few: '__tests__/src/util/get*-test.js',
  unpacked: {
    name: 'eslint-plugin-jsx-a11y',
    version: '6.6.1',
    tools: {
      '@babel/core': '7.29.13',
      '@babel/eslint-parser': '7.29.13',
      '@babel/plugin-transform-flow-strip-types': '7.29.7',
      'babel-jest': '30.0.0',
      'babel-plugin-add-module-exports': '1.0.4',
      'babel-preset-airbnb': '5.0.0',
      eslint: '8.57.1',
      estraverse: '5.3.0',
      expect: '30.0.0',
      jest: '30.0.0',
      'object.assign': '4.1.7',
      'to-ast': '1.0.0',
    },
    without: [],
    // What was published is what its tests import, compiled.
    renamed: { lib: 'src' },
    more: {
      'jest.config.js': `module.exports = {
  roots: ['<rootDir>/__tests__'],
  testMatch: ['**/*-test.js'],
  testPathIgnorePatterns: ['__tests__/__util__/'],
}
`,
    },
  },
  works: [
    tabIndices('focus-stop', 'isFocusStop', ['getTabIndex(tabIndex) > -1', 'getTabIndex(tabIndex) >= 0']),
    tabIndices('first-stop', 'isFirstStop', ['!getTabIndex(tabIndex)', 'getTabIndex(tabIndex) === 0']),
  ],
}

const suites = { fastify, zod, 'jsx-a11y': jsxA11y }

export function published(name: keyof typeof suites, scale: Scale): Subject {
  const { unpacked, works, few, ...suite } = suites[name]
  const [first, second] = works
  return {
    ...suite,
    size: scale({ whole: suite.size, short: 'a few of its tests' }),
    lay: async (path) => {
      await unpack(unpacked, path)
      const kept = new Set(scale({ whole: [], short: globSync(few, { cwd: path }) }))
      const left = globSync([...suite.tests], { cwd: path }).filter((each) => kept.size > 0 && !kept.has(each))
      for (const each of left) rmSync(join(path, each))
    },
    runs: [
      { name: 'one cycle', goal: goals.first, work: first },
      { name: 'one cycle with a known baseline', goal: goals.known, work: second },
    ],
  }
}

type Bodies = readonly [green: string, tidied: string]

function headHandlers(module: string, name: string, [green, tidied]: Bodies, expected: number | string): Work {
  const file = 'lib/head-route.js'
  const test = `test/internals/${module}.test.js`
  const written = `function ${name} (handlers) {\n  return ${green}\n}`
  const declared = `function ${name} (handlers) {\n  throw new Error('not implemented')\n}`
  const asList = 'function asList (handlers) {\n  return Array.isArray(handlers) ? handlers : [handlers]\n}\n\n'
  return work(module, `function ${name}(handlers)`, name, [file, test], {
    Phase0: { [file]: [['', `\n${declared}\n\nmodule.exports.${name} = ${name}\n`]] },
    'RED 1': {
      [test]: `'use strict'

const { test } = require('node:test')
const { ${name} } = require('../../lib/head-route')

test('${name} takes a list', (t) => {
  t.plan(1)
  t.assert.strictEqual(${name}(['a', 'b']), ${expected})
})
`,
    },
    'GREEN 1': { [file]: [[declared, written]] },
    'REFACTOR_IMPL 1': { [file]: [[written, `${asList}${written.replace(green, tidied)}`]] },
  })
}

function parsedPaths(module: string, name: string, type: string, [green, tidied]: Bodies, expected: string): Work {
  const file = 'src/v3/helpers/parseUtil.ts'
  const test = `src/v3/tests/${module}.test.ts`
  const signature = `function ${name}(path: readonly (string | number)[]): ${type}`
  const written = `export ${signature} {\n  return ${green};\n}`
  const declared = `export ${signature} {\n  throw new Error("not implemented");\n}`
  return work(module, signature, name, [file, test], {
    Phase0: { [file]: [['', `\n${declared}\n`]] },
    'RED 1': {
      [test]: `import { expect, test } from "vitest";
import { ${name} } from "../helpers/parseUtil.js";

test("${name} of three steps", () => {
  expect(${name}(["a", 0, "b"])).toBe(${expected});
});
`,
    },
    'GREEN 1': { [file]: [[declared, written]] },
    'REFACTOR_IMPL 1': { [file]: [[written, written.replace(green, tidied)]] },
  })
}

function tabIndices(module: string, name: string, [green, tidied]: Bodies): Work {
  const file = 'src/util/getTabIndex.js'
  const test = `__tests__/src/util/${module}-test.js`
  const written = `function ${name}(tabIndex) {\n  return ${green};\n}`
  const declared = `function ${name}(tabIndex) {\n  throw new Error('not implemented');\n}`
  return work(module, `function ${name}(tabIndex)`, name, [file, test], {
    Phase0: { [file]: [['', `\n\n${declared}\n\nmodule.exports.${name} = ${name};\n`]] },
    'RED 1': {
      [test]: `import expect from 'expect';
import { ${name} } from '../../../src/util/getTabIndex';
import JSXAttributeMock from '../../../__mocks__/JSXAttributeMock';

describe('${name}', () => {
  it('should be true for zero', () => {
    expect(${name}(JSXAttributeMock('tabIndex', 0))).toBe(true);
  });
  it('should be false for what nobody comes to', () => {
    expect(${name}(JSXAttributeMock('tabIndex', -1))).toBe(false);
  });
});
`,
    },
    'GREEN 1': { [file]: [[declared, written]] },
    'REFACTOR_IMPL 1': { [file]: [[written, written.replace(green, tidied)]] },
  })
}

function work(module: string, signature: string, name: string, files: readonly string[], turns: Work['turns']): Work {
  return {
    module,
    design: `# ${module}\n\n## Interface\n\n\`\`\`ts\nexport ${signature}\n\`\`\`\n`,
    plan: `Batch₁: (parallel 1)\n□ TDD₁: ${module} (${name}) → ℜ→ℜᴳ→ℜᶠ [files: ${files.join(', ')}]\n`,
    turns,
  }
}
