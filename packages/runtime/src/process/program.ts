import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { look } from './look.ts'

export type FoundProgram =
  | { readonly kind: 'found'; readonly file: string }
  /** As `spawn` would have failed: `ENOENT`, `EACCES`. */
  | { readonly kind: 'missing'; readonly code: 'ENOENT' | 'EACCES' }

/** Looks a program up as the system does when it starts one. */
export function findProgram(program: string, cwd: string, path: string): FoundProgram {
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder))
  const places = program.includes('/') ? [resolve(cwd, program)] : folders.map((folder) => join(folder, program))
  const files = places.filter((place) => look(place)?.isFile() === true)
  const file = files.find(isExecutable)
  if (file !== undefined) return { kind: 'found', file }
  return { kind: 'missing', code: files.length === 0 ? 'ENOENT' : 'EACCES' }
}

/** Why a program cannot be started, in a sentence. */
export const whyMissing = (program: string, code: 'ENOENT' | 'EACCES'): string =>
  code === 'ENOENT' ? `The program ${program} was not found.` : `The program ${program} is not executable.`

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
