/** Reads the configuration; every fault names the file, the line where it is cheap, and the key. */
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { SigmaError } from '@sigma/engine'
import { type Config, configSchema } from './config.ts'
import { configFault } from './config-fault.ts'
import { configName, typescriptName } from './config-place.ts'
import { configUnreadable } from './errors.ts'

/** Fails with `config-unreadable`, `config-unknown-key`, `config-wrong-value`. */
export async function readConfig(file: string | null): Promise<Config> {
  if (file === null) return configSchema.parse({})
  const text = read(file)
  const value = await readConfigAsWritten(file)
  const result = configSchema.safeParse(value)
  if (result.success) return result.data
  throw configFault(text, result.error, value)
}

/** Without defaults, and not looked at yet. Fails with `config-unreadable`. */
export async function readConfigAsWritten(file: string): Promise<unknown> {
  return file.endsWith('.ts') ? await load(file) : parse(file, read(file))
}

function read(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (cause) {
    throw configUnreadable(configName, messageOf(cause))
  }
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw configUnreadable(configName, messageOf(cause), `Correct the JSON of ${file}.`)
  }
}

/** Node runs TypeScript itself; the configuration is the default export. */
async function load(file: string): Promise<unknown> {
  let module: { readonly default?: unknown }
  try {
    module = await import(pathToFileURL(file).href)
  } catch (cause) {
    throw configUnreadable(typescriptName, messageOf(cause), `node ${file}`)
  }
  if (module.default !== undefined) return module.default
  throw new SigmaError('config-unreadable', `${typescriptName} has no default export.`, {
    hint: `Write \`export default { … }\` in ${typescriptName}.`,
  })
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))
