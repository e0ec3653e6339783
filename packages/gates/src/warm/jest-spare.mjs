/**
 * jest, loaded before there is anything to run: it waits for a command line, and becomes what `node <jest> <arguments>`
 * is. Nothing of the project's own has been loaded by then. Plain JavaScript for Node 20 and newer.
 */
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { orders } from './orders.mjs'

const [, , bin] = process.argv
const loaded = ['jest-cli', '@jest/core', 'jest-config', 'jest-runner', 'jest-circus/runner', 'jest-environment-node']

/** What jest loads by itself only when it begins; a project has all, some, or others. */
function load(names) {
  let from = createRequire(bin)
  for (const name of names) {
    try {
      const path = from.resolve(name)
      from(path)
      from = createRequire(path)
    } catch {
      // It is not there, or only jest can find it.
    }
  }
}

load(loaded)
load([...loaded.slice(0, 3), 'babel-jest'])
const { args, stdin } = await orders()
// The reporter reads it from there, once.
const folder = mkdtempSync(join(tmpdir(), 'orders-'))
writeFileSync(join(folder, 'stdin'), stdin)
closeSync(0)
openSync(join(folder, 'stdin'), 'r')
rmSync(folder, { recursive: true })
process.argv.splice(1, process.argv.length, bin, ...args)
Module.runMain(bin)
