/** What a workspace was handed out with: the files of a commit, and documents laid over them. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Blobs, createMatcher } from '@sigma/engine'
import type { Document } from '@sigma/protocol'
import { z } from 'zod'
import { unsafeDocument } from '../errors.ts'
import type { Entry, SigmaGit, Tree } from '../git/sigma-git.ts'
import { isAgentWords, isForAgents } from './agent-settings.ts'
import type { Folders } from './folders.ts'
import type { Materials } from './materialize.ts'

/** A folder, and the files that it was handed out with. */
export interface HandedOut {
  readonly folder: string
  readonly expected: Tree
}

const recordSchema = z.object({
  commit: z.string(),
  documents: z.array(z.object({ path: z.string(), blob: z.string() })).readonly(),
  /** To whom, and from which commit, where they may find it again as they left it. */
  kept: z.object({ by: z.string(), base: z.string() }).optional(),
  /** True: without what agents' programs read by themselves; `words`: without what of that are words to their models. */
  withheld: z.union([z.boolean(), z.literal('words')]).optional(),
  /** Globs of what is not shown. */
  hides: z.array(z.string()).readonly().optional(),
})
export type HandedOutRecord = Readonly<z.infer<typeof recordSchema>>

/** What Sigma last knew of a workspace; null: there is no such workspace. */
export function recordOf(folders: Folders, run: string, workspace: string): HandedOutRecord | null {
  const file = folders.record(run, workspace)
  if (!existsSync(folders.workspace(run, workspace)) || !existsSync(file)) return null
  return recordSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
}

/** The files of a commit with the documents laid over them. */
export function withDocuments(
  git: SigmaGit,
  blobs: Pick<Blobs, 'get'>,
  whole: Materials,
  documents: readonly Document[],
): Materials {
  if (documents.length === 0) return whole
  const contents = new Map(whole.contents)
  const entries = new Map<string, Entry>(whole.entries)
  for (const { path, blob } of documents) {
    if (!isPlainPath(path)) throw unsafeDocument(path)
    const content = Buffer.from(blobs.get(blob))
    const oid = git.oidOf(content)
    contents.set(oid, content)
    entries.set(path, { mode: '100644', oid, size: content.length })
  }
  return { entries, contents }
}

/** Puts back documents that somebody took away who goes on in their workspace. */
export function layMissing(blobs: Pick<Blobs, 'get'>, folder: string, documents: readonly Document[]): void {
  for (const { path, blob } of documents) {
    if (!isPlainPath(path)) throw unsafeDocument(path)
    const file = join(folder, path)
    if (existsSync(file)) continue
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, blobs.get(blob))
  }
}

/** Without what is withheld: it is in no commit's way, for a commit says only what changed. */
export function without(withheld: HandedOutRecord['withheld'], { entries, contents }: Materials): Materials {
  if (withheld === undefined || withheld === false) return { entries, contents }
  const isWithheld = withheld === 'words' ? isAgentWords : isForAgents
  return { entries: new Map([...entries].filter(([path]) => !isWithheld(path))), contents }
}

/** The same without what whoever works there is not shown. */
export function hidden(hides: HandedOutRecord['hides'], { entries, contents }: Materials): Materials {
  if (hides === undefined || hides.length === 0) return { entries, contents }
  const isHidden = createMatcher(hides)
  return { entries: new Map([...entries].filter(([path]) => !isHidden(path))), contents }
}

function isPlainPath(path: string): boolean {
  return (
    !/[\p{Cc}\\]/u.test(path) &&
    path.split('/').every((part) => !['', '.', '..'].includes(part) && part.toLowerCase() !== '.git')
  )
}
