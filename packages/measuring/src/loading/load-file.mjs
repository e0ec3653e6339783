/**
 * Loads one file and writes down how it went. Plain JavaScript, because it runs under the Node of the project that is
 * checked: `node load-file.mjs <file> <result>`.
 */
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const [, , file, result] = process.argv
try {
  await import(pathToFileURL(file).href)
  writeFileSync(result, JSON.stringify({ loaded: true }))
} catch (error) {
  const { name = 'Error', message = String(error), code = null } = error ?? {}
  writeFileSync(result, JSON.stringify({ loaded: false, name, message, code }))
}
process.exit(0)
