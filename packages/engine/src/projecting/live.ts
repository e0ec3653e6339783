/**
 * Keeps the projections current while a host lives. What holds:
 *
 *  1. Nothing here breaks a run: what cannot be written is told once, and the run goes on.
 *  2. Files follow the journal with a short delay, so that a burst of events is written once; a run that halts, waits or
 *     ends is written before anybody is told of it (DPTR-108, DPTR-109).
 *  3. What an earlier process left undone is put right with the first writing, unless it is known to have left nothing.
 *  4. A run that ends is told, in its journal, which accepted text a person's own file kept from being written.
 */

import type { Message } from '@sigma/protocol'
import { SigmaError } from '../errors.ts'
import type { Host } from '../host/host.ts'
import { sha256 } from '../identity/canonical.ts'
import { unwritten } from '../views/result.ts'
import type { Archive, JournalReader, OpenArchive } from './archive.ts'
import { withoutForeignBanks } from './foreign-bank.ts'
import { projectionLock } from './lock.ts'
import type { OwnPlaces } from './own-places.ts'
import type { ProjectedFile } from './projected-file.ts'
import { type ProjectionSpec, projected } from './rebuild.ts'
import { leftAsItIs } from './wording.ts'
import { writeProjected } from './writer.ts'

export interface LiveSpec extends Omit<ProjectionSpec, 'reader'> {
  /** An earlier process left nothing undone: what people do to the files meanwhile is looked at when something is written. */
  readonly isUpToDate?: boolean | undefined
  /** Opens the files of all protocols. */
  readonly projection: OpenArchive
  readonly host: Pick<Host, 'onCommitted' | 'onClosing' | 'note'> & { readonly reader: JournalReader }
  /** Takes a sentence for the person, each once. */
  readonly warn: (sentence: string) => void
  /** Where the configuration has the memory bank, relative to the repository's top. */
  readonly memoryBank: string
}

const delayMs = 150

interface Left {
  readonly run: string
  readonly message: Message
}

/** What the run of an accepted text is told where that is not written. */
function leftOf({ path, form }: ProjectedFile): readonly Left[] {
  if (form.kind !== 'instead') return []
  const hash = sha256(form.content)
  const data = { message: leftAsItIs(path, hash.slice(0, 12)), path, text: `sha256:${hash}` }
  return [{ run: form.run, message: { type: unwritten, data } }]
}

export type LiveProjections = ReturnType<typeof projectLive>

export function projectLive(spec: LiveSpec) {
  const { host } = spec
  const due = new Set<string>()
  const over = new Set(host.reader.runs().flatMap(({ run, status }) => (status === 'ended' ? [run] : [])))
  /** Runs that have ended since the last writing. */
  const ended = new Set<string>()
  const told = new Set<string>()
  const lock = projectionLock(spec.folder)
  let known: Archive | null = null
  let isFirst = spec.isUpToDate !== true
  let timer: NodeJS.Timeout | null = null

  function archive(): Archive {
    known ??= spec.projection(host.reader, spec.protocols)
    return known
  }

  function committed(run: string): void {
    const isQuiet = archive().isQuiet(run)
    if (isQuiet === null) return
    due.add(run)
    if (isQuiet && !over.has(run) && host.reader.run(run)?.status === 'ended') {
      over.add(run)
      ended.add(run)
    }
    if (isQuiet) flush()
    else timer ??= setTimeout(guarded(flush), delayMs).unref()
  }

  function flush(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (due.size === 0 && !isFirst) return
    // A note is a commit, which may lead to the next writing.
    for (const { run, message } of lock.during(write)) host.note(run, message)
  }

  function write(): readonly Left[] {
    const read = archive()
    for (const run of due) {
      const view = host.reader.run(run)
      if (view !== null) read.take(view)
    }
    const touched = new Set([...due].flatMap((run) => read.subjectOf(run) ?? []))
    const subjects = isFirst ? read.subjects() : [...touched]
    const reported = subjects.filter((subject) => touched.has(subject) || isLate(read, subject))
    const { files, notes } = projected(read, spec, subjects, reported)
    const own = withoutForeignBanks(spec.top, files)
    const written = own.map((file) => ({ file, ...writeProjected(spec, file, 'write') }))
    for (const note of [...notes, ...written.flatMap((each) => each.notes)]) tell(note)
    const left = written.filter((each) => each.left).flatMap(({ file }) => leftOf(file))
    due.clear()
    isFirst = false
    const now = left.filter(({ run }) => ended.has(run))
    ended.clear()
    return now
  }

  /** The newest report tells whether an earlier process came to write what it had to. */
  function isLate(read: Archive, subject: string): boolean {
    try {
      return read.latest(subject).some((file) => writeProjected(spec, file, 'compare').change !== 'none')
    } catch {
      return true
    }
  }

  function tell(sentence: string): void {
    if (told.has(sentence)) return
    told.add(sentence)
    spec.warn(sentence)
  }

  function guarded<Arguments extends readonly unknown[]>(work: (...args: Arguments) => void) {
    return (...args: Arguments): void => {
      try {
        work(...args)
      } catch (error) {
        // A store that broke ends the host, which says so.
        if (error instanceof SigmaError) return
        tell(error instanceof Error ? error.message : String(error))
      }
    }
  }

  host.onCommitted(guarded(committed))
  host.onClosing(() => {
    guarded(flush)()
    lock[Symbol.dispose]()
  })
  if (isFirst) timer = setTimeout(guarded(flush), delayMs).unref()
  return {
    places: (): OwnPlaces => archive().ownPlaces(spec, spec.memoryBank),
    /** Runs were taken out of the journal: what is known of it is read anew. */
    forget: (): void => {
      known = null
      isFirst = true
      timer ??= setTimeout(guarded(flush), delayMs).unref()
    },
  }
}
