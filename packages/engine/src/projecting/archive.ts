/** What a protocol writes into a project from its runs: which files, and not when or how they are written. */
import type { JsonObject } from '@sigma/protocol'
import type { Registered } from '../host/registered.ts'
import type { Reader, RunView } from '../views/views.ts'
import type { OwnPlaces } from './own-places.ts'
import type { ProjectedFile, RegionPart } from './projected-file.ts'
import type { ProjectPlace } from './writer.ts'

/** Opens the runs of a store. `protocols`: to fold them; `reports`: what those of other protocols came to. */
export type Projection = (reader: JournalReader, protocols: readonly Registered[], reports: Reports) => Archive

/** The report of a run, as its protocol makes it from the journal; null: no such run, or it has none. */
export type Reports = (run: string) => JsonObject | null

/** The same for all protocols together. */
export type OpenArchive = (
  reader: JournalReader,
  protocols: readonly Registered[],
) => Archive & { readonly report: Reports }

/** What files are made from, and nothing else. */
export type JournalReader = Pick<Reader, 'runs' | 'run' | 'events' | 'blob' | 'dropped'>

/** The runs of one protocol, or of several, as their files need them: folded once, then kept up to date. */
export interface Archive {
  /** Takes note of a run as it stands now; its new events are read when they are needed. */
  take(view: RunView): void
  /** With the newest events: whether nobody is at work on the run, for it has ended or waits for a person; null: it has no files. */
  isQuiet(run: string): boolean | null
  /** Oldest first. */
  subjects(): readonly string[]
  /** Null: the run has no files. */
  subjectOf(run: string): string | null
  /** In the order in which they are written; `reported` are those of the subjects whose reports are wanted too. */
  parcels(subjects: readonly string[], reported: readonly string[]): readonly Parcel[]
  /** In the order in which their files are written, after all else; what several protocols say of one file stands there together. */
  regions(): readonly RegionPart[]
  /** Reports of a subject that are made from its newest run alone. */
  latest(subject: string): readonly ProjectedFile[]
  /** Absent: its runs have none. */
  readonly report?: Reports
  /** `memoryBank`: the configured one, relative to the repository's top. */
  ownPlaces(place: ProjectPlace, memoryBank: string): OwnPlaces
  /** Runs that cannot be read, each a sentence. */
  notes(): readonly string[]
}

/** Files that can be made together or not at all. */
export interface Parcel {
  /** What they are files of, within a sentence. */
  readonly of: string
  /** Fails where it cannot be read. */
  files(): readonly ProjectedFile[]
}

/** Loads what makes a protocol's files, when they are to be written; null: it writes none into a project. */
export type LoadProjection = (() => Promise<Projection>) | null

export type Filing = Registered & { readonly files: LoadProjection }

/** The runs of all these protocols. Versions of one protocol share their files, which are those of the latest. */
export async function projectionOf(protocols: readonly Filing[]): Promise<OpenArchive> {
  const newest = new Map(protocols.map(({ name, files }) => [name, files]))
  const loaded = await Promise.all([...newest.values()].map((files) => files?.()))
  return (reader) => {
    const archives: Archive[] = []
    const report: Reports = (run) => {
      for (const archive of archives) {
        const found = archive.report?.(run) ?? null
        if (found !== null) return found
      }
      return null
    }
    archives.push(...loaded.flatMap((projection) => projection?.(reader, protocols, report) ?? []))
    return { ...together(archives), report }
  }
}

function together(archives: readonly Archive[]): Archive {
  /** Which of them have files of a run; that never changes, and is asked at each commit. */
  const filing = new Map<string, readonly Archive[]>()
  return {
    take: (view) => {
      for (const archive of archives) archive.take(view)
    },
    isQuiet: (run) => {
      const asked = (filing.get(run) ?? archives).map((archive) => ({ archive, isQuiet: archive.isQuiet(run) }))
      const own = asked.filter(({ isQuiet }) => isQuiet !== null)
      filing.set(
        run,
        own.map(({ archive }) => archive),
      )
      return own.length === 0 ? null : own.every(({ isQuiet }) => isQuiet)
    },
    subjects: () => [...new Set(archives.flatMap((archive) => archive.subjects()))],
    subjectOf: (run) => archives.map((archive) => archive.subjectOf(run)).find((subject) => subject !== null) ?? null,
    parcels: (subjects, reported) => archives.flatMap((archive) => archive.parcels(subjects, reported)),
    regions: () => archives.flatMap((archive) => archive.regions()),
    latest: (subject) => archives.flatMap((archive) => archive.latest(subject)),
    ownPlaces: (place, memoryBank) => {
      const places = archives.map((archive) => archive.ownPlaces(place, memoryBank))
      return {
        globs: [...new Set(places.flatMap(({ globs }) => globs))],
        regions: new Map(places.flatMap(({ regions }) => [...regions])),
      }
    },
    notes: () => archives.flatMap((archive) => archive.notes()),
  }
}
