import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Lying } from '@sigma/engine'
import { modulesBelow, modulesOf } from './planned-modules.ts'

/** Modules that have a design, of the memory bank that the configuration names. */
export function designedModules(project: Lying): readonly string[] {
  return modulesBelow(
    modulesOf(project),
    (module) => statSync(join(module, 'design.md'), { throwIfNoEntry: false })?.isFile() === true,
  )
}
