/**
 * jest, loaded before there is anything to run: it waits for a command line, and becomes what `node <jest> <arguments>`
 * is. Nothing of the project's own has been loaded by then. Plain JavaScript for Node 20 and newer.
 */
import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { orders } from './orders.mjs'
// biome-ignore lint/correctness/noUnresolvedImports: a CommonJS module, whose only export Node sees whole is the default
import tampering from './tampering.cjs'

/** Node's modules are shared by test files that run in one process; one file may spoil them for the next. */
const sharedModules = [
  'assert',
  'buffer',
  'child_process',
  'crypto',
  'dns',
  'events',
  'fs',
  'fs/promises',
  'http',
  'https',
  'net',
  'os',
  'path',
  'perf_hooks',
  'querystring',
  'readline',
  'stream',
  'timers',
  'timers/promises',
  'tls',
  'url',
  'util',
  'zlib',
]
const [, , bin] = process.argv
const folder = mkdtempSync(join(tmpdir(), 'standby-'))

/** Has jest run a test of ours, so that it has loaded what it loads late, and its code is compiled. */
async function rehearse() {
  const root = join(folder, 'tree')
  const cache = join(folder, 'cache')
  const file = join(root, 'a.test.js')
  mkdirSync(root)
  writeFileSync(join(root, 'package.json'), '{}')
  writeFileSync(join(root, 'a.js'), 'exports.a = () => 1')
  writeFileSync(
    file,
    `const { a } = require('./a.js')\ndescribe('a', () => { test('is 1', () => { expect(a()).toBe(1) }) })`,
  )
  const cli = createRequire(createRequire(bin).resolve('jest-cli'))
  const argv = await cli('jest-cli').buildArgv([
    `--rootDir=${root}`,
    `--cacheDirectory=${cache}`,
    `--reporters=${fileURLToPath(new URL('./silent-reporter.cjs', import.meta.url))}`,
    '--ci',
    '--silent',
    '--watchman=false',
    '--runInBand',
    '--runTestsByPath',
    file,
  ])
  // Code that ran once is read, code that ran twice is compiled.
  for (let time = 0; time < 2; time += 1) await cli('@jest/core').runCLI(argv, [root])
  for (const each of [root, cache]) rmSync(each, { recursive: true, force: true })
}

/** By how long files took the last time, and by what failed, jest decides on an order that a cold run would not have. */
function forgetTimes(cache) {
  try {
    for (const name of readdirSync(cache)) if (name.startsWith('perf-cache-')) rmSync(join(cache, name))
  } catch {
    // There was no last time.
  }
}

function shared() {
  const require = createRequire(import.meta.url)
  const modules = sharedModules.map((name) => require(`node:${name}`))
  const objects = [...modules, modules[0].strict, process]
  return objects.flatMap((object) =>
    Object.values(Object.getOwnPropertyDescriptors(object)).flatMap(({ value }) =>
      typeof value === 'function' ? [value] : [],
    ),
  )
}

try {
  await rehearse()
} catch {
  // Then it begins as slowly as ever.
}
// Guarded places see for themselves who writes there.
tampering.guardAssertions()
const before = shared()
const { args, stdin } = await orders()
forgetTimes(args.find((each) => each.startsWith('--cacheDirectory='))?.slice('--cacheDirectory='.length) ?? '')
process.on('exit', () => {
  const after = shared()
  if (before.some((each, at) => each !== after[at])) writeSync(3, '{"kind":"spoiled"}\n')
})
// The reporter reads it from there, once.
writeFileSync(join(folder, 'stdin'), stdin)
closeSync(0)
openSync(join(folder, 'stdin'), 'r')
rmSync(folder, { recursive: true })
process.argv.splice(1, process.argv.length, bin, ...args)
Module.runMain(bin)
