import type { TurnRequest } from '@sigma/engine'
import { pathsIn } from '@sigma/protocol'
import type { Scope } from './permission.ts'

/** What the Handoff says that the role may write, and the documents of its task. `creatable`: empty, as `writable` says. */
export function scopeOf({
  handoff: { context, metadata },
}: TurnRequest): Required<Pick<Scope, 'writable' | 'creatable' | 'documents'>> {
  const { writable, creatable = [] } = metadata
  return {
    writable,
    creatable,
    documents: pathsIn(context).flatMap(([, path]) => (writable.includes(literal(path)) ? [] : [path])),
  }
}

/** All globs that the role may write by, of what exists and of what is new. */
export function roleGlobs({ handoff: { metadata } }: TurnRequest): readonly string[] {
  return [...(metadata.creatable ?? []), ...metadata.writable]
}

/** A glob that means this path: what a role is asked to change by name is its own, though the context names it as well. */
const literal = (path: string): string => path.replace(/[[\](){}!*?+@\\]/g, '\\$&')
