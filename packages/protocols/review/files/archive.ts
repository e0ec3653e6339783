/** The reviews of a store as their files need them: folded once, then kept up to date event by event. */
import type { Registered } from '@sigma/engine'
import type { Archive, JournalReader, ProjectedFile, Reports } from '@sigma/engine/projecting'
import { builtBy } from '../../modules/built-by.ts'
import { ownPlaces } from '../../writing/own-places.ts'
import { isAtRest, type Page, pagesOf } from '../../writing/pages.ts'
import { metricsFolder } from '../../writing/paths.ts'
import { type ReviewInput, reviewInputSchema } from '../machine/input.ts'
import { builtIn } from './built.ts'
import { after, beginning, type ReviewCourse } from './course.ts'
import { summaryMarkdown } from './markdown.ts'
import { asJson, type Summary, summaryOf, summaryText } from './summary.ts'

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
  const pages = pagesOf(reader, protocols, {
    protocol: 'review',
    input: reviewInputSchema,
    beginning,
    after,
    isQuiet: isAtRest,
  })
  const { course } = pages

  function reviewedIn(page: Page<ReviewInput>): Reviewed | null {
    const { module, run } = page.input
    const report = reports(run)
    const built = report === null ? null : builtIn(report)
    if (built === null) return null
    const [newestBuilt] = builtBy(reader.runs(), module)
    const own = course(page)
    const stale = newestBuilt !== undefined && newestBuilt.commit !== own.input.commit
    return { summary: summaryOf(own, built, stale), course: own }
  }

  const of = (module: string): readonly Page<ReviewInput>[] =>
    pages.all().filter(({ input }) => input.module === module)
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

  const modules = (): readonly string[] => [...new Set(pages.all().map(({ input }) => input.module))]

  return {
    take: pages.take,
    notes: pages.notes,
    isQuiet: pages.isQuiet,
    subjects: modules,
    subjectOf: (run) => pages.page(run)?.input.module ?? null,
    parcels: (_subjects, reported) => reported.map((module) => ({ of: module, files: () => filesOf(module) })),
    regions: () => [],
    latest: filesOf,
    report: (run) => {
      const page = pages.page(run)
      const found = page === null ? null : reviewedIn(page)
      return found === null ? null : asJson(found.summary)
    },
    ownPlaces: (place, memoryBank) =>
      ownPlaces(
        place,
        memoryBank,
        pages.all().map(({ input }) => input),
      ),
    newest,
  }
}
