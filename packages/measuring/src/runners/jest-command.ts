/** How a project starts jest: where it is installed, and what its script says beside the files. */
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { readText } from './test-files.ts'

export interface Jest {
  /** The script that Node runs. */
  readonly bin: string
  readonly version: string
  /** For Node, e.g. `--experimental-vm-modules`. */
  readonly nodeOptions: readonly string[]
  /** For jest, e.g. `--config=jest.unit.config.js`. */
  readonly options: readonly string[]
}

const packageSchema = z.object({
  version: z.string().optional(),
  scripts: z.record(z.string(), z.string()).default({}),
})

/** The jest that `folder` of the checkout at `root` would start; null when none is installed there. */
export async function findJest(root: string, folder: string): Promise<Jest | null> {
  for (const place of upwards(folder)) {
    for (const name of ['jest', 'jest-cli']) {
      const home = join(root, place, 'node_modules', name)
      const installed = await readPackage(home)
      if (installed?.version === undefined) continue
      const scripts = Object.entries((await readPackage(join(root, folder)))?.scripts ?? {})
      const used = scripts.filter(([, script]) => /(^|[\s/=])jest([\s.]|$)/.test(script))
      const script = (used.find(([title]) => title === 'test') ?? used[0])?.[1] ?? ''
      return { bin: join(home, 'bin', 'jest.js'), version: installed.version, ...optionsOf(script) }
    }
  }
  return null
}

/** What of a package's script decides how files load. The rest, such as `--watch` or a pattern, is not for a gate. */
export function optionsOf(script: string): Pick<Jest, 'nodeOptions' | 'options'> {
  const words = script.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)?.map((word) => word.replace(/["']/g, '')) ?? []
  const nodeOptions = words.flatMap((word) => word.match(/--experimental-[\w-]+/g) ?? [])
  const options = words.flatMap((word, at) => {
    const [, name, value = words[at + 1]] = /^(--config|-c|--rootDir)(?:=(.*))?$/.exec(word) ?? []
    return name === undefined || value === undefined ? [] : [`${name === '-c' ? '--config' : name}=${value}`]
  })
  return { nodeOptions: [...new Set(nodeOptions)], options }
}

/** `a/b`, `a`, ``: Node looks for packages in this order. */
function upwards(folder: string): readonly string[] {
  if (folder === '' || folder === '.') return ['']
  return [folder, ...upwards(dirname(folder))]
}

async function readPackage(folder: string): Promise<z.infer<typeof packageSchema> | null> {
  try {
    return packageSchema.parse(JSON.parse(await readText(join(folder, 'package.json'))))
  } catch {
    return null
  }
}
