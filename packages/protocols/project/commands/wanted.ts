/** What somebody wants of a project run, by what they typed: modules that are designed, or a wish in their own words. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Asked, nearest } from '@sigma/engine'
import { isDraft } from '@sigma/memory'
import { modulesFolder } from '../../modules/documents.ts'
import { moduleName } from '../../modules/module-name.ts'
import { modulesBelow } from '../../modules/planned-modules.ts'
import { draftsAlone, noModules, unknownWish } from './errors.ts'

export interface Wanted {
  /** Empty: there is a wish. */
  readonly modules: readonly string[]
  readonly wish: string | null
}

/**
 * Every module that has a design is meant where nothing is typed, but for designs that `sigma init` drafted and nobody
 * looked at. Fails with `no-modules`, `drafts-alone`, `unknown-wish`.
 */
export function wantedOf(
  { place, subject }: Asked,
  folders: { readonly bank: string; readonly given: string | undefined },
): Wanted {
  const folder = modulesFolder(place.root, folders.bank, folders.given)
  const known = modulesBelow(folder, isDesigned).toSorted()
  if (subject === '') {
    const looked = known.filter((module) => !isDrafted(join(folder, module)))
    if (known.length === 0) throw noModules()
    if (looked.length === 0) throw draftsAlone(known)
    return { modules: looked, wish: null }
  }
  const module = moduleNamed(subject)
  if (module !== null && isDesigned(join(folder, module))) return { modules: [module], wish: null }
  // One word of letters that names are made of is a name that was mistyped rather than a wish.
  if (/^[\w./-]+$/.test(subject)) throw unknownWish(subject, known, nearest(subject, known))
  return { modules: [], wish: subject }
}

function moduleNamed(subject: string): string | null {
  try {
    return moduleName(subject)
  } catch {
    return null
  }
}

const isDesigned = (module: string): boolean =>
  statSync(join(module, 'design.md'), { throwIfNoEntry: false })?.isFile() === true

const isDrafted = (module: string): boolean => isDraft(readFileSync(join(module, 'design.md'), 'utf8'))
