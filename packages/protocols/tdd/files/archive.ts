/** The runs of a store as their projections need them: folded once, then kept up to date event by event. */

import { protocolUnknown, type Registered, type RunView, storeBroken } from '@sigma/engine'
import { type Archive, type JournalReader, notProjected, type ProjectedFile } from '@sigma/engine/projecting'
import { z } from 'zod'
import { bankOf } from '../../writing/paths.ts'
import { standsAs } from '../../writing/stands.ts'
import type { TddInput } from '../machine/input.ts'
import { tddInputSchema } from '../machine/input.ts'
import { after, beginning, type Folding } from './course.ts'
import { eventsLog } from './events-log.ts'
import { metricsText } from './metrics.ts'
import { ownPlaces } from './places.ts'
import type { ModuleHistory } from './progress-text.ts'
import { bankParts, type Chapter, latestOf, metricsFiles, workDirectories } from './projected.ts'
import type { TddCourse } from './tdd-course.ts'

/** Of one run: what the store tells without folding, and what was folded so far. */
interface Page {
  readonly view: RunView
  readonly input: TddInput
  readonly folding: Folding | null
}

export interface TddArchive extends Archive {
  /** The newest run of a module, folded. */
  newest(module: string): TddCourse | null
}

/** Runs with one module are projected together; of other protocols' runs nothing is read. */
export function archiveOf(reader: JournalReader, protocols: readonly Registered[]): TddArchive {
  const pages = new Map<string, Page>()
  const notes: string[] = []
  const chapters = new Map<string, Chapter>()
  for (const view of reader.runs().toReversed()) take(view)

  function take(view: RunView): void {
    if (view.protocol !== 'tdd') return
    chapters.delete(view.run)
    const known = pages.get(view.run)
    const input = known?.input ?? tddInputSchema.safeParse(view.input).data
    if (input === undefined) notes.push(notProjected(view.run, 'its input cannot be read'))
    else pages.set(view.run, { view, input, folding: known?.folding ?? null })
  }

  function course({ view, input, folding }: Page): TddCourse {
    const versions = protocols.filter(({ name }) => name === view.protocol)
    // What is read of a step (asks, checks, questions) is the same in every version.
    const known = versions.find(({ version }) => version === view.version) ?? versions.at(-1)
    if (known === undefined) throw protocolUnknown(view.protocol, view.version)
    let now = folding ?? beginning(known)
    for (const recorded of reader.events(view.run, now.course?.sequence ?? 0)) now = after(now, recorded)
    pages.set(view.run, { view, input, folding: now })
    if (now.course === null) throw storeBroken(`${view.run} has no events`)
    return now.course
  }

  const blob = (ref: string): string => Buffer.from(reader.blob(ref)).toString('utf8')
  const of = (module: string): readonly Page[] => [...pages.values()].filter(({ input }) => input.module === module)

  /** Of a run that has ended and is delivered nothing changes any more, so its text is kept instead of its course. */
  function chapter(page: Page): Chapter {
    const { run, startedAt, delivered } = page.view
    const kept = chapters.get(run)
    if (kept !== undefined) return kept
    const own = course(page)
    return { run, startedAt, log: eventsLog(own), metrics: metricsText(own, delivered, blob) }
  }

  function older(page: Page): Chapter {
    const written = chapter(page)
    if (page.view.status === 'ended') {
      chapters.set(page.view.run, written)
      pages.set(page.view.run, { ...page, folding: null })
    }
    return written
  }

  function history(module: string): ModuleHistory | null {
    const own = of(module)
    const newest = own.at(-1)
    if (newest === undefined) return null
    const earlier = own.slice(0, -1).toReversed().slice(0, mostEarlier)
    return {
      newest: course(newest),
      branch: newest.view.delivered?.branch ?? null,
      earlier: earlier.map((page) => ({
        run: page.view.run,
        startedAt: page.view.startedAt,
        outcome: page.view.outcome ?? standsAs(course(page)),
      })),
    }
  }

  function modules(): readonly string[] {
    return [...new Set([...pages.values()].map(({ input }) => input.module))]
  }

  function reportsOf(module: string): readonly ProjectedFile[] {
    const own = of(module)
    const newest = own.at(-1)
    if (newest === undefined) return []
    return metricsFiles(module, [...own.slice(0, -1).map(older), chapter(newest)], new Set(reader.dropped()))
  }

  function workOf(module: string): readonly ProjectedFile[] {
    const places = Map.groupBy(of(module), ({ input }) => input.out)
    return [...places.values()].flatMap((own) => {
      const newest = own.at(-1)
      const earlier = own.slice(0, -1).map(({ input }) => input)
      return newest === undefined ? [] : workDirectories(course(newest), earlier, blob)
    })
  }

  const historiesIn = (bank: string): readonly ModuleHistory[] =>
    modules()
      .flatMap((module) => history(module) ?? [])
      .filter(({ newest }) => bankOf(newest.input) === bank)

  const inputs = (): readonly TddInput[] => [...pages.values()].map(({ input }) => input)

  return {
    take,
    notes: () => notes,
    isQuiet: (run) => {
      const view = pages.has(run) ? null : reader.run(run)
      if (view !== null) take(view)
      const page = pages.get(run)
      return page === undefined ? null : isQuiet(course(page))
    },
    subjects: modules,
    subjectOf: (run) => pages.get(run)?.input.module ?? null,
    parcels: (subjects, reported) => [
      // Logs before all else.
      ...reported.map((module) => ({ of: module, files: () => reportsOf(module) })),
      ...subjects.map((module) => ({ of: module, files: () => workOf(module) })),
    ],
    regions: () => [...new Set(inputs().map(bankOf))].flatMap((bank) => bankParts(bank, () => historiesIn(bank))),
    newest: (module) => {
      const page = of(module).at(-1)
      return page === undefined ? null : course(page)
    },
    latest: (module) =>
      of(module)
        .slice(-1)
        .map((page) => latestOf(module, chapter(page))),
    report: (run) => {
      const page = pages.get(run)
      return page === undefined ? null : reportSchema.parse(JSON.parse(chapter(page).metrics))
    },
    ownPlaces: (place, memoryBank) => ownPlaces(place, memoryBank, inputs()),
  }
}

function isQuiet({ end, standing }: TddCourse): boolean {
  return end !== null || standing.every(({ open }) => open.effect.kind === 'consult')
}

const reportSchema = z.record(z.string(), z.json())

/** Of a module's earlier runs that σ₅ lists. */
const mostEarlier = 10
