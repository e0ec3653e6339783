/** What a person can do about a change, as commands for the repository's root. Each undoes what is there now, and nothing newer. */
import { relative } from 'node:path'
import type { UsableRepository } from '../../git/repository.ts'
import { placeOf } from './part.ts'

export interface UndoPlace {
  readonly repository: UsableRepository
  /** Sigma's git folder, relative to the root. */
  readonly gitFolder: string
  readonly ref: string
}

export interface Changed {
  readonly part: string
  readonly before: string | null
  readonly after: string | null
  readonly beforeContent: string | null
}

const oid = /^[0-9a-f]{40,64}$/

export function undoOf({ repository, gitFolder }: UndoPlace, changed: Changed): readonly string[] {
  const { part, before, after, beforeContent } = changed
  const place = placeOf(repository, part)
  if (place.kind === 'ref') return refUndo(part, before ?? '', after ?? '')
  const path = inShell(place.kind === 'file' ? place.path : relative(repository.root, place.file))
  if (beforeContent !== null) return [`git --git-dir=${inShell(gitFolder)} cat-file blob ${beforeContent} > ${path}`]
  const wasThere = before !== null && before !== '' && before !== 'gone'
  if (!wasThere) return [`rm ${path}`]
  return place.kind === 'file'
    ? [`git diff -- ${path}`, `git restore -- ${path}`]
    : [`git config --local --list # ${part}`]
}

function refUndo(part: string, before: string, after: string): readonly string[] {
  if (part === 'stash') return ['git stash list']
  if (part === 'refs/stash') return before === '' ? ['git stash pop'] : []
  if (part.startsWith('worktrees/')) return ['git worktree list']
  if (part === 'HEAD') {
    const branch = /^ref: (refs\/\S+)$/.exec(before)?.[1]
    if (branch !== undefined) return [`git symbolic-ref HEAD ${inShell(branch)}`]
    return oid.test(before) ? [`git update-ref --no-deref HEAD ${before}`] : []
  }
  const name = inShell(part)
  if (oid.test(before)) return [`git update-ref ${name} ${before}${oid.test(after) ? ` ${after}` : ''}`]
  return oid.test(after) ? [`git update-ref -d ${name} ${after}`] : []
}

const inShell = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)
