/**
 * Runs one test file as `node --test` has it run, and becomes what `node <file>` is. The reporter is loaded before
 * anything of the project's; which file it is, the process is told then, on descriptor 3. Plain JavaScript for Node 20
 * and newer, as the tested project has it.
 */
import { readSync } from 'node:fs'
import Module from 'node:module'
import 'node:test'
import { fileURLToPath } from 'node:url'
import { asArguments, preload } from './node-preloads.mjs'
import { beginCounting, beginReaching } from './node-test-teller.mjs'

const bytes = Buffer.alloc(4096)
let told = ''
while (!told.endsWith('\n')) {
  const count = readSync(3, bytes)
  // The process that started this one is gone.
  if (count === 0) process.exit(0)
  told += bytes.toString('latin1', 0, count)
}
const { url, roots } = JSON.parse(Buffer.from(told, 'latin1').toString())
const file = fileURLToPath(url)
const preloads = JSON.parse(process.argv[2] ?? '[]')
process.argv.splice(1, process.argv.length, file)
process.execArgv = [
  ...process.execArgv.filter(
    (each) => !each.startsWith('--test-reporter') && each !== '--import=data:text/javascript,',
  ),
  ...asArguments(preloads),
]
// What is loaded before each test file belongs to each.
if (roots !== null) beginReaching(roots, preloads)
// Not before there is a file: a warm process waits for it, and what is loaded may be written in the meantime.
await preload(preloads, process.cwd())
beginCounting({ isCompiled: preloads.length > 0 })
Module.runMain(file)
