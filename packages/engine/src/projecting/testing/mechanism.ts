/** Test-only: a project whose files imaginary protocols make, and a host that commits when it is told to. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Message } from '@sigma/protocol'
import { play, scripted } from '@sigma/protocol/testing'
import { registered } from '../../host/registered.ts'
import { readerOfRuns } from '../../testing/told-runs.ts'
import { type Archive, type Filing, type Parcel, projectionOf } from '../archive.ts'
import { type LiveProjections, projectLive } from '../live.ts'
import type { ProjectedFile } from '../projected-file.ts'

export const protocol = registered(scripted([], () => []))
const events = play({ protocol: scripted([], () => []), budgets: [] }, {}, []).map(({ recorded }) => recorded)
export const reader = readerOfRuns(protocol, [{ events }])

export interface Project extends Disposable {
  readonly root: string
  readonly top: string
  readonly folder: string
  text(path: string): string | null
  put(path: string, text: string): void
}

export function project(): Project {
  const root = mkdtempSync(join(tmpdir(), 'sigma-mechanism-'))
  const folder = join(root, '.sigma')
  mkdirSync(folder)
  return {
    root,
    top: root,
    folder,
    text: (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null),
    put: (path, text) => writeFileSync(join(root, path), text),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  }
}

export const fileOf = (path: string, content: string, base: ProjectedFile['base'] = 'project'): ProjectedFile => ({
  base,
  path,
  form: { kind: 'whole', content },
})

export const parcel = (of: string, ...files: readonly ProjectedFile[]): Parcel => ({ of, files: () => files })

export const broken = (of: string): Parcel => ({
  of,
  files: () => {
    throw new Error('its journal was changed.')
  },
})

/** Of a protocol whose only run is about `shop`. */
export function filing(archive: Partial<Archive>, { name, version }: { name: string; version: number }): Filing {
  const whole: Archive = {
    take: () => undefined,
    isQuiet: () => false,
    subjects: () => ['shop'],
    subjectOf: () => 'shop',
    parcels: () => [],
    regions: () => [],
    latest: () => [],
    ownPlaces: () => ({ globs: [], regions: new Map() }),
    notes: () => [],
    ...archive,
  }
  return { ...protocol, name, version, files: () => Promise.resolve(() => whole) }
}

export const one = { name: 'one', version: 1 }
export const two = { name: 'two', version: 1 }

export interface Living {
  readonly live: LiveProjections
  readonly warnings: readonly string[]
  readonly notes: readonly Message[]
  commit(): void
  close(): void
}

/** `over`: whether the run has ended by now. */
export async function living(place: Project, archive: Partial<Archive>, over = (): boolean => false): Promise<Living> {
  const committed: ((run: string) => void)[] = []
  const closing: (() => void)[] = []
  const warnings: string[] = []
  const notes: Message[] = []
  const [run = ''] = reader.runs().map((view) => view.run)
  const protocols = [filing(archive, one)]
  const live = projectLive({
    ...place,
    protocols,
    projection: await projectionOf(protocols),
    tracked: true,
    memoryBank: 'bank',
    warn: (sentence) => warnings.push(sentence),
    host: {
      reader: {
        ...reader,
        run: (name) => {
          const view = reader.run(name)
          return view && { ...view, status: over() ? 'ended' : 'running' }
        },
        runs: () => reader.runs().map((view) => ({ ...view, status: over() ? 'ended' : 'running' })),
      },
      // A note is a commit like any other.
      note: (of, message) => {
        notes.push(message)
        for (const listener of committed) listener(of)
      },
      onCommitted: (listener) => {
        committed.push(listener)
        return () => undefined
      },
      onClosing: (listener) => {
        closing.push(listener)
      },
    },
  })
  return {
    live,
    warnings,
    notes,
    commit: () => {
      for (const listener of committed) listener(run)
    },
    close: () => {
      for (const listener of closing) listener()
    },
  }
}
