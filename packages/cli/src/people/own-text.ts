/** A person's own text in the place of a draft that a decision is about: from a file, or from their editor. */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { type Decision, protocolOf, type Reader } from '@sigma/engine'
import type { Document } from '@sigma/protocol'
import { kits } from '@sigma/protocols'
import type { Place } from '../project/place.ts'
import type { World } from '../world.ts'
import { editorFailed, noDraft, noEditor, textUnchanged, textUnreadable, whichDraft } from './errors.ts'

export interface OwnText {
  readonly path: string
  readonly content: string
  /** Where it lies until it is taken; null: in a file of the person's. */
  readonly kept: string | null
}

/** What the command line says of it. */
export interface OwnTextFlags {
  readonly textFile: string | undefined
  /** A path, or the folder that it lies in. */
  readonly part: string | undefined
}

const mostBytes = 1_000_000

/** Fails with `which-draft`, `text-unreadable`, `no-editor`, `editor-failed`, `text-unchanged`. */
export async function ownText(
  world: World,
  place: Place,
  reader: Reader,
  decision: Decision,
  { textFile, part }: OwnTextFlags,
): Promise<OwnText> {
  const draft = draftOf(reader, decision, part)
  if (textFile !== undefined) return { path: draft.path, content: textIn(resolve(world.cwd, textFile)), kept: null }
  if (world.edit === undefined) throw noEditor(decision.id)
  const file = join(folderOf(place, draft), basename(draft.path))
  const before = Buffer.from(reader.blob(draft.blob)).toString('utf8')
  // What did not pass is opened again as the person left it.
  if (!existsSync(file)) {
    mkdirSync(folderOf(place, draft), { recursive: true, mode: 0o700 })
    writeFileSync(file, before)
  }
  const exit = await world.edit(file)
  if (exit !== 0) throw editorFailed(exit, decision.id)
  const content = textIn(file)
  if (content === before) throw textUnchanged(decision.id)
  return { path: draft.path, content, kept: file }
}

/** True: the question about the same draft stands again, so the text was not taken, and is kept. */
export function isKept(reader: Reader, decision: Decision, { path, kept }: OwnText): boolean {
  if (kept === null) return false
  const open = reader.inbox(decision.run).find(({ id }) => id === decision.id)
  const draft = open === undefined ? undefined : draftsOf(reader, open.run).find((each) => each.path === path)
  if (draft !== undefined && kept.includes(nameOf(draft))) return true
  rmSync(resolve(kept, '..'), { recursive: true, force: true })
  return false
}

/** A text of its own for each draft: what was written in the place of an earlier one is not opened for a later. */
const folderOf = ({ folder }: Place, draft: Document): string => join(folder, 'edits', nameOf(draft))
const nameOf = ({ blob }: Document): string => blob.replace(/^sha256:/, '').slice(0, 24)

function draftsOf(reader: Reader, run: string): readonly Document[] {
  const view = reader.run(run)
  return view === null ? [] : (protocolOf(kits, view)?.standing(view.state)?.drafts ?? [])
}

function draftOf(reader: Reader, { id, run }: Decision, part: string | undefined): Document {
  const drafts = draftsOf(reader, run)
  const meant = drafts.filter(({ path }) => part === undefined || path === part || `/${path}`.includes(`/${part}/`))
  const [draft, ...others] = meant
  if (draft !== undefined && others.length === 0) return draft
  throw drafts.length === 0
    ? noDraft(id)
    : whichDraft(
        id,
        drafts.map(({ path }) => path),
      )
}

function textIn(file: string): string {
  const why = statSync(file, { throwIfNoEntry: false })
  if (why === undefined || !why.isFile()) throw textUnreadable(file, 'there is no such file.')
  if (why.size > mostBytes) throw textUnreadable(file, `it has more than ${mostBytes} bytes.`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (cause) {
    throw textUnreadable(file, cause instanceof Error ? cause.message : String(cause))
  }
}
