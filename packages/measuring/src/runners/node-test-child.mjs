/**
 * Runs one test file as `node --test` has it run, and becomes what `node <file>` is. The reporter is loaded before
 * anything of the project's. Plain JavaScript for Node 20 and newer, as the tested project has it.
 */
import Module from 'node:module'
import 'node:test'
import './node-test-teller.mjs'

const [, , file] = process.argv
process.argv.splice(1, process.argv.length, file)
process.execArgv = process.execArgv.filter((each) => !each.startsWith('--test-reporter'))
Module.runMain(file)
