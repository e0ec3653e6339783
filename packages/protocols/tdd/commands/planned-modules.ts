import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Lying } from '@sigma/engine'

/** Modules that have a plan, of the memory bank that the configuration names. */
export function plannedModules({ root, config }: Lying): readonly string[] {
  const usual = 'memory-bank'
  const bank = typeof config === 'object' && config !== null && 'memoryBank' in config ? config.memoryBank : usual
  return modulesIn(join(root, typeof bank === 'string' ? bank : usual))
}

const deepest = 4

/** The modules of a memory bank that have a plan; none where there is no bank. */
export function modulesIn(memoryBank: string): readonly string[] {
  const folder = join(memoryBank, 'modules')
  return existsSync(folder) ? modulesBelow(folder, '') : []
}

/** A module may lie in folders of others: `src/auth`. */
function modulesBelow(folder: string, name: string, depth = 0): readonly string[] {
  const own = name !== '' && statSync(join(folder, 'tdd_plan.md'), { throwIfNoEntry: false })?.isFile() ? [name] : []
  const inner =
    depth === deepest ? [] : readdirSync(folder, { withFileTypes: true }).filter((each) => each.isDirectory())
  const below = inner.flatMap((each) =>
    modulesBelow(join(folder, each.name), name === '' ? each.name : `${name}/${each.name}`, depth + 1),
  )
  return [...own, ...below]
}
