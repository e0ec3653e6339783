/**
 * Loads one file and writes down how it went. Plain JavaScript, because it runs under the Node of the project that is
 * checked: `node load-file.mjs <file> <result> <what to load before it, as JSON>`.
 */
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { preload } from '../runners/node-preloads.mjs'

const [, , file, result, preloads] = process.argv
try {
  await preload(JSON.parse(preloads), process.cwd())
  await import(pathToFileURL(file).href)
  writeFileSync(result, JSON.stringify({ loaded: true }))
} catch (error) {
  const { name = 'Error', message = String(error), code = null } = error ?? {}
  writeFileSync(result, JSON.stringify({ loaded: false, name, message, code }))
}
process.exit(0)
