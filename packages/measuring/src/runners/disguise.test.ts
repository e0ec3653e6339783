/** What source can see of a test run, as it is and in disguise, with each runner. */

import { fileURLToPath } from 'node:url'
import { memoryBlobs } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { openBench } from '../benches/bench.ts'
import { folderCheckouts } from '../fixture/folder-checkouts.ts'
import { localProcesses } from '../fixture/local-processes.ts'
import { nodeProject as project } from '../fixture/node-project.ts'
import { jest } from './jest.ts'
import { nodeTest } from './node-test.ts'
import { vitest } from './vitest.ts'

const modules = process.env['SIGMA_VITEST'] ?? fileURLToPath(new URL('../../../../node_modules', import.meta.url))
const variables = `['NODE_ENV', 'VITEST', 'JEST_WORKER_ID', 'NODE_TEST_CONTEXT', 'NODE_OPTIONS', 'CI', 'npm_lifecycle_event']`
const theirs = '/\\.test\\.js|node_modules|test_runner|runners/'

/** Each is an expression over what the source may ask, and is empty or false where it gives nothing away. */
const signs: Readonly<Record<string, string>> = {
  'a variable by its name': `${variables}.filter((name) => process.env[name] !== undefined).join()`,
  'that there is a variable': `${variables}.filter((name) => name in process.env).join()`,
  'the names of all variables': `Object.keys(process.env).filter((name) => ${variables}.includes(name)).join()`,
  'a copy of the variables': `Object.keys({ ...process.env }).filter((name) => ${variables}.includes(name)).join()`,
  'a variable by eval': `eval("process.env.VITEST ?? process.env.JEST_WORKER_ID ?? process.env.NODE_TEST_CONTEXT ?? ''")`,
  'a variable by Reflect': `${variables}.map((name) => Reflect.get(process.env, name)).join('')`,
  'the script that was started': `process.argv.slice(1).filter((part) => ${theirs}.test(part)).join()`,
  'options of Node': `process.execArgv.join()`,
  'the stack of an error': `new Error().stack.split('\\n').filter((line) => ${theirs}.test(line)).join()`,
  'a captured stack': `(() => { const it = {}; Error.captureStackTrace(it); return ${theirs}.test(it.stack) ? 'seen' : '' })()`,
  'the sites of a stack': `(() => {
    const before = Error.prepareStackTrace
    Error.prepareStackTrace = (_, sites) => sites
    const sites = new Error().stack
    Error.prepareStackTrace = before
    return sites.map((site) => String(site.getFileName())).filter((file) => ${theirs}.test(file)).join()
  })()`,
}
const sees = ['VITEST', 'JEST_WORKER_ID', 'NODE_TEST_CONTEXT'].map((name) => `process.env.${name}`).join(' ?? ')

for (const runner of [nodeTest, vitest, jest]) {
  test.concurrent(`with ${runner.name} source sees none of it in disguise, and tests see all`, {
    timeout: 90_000,
  }, async () => {
    proves('SIG-52')
    const checkouts = folderCheckouts(undefined, modules)
    const blobs = memoryBlobs()
    const tools = {
      processes: localProcesses(),
      checkouts,
      blobs,
      runners: [runner],
      baselines: new Map(),
      checked: new Map(),
    }
    const isJest = runner.name === 'jest'
    const entries = Object.entries(signs).map(([name, code]) => `${JSON.stringify(name)}: () => ${code},`)
    const asked = `{\n${entries.join('\n')}\n}`
    const body = [
      ...Object.keys(signs).map((name) => `test('${name}', () => assert.equal(String(ask['${name}']()), ''))`),
      `test('tests see', () => assert.ok(${sees}))`,
      `test('tests may set', () => {
  process.env.NODE_ENV = 'production'
  process.argv = [process.argv[0], 'tool.js', '--loud']
  assert.deepEqual(told(), ['production', '--loud'])
})`,
    ]
    const told = `() => [process.env.NODE_ENV, process.argv[2]]`
    const commit = await checkouts.commit(
      isJest
        ? {
            'package.json': '{ "name": "signs" }',
            'src/ask.js': `exports.ask = ${asked}\nexports.told = ${told}\n`,
            'test/ask.test.js': `const { ask, told } = require('../src/ask.js')\nconst assert = require('node:assert')\n${body.join('\n')}\n`,
          }
        : {
            'package.json': '{ "type": "module" }',
            'src/ask.js': `export const ask = ${asked}\nexport const told = ${told}\n`,
            'test/ask.test.js': `import assert from 'node:assert'\nimport { test } from '${runner.name}'\nimport { ask, told } from '../src/ask.js'\n${body.join('\n')}\n`,
          },
    )
    const failedIn = async (disguised: boolean): Promise<readonly string[]> => {
      const spec = { ...project, runner: runner.name }
      await using bench = await openBench(tools, spec, { commit }, AbortSignal.timeout(80_000))
      const run = await bench.run({ disguised })
      expect([run.problem, run.faults, run.tests.length]).toEqual([null, [], Object.keys(signs).length + 2])
      return run.tests.filter(({ state }) => state === 'failed').map(({ names }) => names.join())
    }
    const shown = await failedIn(false)
    expect(shown).toEqual(
      expect.arrayContaining(['a variable by its name', 'a variable by eval', 'the stack of an error']),
    )
    expect(await failedIn(true)).toEqual([])
  })
}
