import { expect, test } from 'vitest'
import { signsIn } from './signs.ts'

const names = (text: string, file = 'src/a.ts'): readonly string[] => signsIn(file, text).map(({ name }) => name)

test.each([
  [`if (process.env.NODE_ENV === 'test') x()`, 'process.env.NODE_ENV'],
  [`const { VITEST } = process.env`, 'process.env'],
  [`const { PORT, ...rest } = process.env`, 'process.env'],
  [`const all = { ...process.env }`, 'process.env'],
  [`process.env[name]`, 'process.env[…]'],
  ["process['env']['JEST_WORKER_ID']", 'process.env.JEST_WORKER_ID'],
  ['globalThis.process.env.VITEST_POOL_ID', 'process.env.VITEST_POOL_ID'],
  [`globalThis['pro' + 'cess']`, 'globalThis.[…]'],
  ['const p = process', 'process'],
  ['process[key]', 'process[…]'],
  ['process.argv[1]', 'process.argv'],
  ['process.execArgv', 'process.execArgv'],
  ['import.meta.vitest', 'import.meta.vitest'],
  ['import.meta.env.MODE', 'import.meta.env.MODE'],
  ['new Error().stack', '.stack'],
  ['Error.captureStackTrace(o)', '.captureStackTrace'],
  [`Error['prepareStackTrace'] = f`, '.prepareStackTrace'],
  [`typeof describe === 'function'`, 'typeof describe'],
  ['globalThis.it', 'globalThis.it'],
  ['require.main === module', 'require.main'],
  [`eval('1')`, 'eval'],
  [`new Function('return 1')`, 'Function'],
  [`const key = 'NODE_TEST_' + 'x', other = 'NODE_TEST_CONTEXT'`, 'NODE_TEST_CONTEXT'],
  [`import { env } from 'node:process'`, 'import of node:process'],
  [`const { argv } = require('node:process')`, 'import of node:process'],
  [`const own = await import('process')`, 'import of process'],
  [`process.getBuiltinModule('node:process').argv`, 'import of node:process'],
  [`const process = module.require('process')`, 'import of process'],
  [`readFileSync('/proc/self/environ')`, '/proc/self/environ'],
])('%s could tell that it is tested', (text, name) => {
  expect(names(text)).toContain(name)
})

test.each([
  'process.env.PORT ?? 3000',
  'const { PORT, HOST: host = "x" } = process.env',
  'process.cwd(); process.exit(1); process.stdout.write("x"); process.on("exit", f)',
  'const self = this; window.location.href; globalThis.fetch("/")',
  'import.meta.url; import.meta.env.VITE_API',
  'function run(process: { env: string }) {}',
  'export const test = (it) => it.stacked',
  'const value = { process: 1, eval: 2 }',
])('%s is ordinary', (text) => {
  expect(names(text)).toEqual([])
})

test('a sign is told with its line, and broken code has none', () => {
  expect(signsIn('src/a.js', '\n\nprocess.argv')).toEqual([{ line: 3, name: 'process.argv' }])
  expect(names('const =')).toEqual([])
})
