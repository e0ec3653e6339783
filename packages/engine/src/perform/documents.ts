import { existsSync, realpathSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import type { Ask, Finding } from '@sigma/protocol'

/** Paths of the context that leave the project, or lead nowhere, named by their field (SIG-20). */
export function straying({ brief }: Ask): readonly Finding[] {
  return fieldsOf(brief.context).flatMap(([field, path]) =>
    isInside(path)
      ? []
      : [
          {
            rule: 'path-outside',
            message: `${labels[field]} leaves the project: ${path}.`,
            remedy: 'Give its path relative to the root of the project.',
          },
        ],
  )
}

/** Paths that neither the documents nor the workspace hold; asked before the agent starts. */
export function missing({ brief }: Ask, workspace: string): readonly Finding[] {
  return fieldsOf(brief.context).flatMap(([field, path]) =>
    brief.documents.some((document) => document.path === path) || exists(workspace, path)
      ? []
      : [
          {
            rule: 'path-missing',
            message: `${labels[field]} is ${path}, which does not exist.`,
            remedy: `Write ${path}, or name another file.`,
          },
        ],
  )
}

/** In words for people, with the field for programs. */
const labels = { designPath: 'The design (designPath)', planPath: 'The plan (planPath)' } as const

function fieldsOf(context: Ask['brief']['context']): readonly (readonly [keyof typeof labels, string])[] {
  const { designPath, planPath } = context
  return [['designPath', designPath] as const, ...(planPath === undefined ? [] : [['planPath', planPath] as const])]
}

function isInside(path: string): boolean {
  if (path === '' || path.includes('\0') || path.includes('\\') || posix.isAbsolute(path)) return false
  return !posix.normalize(path).startsWith('..') && !/^[A-Za-z]:/.test(path)
}

/** A link that leads out of the workspace counts as missing. */
function exists(workspace: string, path: string): boolean {
  const file = join(workspace, path)
  return existsSync(file) && realpathSync(file).startsWith(`${realpathSync(workspace)}${sep}`)
}
