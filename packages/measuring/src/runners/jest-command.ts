/** Reads from a project's script how jest loads files. */
import { scriptIn } from './script.ts'
import { ways } from './workers.ts'

export interface JestOptions {
  /** For Node, e.g. `--experimental-vm-modules`. */
  readonly nodeOptions: readonly string[]
  /** For jest, e.g. `--config=jest.unit.config.js`. */
  readonly options: readonly string[]
}

/** By the script that runs jest in the package of this folder. */
export const jestOptionsIn = (folder: string): JestOptions => optionsOf(scriptIn(folder, ways.jest.starts))

/** Options of a package's script that decide how files load. The rest, such as `--watch` or a pattern, is not for a gate. */
export function optionsOf(script: string): JestOptions {
  const words = script.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)?.map((word) => word.replace(/["']/g, '')) ?? []
  const nodeOptions = words.flatMap((word) => word.match(/--experimental-[\w-]+/g) ?? [])
  const options = words.flatMap((word, at) => {
    const [, name, value = words[at + 1]] = /^(--config|-c|--rootDir)(?:=(.*))?$/.exec(word) ?? []
    return name === undefined || value === undefined ? [] : [`${name === '-c' ? '--config' : name}=${value}`]
  })
  return { nodeOptions: [...new Set(nodeOptions)], options }
}
