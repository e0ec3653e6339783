/** The reviews of a store as their files need them: folded once, then kept up to date event by event. */
import { protocolUnknown, type Registered, type RunView, storeBroken } from '@sigma/engine'
import {
  type Archive,
  type JournalReader,
  notProjected,
  type ProjectedFile,
  type Reports,
} from '@sigma/engine/projecting'
import { builtBy } from '../../modules/built-by.ts'
import { ownPlaces } from '../../writing/own-places.ts'
import { metricsFolder } from '../../writing/paths.ts'
import { type ReviewInput, reviewInputSchema } from '../machine/input.ts'
import { builtIn } from './built.ts'
import { after, beginning, type Folding, type ReviewCourse } from './course.ts'
import { summaryMarkdown } from './markdown.ts'
import { asJson, type Summary, summaryOf, summaryText } from './summary.ts'

interface Page {
  readonly view: RunView
  readonly input: ReviewInput
  readonly folding: Folding | null
}

export interface ReviewArchive extends Archive {
  /** Of a module's newest review; null: there is none, or what it reviewed is gone from the journal. */
  newest(module: string): Reviewed | null
}

export interface Reviewed {
  readonly summary: Summary
  readonly course: ReviewCourse
}

/** Of other protocols' runs only the reports are read. */
export function archiveOf(reader: JournalReader, protocols: readonly Registered[], reports: Reports): ReviewArchive {
  const pages = new Map<string, Page>()
  const notes: string[] = []
  for (const view of reader.runs().toReversed()) take(view)

  function take(view: RunView): void {
    if (view.protocol !== 'review') return
    const known = pages.get(view.run)
    const input = known?.input ?? reviewInputSchema.safeParse(view.input).data
    if (input === undefined) notes.push(notProjected(view.run, 'its input cannot be read'))
    else pages.set(view.run, { view, input, folding: known?.folding ?? null })
  }

  function course({ view, input, folding }: Page): ReviewCourse {
    const versions = protocols.filter(({ name }) => name === view.protocol)
    const known = versions.find(({ version }) => version === view.version) ?? versions.at(-1)
    if (known === undefined) throw protocolUnknown(view.protocol, view.version)
    let now = folding ?? beginning(known)
    for (const recorded of reader.events(view.run, now.course?.sequence ?? 0)) now = after(now, recorded)
    pages.set(view.run, { view, input, folding: now })
    if (now.course === null) throw storeBroken(`${view.run} has no events`)
    return now.course
  }

  function reviewedIn(page: Page): Reviewed | null {
    const { module, run } = page.input
    const report = reports(run)
    const built = report === null ? null : builtIn(report)
    if (built === null) return null
    const [newestBuilt] = builtBy(reader.runs(), module)
    const own = course(page)
    const stale = newestBuilt !== undefined && newestBuilt.commit !== own.input.commit
    return { summary: summaryOf(own, built, stale), course: own }
  }

  const of = (module: string): readonly Page[] => [...pages.values()].filter(({ input }) => input.module === module)
  const newest = (module: string): Reviewed | null => {
    const page = of(module).at(-1)
    return page === undefined ? null : reviewedIn(page)
  }

  /** Both at once, of one summary: they always agree (SIG-84). */
  function filesOf(module: string): readonly ProjectedFile[] {
    const found = newest(module)
    if (found === null) return []
    const file = (name: string, content: string): ProjectedFile => ({
      base: 'project',
      path: `${metricsFolder(module)}/${name}`,
      form: { kind: 'whole', content },
    })
    return [file('review.json', summaryText(found.summary)), file('review.md', summaryMarkdown(found.summary))]
  }

  const modules = (): readonly string[] => [...new Set([...pages.values()].map(({ input }) => input.module))]

  return {
    take,
    notes: () => notes,
    isQuiet: (run) => {
      const view = pages.has(run) ? null : reader.run(run)
      if (view !== null) take(view)
      const page = pages.get(run)
      if (page === undefined) return null
      const { end, standing } = course(page)
      return end !== null || standing.every(({ open }) => open.effect.kind === 'consult')
    },
    subjects: modules,
    subjectOf: (run) => pages.get(run)?.input.module ?? null,
    parcels: (_subjects, reported) => reported.map((module) => ({ of: module, files: () => filesOf(module) })),
    regions: () => [],
    latest: filesOf,
    report: (run) => {
      const page = pages.get(run)
      const found = page === undefined ? null : reviewedIn(page)
      return found === null ? null : asJson(found.summary)
    },
    ownPlaces: (place, memoryBank) =>
      ownPlaces(
        place,
        memoryBank,
        [...pages.values()].map(({ input }) => input),
      ),
    newest,
  }
}
