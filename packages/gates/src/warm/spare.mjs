/**
 * A process that is started before there is anything to run: it waits on descriptor 3 for the name of a test file, and
 * becomes what `node <file>` is. Plain JavaScript for Node 20 and newer, as the tested project has it.
 */
import { read, writeSync } from 'node:fs'
import Module from 'node:module'
import 'node:test'
import './spare-reporter.mjs'

const buffer = Buffer.alloc(64 * 1024)
let text = ''

function listen() {
  read(3, buffer, 0, buffer.length, null, (error, count) => {
    if (error !== null || count === 0) process.exit(0)
    text += buffer.toString('latin1', 0, count)
    if (text.endsWith('\n')) become(JSON.parse(Buffer.from(text, 'latin1').toString()).file)
    else listen()
  })
}

function become(file) {
  // `only` is heeded where this is not set. What the processes have that `node --test` starts is set by the reporter:
  // earlier, Node would take it for a wish of how to report.
  process.env.NODE_TEST_CONTEXT = 'spare'
  process.argv.splice(1, process.argv.length, file)
  Module.runMain(file)
}

writeSync(3, `${JSON.stringify({ kind: 'ready', version: process.version })}\n`)
listen()
