import { createHash } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { keptFolder } from './kept.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const names = z.record(z.string(), z.string()).default({})
const lock = z.object({
  packages: z.record(
    z.string(),
    z.object({ dependencies: names, optionalDependencies: names, peerDependencies: names }),
  ),
})
const manifest = z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]).default({}) })

/**
 * Gives a project a `node_modules` with these packages and what they need, as they are installed here. It is one for all
 * projects, and holds files, as a package manager lays them: links to packages elsewhere would have to be copied for each.
 */
export function install(project: string, ...wanted: readonly string[]): void {
  symlinkSync(installationOf(wanted), join(project, 'node_modules'))
}

/** Other names of the files that are installed here. */
function installationOf(wanted: readonly string[]): string {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const name = createHash('sha256')
    .update(JSON.stringify([text, ...wanted]))
    .digest('hex')
    .slice(0, 16)
  const folder = join(keptFolder('installed'), name)
  const modules = join(folder, 'node_modules')
  if (existsSync(modules)) return modules
  const own = `${folder}.${process.pid}-${crypto.randomUUID()}`
  try {
    for (const each of neededBy(wanted, text))
      layFolder(join(root, 'node_modules', each), join(own, 'node_modules', each))
    for (const each of wanted) layPrograms(join(own, 'node_modules'), each)
    renameSync(own, folder)
  } catch (error) {
    // Another worker may have been faster.
    if (!existsSync(modules)) throw error
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
  return modules
}

function neededBy(wanted: readonly string[], text: string): ReadonlySet<string> {
  const { packages } = lock.parse(JSON.parse(text))
  const needed = new Set(wanted)
  for (const each of needed) {
    const home = `node_modules/${each}`
    const own = Object.entries(packages).filter(([path]) => path === home || path.startsWith(`${home}/node_modules/`))
    for (const [, { dependencies, optionalDependencies, peerDependencies }] of own) {
      for (const next of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
        if (existsSync(join(root, 'node_modules', next))) needed.add(next)
      }
    }
  }
  return needed
}

function layFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.isDirectory()) layFolder(join(from, entry.name), join(to, entry.name))
    else if (entry.isFile()) linkSync(join(from, entry.name), join(to, entry.name))
  }
}

/** As npm does: what a person types, by name. */
function layPrograms(modules: string, name: string): void {
  const { bin } = manifest.parse(JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')))
  const programs = typeof bin === 'string' ? { [basename(name)]: bin } : bin
  for (const [program, file] of Object.entries(programs)) {
    const link = join(modules, '.bin', program)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join('..', name, file), link)
  }
}
