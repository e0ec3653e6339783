/** A module's folder and the documents in it, as they lie in a person's repository. */
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { nearest, type Workplace } from '@sigma/engine'
import { type DesignInterface, readDesign } from '@sigma/protocol'
import {
  type DocumentKind,
  documentFault,
  documentMissing,
  documentOutside,
  documentUnreadable,
  unknownModule,
} from './errors.ts'
import { modulesBelow } from './planned-modules.ts'

export interface ModulePlace {
  readonly place: Pick<Workplace, 'root' | 'top' | 'inRepository'>
  /** Folder that holds the modules; absolute. */
  readonly modules: string
  /** The command that was typed, for hints. */
  readonly command: string
}

export interface Text {
  /** Relative to the repository's top. */
  readonly path: string
  readonly text: string
  /** As the file has it: what is hashed and handed out. */
  readonly bytes: Uint8Array
}

/** `given`: the folder of a flag, absolute; else that of the configuration counts. */
export function modulesFolder(root: string, memoryBank: string, given: string | undefined): string {
  return resolve(root, given ?? join(memoryBank, 'modules'))
}

/** Fails with `unknown-module`. */
export function moduleFolder({ place, modules, command }: ModulePlace, module: string): string {
  const folder = join(modules, module)
  if (isFolder(folder)) return folder
  const known = modulesBelow(modules, isModule).toSorted()
  throw unknownModule({
    module,
    folder: relative(place.root, modules) || '.',
    known,
    nearest: nearest(module, known),
    command,
  })
}

/** Fails with `design-missing`, `design-outside`, `design-unreadable`; so for a plan. */
export function readDocument(
  { place }: Pick<ModulePlace, 'place'>,
  kind: DocumentKind,
  file: string,
  module: string,
): Text {
  const shown = relative(place.root, file)
  if (!existsSync(file)) throw documentMissing(kind, shown, module)
  const path = pathInRepository(place, kind, file)
  const real = relative(realpathSync(place.top), realpathSync(file))
  if (real.startsWith('..') || isAbsolute(real)) throw documentOutside(kind, shown)
  try {
    const bytes = readFileSync(file)
    return { path, bytes, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch (cause) {
    throw documentUnreadable(kind, shown, cause instanceof Error ? cause.message : String(cause))
  }
}

/** Of a file that is there, or is to be. Fails with `plan-outside`; so for a design. */
export function pathInRepository(place: ModulePlace['place'], kind: DocumentKind, file: string): string {
  const path = place.inRepository(relative(place.root, file))
  if (path.startsWith('../') || isAbsolute(path)) throw documentOutside(kind, relative(place.root, file))
  return path
}

/** At least one. Fails with `design-fault`. */
export function interfacesOf(design: Text): readonly DesignInterface[] {
  const interfaces = readDesign(design.text)
  if (interfaces.length > 0) return interfaces
  const message = 'The design declares no interface.'
  const remedy = 'Declare it in a fenced code block under the heading "## Interface".'
  throw documentFault('design', design.path, { line: 1, message, remedy })
}

/** Also a folder with nothing in it: its design and plan may be yet to be written. */
const isModule = (path: string, holdsOthers: boolean): boolean =>
  !holdsOthers || existsSync(join(path, 'design.md')) || existsSync(join(path, 'tdd_plan.md'))

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
