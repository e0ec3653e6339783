/**
 * Keeps the projections current while a host lives. What holds:
 *
 *  1. Nothing here breaks a run: what cannot be written is told once, and the run goes on.
 *  2. Files follow the journal with a short delay, so that a burst of events is written once; a run that halts, waits or
 *     ends is written before anybody is told of it (DPTR-108, DPTR-109).
 *  3. What an earlier process left undone is put right with the first writing.
 */

import type { Host } from '@sigma/engine'
import { SigmaError } from '@sigma/engine'
import type { OwnPlaces } from '@sigma/engine/projecting'
import { withLock, writeProjected } from '@sigma/engine/projecting'
import { type Archive, archiveOf, type JournalReader } from './archive.ts'
import type { Course } from './course.ts'
import { ownPlaces } from './places.ts'
import { type ProjectionSpec, projected } from './rebuild.ts'

export interface LiveSpec extends Omit<ProjectionSpec, 'reader'> {
  readonly host: Pick<Host, 'onCommitted' | 'onClosing'> & { readonly reader: JournalReader }
  /** Takes a sentence for the person, each once. */
  readonly warn: (sentence: string) => void
  /** Where the configuration has the memory bank, relative to the repository's top. */
  readonly memoryBank: string
}

export interface LiveProjections {
  places(): OwnPlaces
  /** Runs were taken out of the journal: what is known of it is read anew. */
  forget(): void
}

const delayMs = 150

export function projectLive(spec: LiveSpec): LiveProjections {
  const { host } = spec
  const due = new Set<string>()
  const told = new Set<string>()
  let known: Archive | null = null
  let isFirst = true
  let timer: NodeJS.Timeout | null = null

  function archive(): Archive {
    known ??= archiveOf(host.reader, spec.protocols)
    return known
  }

  function committed(run: string): void {
    const course = archive().follow(run)
    if (course === null) return
    due.add(run)
    if (isQuiet(course)) flush()
    else timer ??= setTimeout(guarded(flush), delayMs).unref()
  }

  function flush(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (due.size > 0 || isFirst) withLock(spec.folder, write)
  }

  function write(): void {
    const read = archive()
    for (const run of due) {
      const view = host.reader.run(run)
      if (view !== null) read.take(view)
    }
    const touched = new Set([...due].flatMap((run) => read.moduleOf(run) ?? []))
    const modules = isFirst ? read.modules() : [...touched]
    const reported = modules.filter((module) => touched.has(module) || isLate(read, module))
    const { files, notes } = projected(read, spec, modules, reported)
    for (const note of [...notes, ...files.flatMap((file) => writeProjected(spec, file, 'write').notes)]) tell(note)
    due.clear()
    isFirst = false
  }

  /** The newest report tells whether an earlier process came to write what it had to. */
  function isLate(read: Archive, module: string): boolean {
    try {
      return read.latest(module).some((file) => writeProjected(spec, file, 'compare').change !== 'none')
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
  host.onClosing(guarded(flush))
  timer = setTimeout(guarded(flush), delayMs).unref()
  return {
    places: () => ownPlaces(spec, spec.memoryBank, archive().inputs()),
    forget: () => {
      known = null
      isFirst = true
      timer ??= setTimeout(guarded(flush), delayMs).unref()
    },
  }
}

/** Nobody is at work on it: it has ended, or waits for a person. */
function isQuiet({ end, standing }: Course): boolean {
  return end !== null || standing.every(({ open }) => open.effect.kind === 'consult')
}
