import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Lying } from '@sigma/engine'
import { modulesBelow, modulesOf } from './planned-modules.ts'

/** Modules that have a design, of the memory bank that the configuration names. */
export const designedModules = (project: Lying): readonly string[] => designsBelow(modulesOf(project))

/** Modules that have a design; `modules`: the folder that holds them. */
export function designsBelow(modules: string): readonly string[] {
  const isDesigned = (module: string): boolean =>
    statSync(join(module, 'design.md'), { throwIfNoEntry: false })?.isFile() === true
  return modulesBelow(modules, isDesigned).toSorted()
}
