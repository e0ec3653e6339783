/**
 * A process that is started before there is anything to run: it waits for the name of a test file, and becomes what
 * `node <file>` is. Plain JavaScript for Node 20 and newer, as the tested project has it.
 */
import Module from 'node:module'
import 'node:test'
import { orders } from './orders.mjs'
import './spare-reporter.mjs'

const { file } = await orders()
// `only` is heeded where this is not set. What the processes have that `node --test` starts is set by the reporter:
// earlier, Node would take it for a wish of how to report.
process.env.NODE_TEST_CONTEXT = 'spare'
process.argv.splice(1, process.argv.length, file)
Module.runMain(file)
