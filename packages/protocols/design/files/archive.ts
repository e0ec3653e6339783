/** The design runs of a store as their files need them: folded once, then kept up to date event by event. */
import type { Registered } from '@sigma/engine'
import type { Archive, JournalReader, ProjectedFile, RegionPart } from '@sigma/engine/projecting'
import { ownPlaces } from '../../writing/own-places.ts'
import { isAtRest, type Page, pagesOf } from '../../writing/pages.ts'
import { bankOf, type PlannedModule, regionPath } from '../../writing/paths.ts'
import { latestReport, type Report, reportFiles } from '../../writing/reports.ts'
import { type DesignInput, designInputSchema } from '../machine/input.ts'
import { after, beginning, type DesignCourse, topicsOf } from './course.ts'
import { metricsText } from './metrics.ts'
import { contextSection, progressSection } from './sections.ts'

/** Of other protocols' runs nothing is read. */
export function archiveOf(reader: JournalReader, protocols: readonly Registered[]): Archive {
  const pages = pagesOf(reader, protocols, {
    protocol: 'design',
    input: designInputSchema,
    beginning,
    after,
    isQuiet: isAtRest,
  })
  const { course } = pages

  /** A wish is nobody's but its run's. */
  const subjectIn = ({ view, input }: Page<DesignInput>): string => input.subject ?? view.run
  const all = (): readonly Page<DesignInput>[] => pages.all()
  const of = (subject: string): readonly Page<DesignInput>[] => all().filter((page) => subjectIn(page) === subject)
  const subjects = (): readonly string[] => [...new Set(all().map(subjectIn))]
  const topics = (some: readonly Page<DesignInput>[]): readonly string[] => [
    ...new Set(some.flatMap((page) => topicsOf(course(page)))),
  ]
  const reportsOf = (topic: string): readonly Report[] =>
    all()
      .filter((page) => topicsOf(course(page)).includes(topic))
      .map((page) => ({ startedAt: page.view.startedAt, content: metricsText(course(page)) }))

  /** What agents wrote and was accepted with all the rest, where no later run is about the same. */
  function documentsOf(subject: string): readonly ProjectedFile[] {
    return topics(of(subject)).flatMap((topic) => {
      const newest = all()
        .map(course)
        .findLast((each) => topicsOf(each).includes(topic))
      // What a bug is about is kept by the test that shows it: nobody goes on with its design.
      const isKept = newest?.end?.outcome === 'completed' && newest.input.isBug !== true
      return isKept ? writtenIn(newest, topic) : []
    })
  }

  function writtenIn({ run, input, accepted }: DesignCourse, topic: string): readonly ProjectedFile[] {
    const lay = [input.architecture, ...input.modules.map(({ design }) => design)]
    return accepted
      .filter(({ module }) => (module ?? 'architecture') === topic)
      .flatMap(({ path, blob }): readonly ProjectedFile[] => {
        const before = lay.find((each) => each.path === path)?.blob ?? null
        if (blob === before) return []
        const content = Buffer.from(reader.blob(blob)).toString('utf8')
        return [{ base: 'repository', path, form: { kind: 'instead', run, content, of: before } }]
      })
  }

  function partsOf(bank: string): readonly RegionPart[] {
    const newest = (): readonly DesignCourse[] =>
      subjects()
        .flatMap((subject) => of(subject).slice(-1))
        .filter(({ input }) => bankOf(planned(input)) === bank)
        .map(course)
    return [
      {
        path: regionPath(bank, 'progress'),
        name: 'progress',
        sections: () => newest().map((each) => progressSection(each, bank)),
      },
      {
        path: regionPath(bank, 'context'),
        name: 'context',
        sections: () => newest().flatMap((each) => (each.end === null ? [contextSection(each)] : [])),
      },
    ]
  }

  const inputs = (): readonly DesignInput[] => all().map(({ input }) => input)

  return {
    take: pages.take,
    notes: pages.notes,
    isQuiet: pages.isQuiet,
    subjects,
    subjectOf: (run) => {
      const page = pages.page(run)
      return page === null ? null : subjectIn(page)
    },
    parcels: (wanted, reported) => [
      ...reported.map((subject) => ({
        of: subject,
        files: () => topics(of(subject)).flatMap((topic) => reportFiles(topic, 'design', reportsOf(topic))),
      })),
      ...wanted.map((subject) => ({ of: subject, files: () => documentsOf(subject) })),
    ],
    regions: () => [...new Set(inputs().map((input) => bankOf(planned(input))))].flatMap(partsOf),
    latest: (subject) =>
      topics(of(subject).slice(-1)).flatMap((topic) =>
        reportsOf(topic)
          .slice(-1)
          .map((report) => latestReport(topic, 'design', report)),
      ),
    ownPlaces: (place, memoryBank) => ownPlaces(place, memoryBank, inputs().map(planned)),
  }
}

/** Where a plan beside its designs would lie, which says where the memory bank is. */
function planned({ folder }: DesignInput): PlannedModule {
  return { module: 'any', plan: { path: `${folder === '' ? '' : `${folder}/`}any/tdd_plan.md` } }
}
