/**
 * jest, loaded before there is anything to run: it waits for a command line, and becomes what `node <jest> <arguments>`
 * is. Nothing of the project's own has been loaded by then. Plain JavaScript for Node 20 and newer.
 */
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { orders } from './orders.mjs'

const [, , bin] = process.argv
const folder = mkdtempSync(join(tmpdir(), 'standby-'))

/** Has jest run a test of ours, so that it has loaded what it loads late, and its code is compiled. */
async function rehearse() {
  const root = join(folder, 'tree')
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
    `--cacheDirectory=${join(folder, 'cache')}`,
    `--reporters=${fileURLToPath(new URL('./silent-reporter.cjs', import.meta.url))}`,
    '--ci',
    '--silent',
    '--watchman=false',
    '--runInBand',
    '--runTestsByPath',
    file,
  ])
  await cli('@jest/core').runCLI(argv, [root])
}

try {
  await rehearse()
} catch {
  // Then it begins as slowly as ever.
}
const { args, stdin } = await orders()
// The reporter reads it from there, once.
writeFileSync(join(folder, 'stdin'), stdin)
closeSync(0)
openSync(join(folder, 'stdin'), 'r')
rmSync(folder, { recursive: true })
process.argv.splice(1, process.argv.length, bin, ...args)
Module.runMain(bin)
