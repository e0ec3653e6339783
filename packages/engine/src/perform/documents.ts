import { existsSync, realpathSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { type Ask, type Finding, pathsIn } from '@sigma/protocol'

/** Paths of the context that leave the project, or lead nowhere, named by their field (SIG-20). */
export function straying({ brief }: Ask): readonly Finding[] {
  return pathsIn(brief.context).flatMap(([field, path]) =>
    isInside(path)
      ? []
      : [
          {
            rule: 'path-outside',
            message: `${labelOf(field)} leaves the project: ${path}.`,
            remedy: 'Give its path relative to the root of the project.',
          },
        ],
  )
}

/** Paths that neither the documents nor the workspace hold; asked before the agent starts. */
export function missing({ brief }: Ask, workspace: string): readonly Finding[] {
  return pathsIn(brief.context).flatMap(([field, path]) =>
    brief.documents.some((document) => document.path === path) || exists(workspace, path)
      ? []
      : [
          {
            rule: 'path-missing',
            message: `${labelOf(field)} is ${path}, which does not exist.`,
            remedy: `Write ${path}, or name another file.`,
          },
        ],
  )
}

/** In words for people, with the field for programs: `The design (designPath)`. */
const labelOf = (field: string): string => `The ${field.slice(0, -'Path'.length)} (${field})`

function isInside(path: string): boolean {
  if (path === '' || path.includes('\0') || path.includes('\\') || posix.isAbsolute(path)) return false
  return !posix.normalize(path).startsWith('..') && !/^[A-Za-z]:/.test(path)
}

/** A link that leads out of the workspace counts as missing. */
function exists(workspace: string, path: string): boolean {
  const file = join(workspace, path)
  return existsSync(file) && realpathSync(file).startsWith(`${realpathSync(workspace)}${sep}`)
}
