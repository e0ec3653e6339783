import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const root = fileURLToPath(new URL('../..', import.meta.url))
const names = z.record(z.string(), z.string()).default({})
const lock = z.object({
  packages: z.record(
    z.string(),
    z.object({ dependencies: names, optionalDependencies: names, peerDependencies: names }),
  ),
})

/** Gives a project a `node_modules` with this package and what it needs, as they are installed here. */
export function install(project: string, name: string): void {
  const { packages } = lock.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  const needed = new Set([name])
  for (const each of needed) {
    const home = `node_modules/${each}`
    const own = Object.entries(packages).filter(([path]) => path === home || path.startsWith(`${home}/node_modules/`))
    for (const [, { dependencies, optionalDependencies, peerDependencies }] of own) {
      for (const next of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
        if (existsSync(join(root, 'node_modules', next))) needed.add(next)
      }
    }
  }
  for (const each of needed) {
    const link = join(project, 'node_modules', each)
    mkdirSync(dirname(link), { recursive: true })
    if (!existsSync(link)) symlinkSync(join(root, 'node_modules', each), link)
  }
}
