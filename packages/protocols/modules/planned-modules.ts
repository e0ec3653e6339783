import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Lying } from '@sigma/engine'

/** Modules that have a plan, of the memory bank that the configuration names. */
export function plannedModules(project: Lying): readonly string[] {
  return withPlan(modulesOf(project))
}

/** Folder of the modules, by a configuration that was not looked at yet. */
export function modulesOf({ root, config }: Lying): string {
  const usual = 'memory-bank'
  const bank = typeof config === 'object' && config !== null && 'memoryBank' in config ? config.memoryBank : usual
  return join(root, typeof bank === 'string' ? bank : usual, 'modules')
}

const deepest = 4

/** The modules of a memory bank that have a plan; none where there is no bank. */
export function modulesIn(memoryBank: string): readonly string[] {
  return withPlan(join(memoryBank, 'modules'))
}

const withPlan = (folder: string): readonly string[] =>
  modulesBelow(folder, (module) => statSync(join(module, 'tdd_plan.md'), { throwIfNoEntry: false })?.isFile() === true)

/** Folders that are modules, by name; a module may lie in folders of others: `src/auth`. */
export function modulesBelow(
  folder: string,
  isModule: (path: string, holdsOthers: boolean) => boolean,
  depth = 1,
): readonly string[] {
  if (depth > deepest || !existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory() || entry.name.startsWith('.')) return []
    const path = join(folder, entry.name)
    const others = modulesBelow(path, isModule, depth + 1).map((name) => `${entry.name}/${name}`)
    return isModule(path, others.length > 0) ? [entry.name, ...others] : others
  })
}
