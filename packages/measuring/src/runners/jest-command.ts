/** Reads from a project's script how jest loads files. */
import { join } from 'node:path'
import { z } from 'zod'
import { readJsonNow } from './test-files.ts'

export interface JestOptions {
  /** For Node, e.g. `--experimental-vm-modules`. */
  readonly nodeOptions: readonly string[]
  /** For jest, e.g. `--config=jest.unit.config.js`. */
  readonly options: readonly string[]
}

const manifest = z.object({ scripts: z.record(z.string(), z.string()) })

/** By the script that runs jest in the package of this folder. */
export function jestOptionsIn(folder: string): JestOptions {
  const scripts = manifest.safeParse(readJsonNow(join(folder, 'package.json'))).data?.scripts ?? {}
  const used = Object.entries(scripts).filter(([, script]) => /(^|[\s/=])jest([\s.]|$)/.test(script))
  return optionsOf((used.find(([title]) => title === 'test') ?? used[0])?.[1] ?? '')
}

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
