/** The plan runs of a store as their files need them: folded once, then kept up to date event by event. */
import type { Registered } from '@sigma/engine'
import type { Archive, JournalReader, ProjectedFile, RegionPart } from '@sigma/engine/projecting'
import { ownPlaces } from '../../writing/own-places.ts'
import { isAtRest, type Page, pagesOf } from '../../writing/pages.ts'
import { bankOf, regionPath } from '../../writing/paths.ts'
import { latestReport, type Report, reportFiles } from '../../writing/reports.ts'
import { type PlanInput, planInputSchema } from '../machine/input.ts'
import { acceptedPlan } from './accepted-plan.ts'
import { after, beginning, type PlanCourse } from './course.ts'
import { metricsText } from './metrics.ts'
import { contextSection, progressSection } from './sections.ts'

/** Of other protocols' runs nothing is read. */
export function archiveOf(reader: JournalReader, protocols: readonly Registered[]): Archive {
  const pages = pagesOf(reader, protocols, {
    protocol: 'plan',
    input: planInputSchema,
    beginning,
    after,
    isQuiet: isAtRest,
  })
  const { course } = pages

  const blob = (ref: string): string => Buffer.from(reader.blob(ref)).toString('utf8')
  const of = (module: string): readonly Page<PlanInput>[] => pages.all().filter(({ input }) => input.module === module)
  const modules = (): readonly string[] => [...new Set(pages.all().map(({ input }) => input.module))]
  const newestOf = (module: string): PlanCourse | null => {
    const page = of(module).at(-1)
    return page === undefined ? null : course(page)
  }

  function reportOf(page: Page<PlanInput>): Report {
    const own = course(page)
    return { startedAt: page.view.startedAt, content: metricsText(own, acceptedPlan(own, blob)) }
  }

  /** The plan of the newest run, once it is accepted (DPTR-68). */
  function planOf(module: string): readonly ProjectedFile[] {
    const newest = newestOf(module)
    const accepted = newest === null ? null : acceptedPlan(newest, blob)
    if (newest === null || accepted === null || newest.input.isBug === true) return []
    const { plan, replaced } = newest.input
    const form = {
      kind: 'instead',
      run: newest.run,
      content: accepted.text,
      of: plan.blob ?? replaced ?? null,
    } as const
    return [{ base: 'repository', path: plan.path, form }]
  }

  function partsOf(bank: string): readonly RegionPart[] {
    const newest = (): readonly PlanCourse[] =>
      modules()
        .flatMap((module) => newestOf(module) ?? [])
        .filter(({ input }) => bankOf(input) === bank)
    const progress = (): readonly string[] =>
      newest().map((each) => progressSection(each, acceptedPlan(each, blob), bank))
    const context = (): readonly string[] =>
      newest().flatMap((each) => (each.end === null ? [contextSection(each)] : []))
    return [
      { path: regionPath(bank, 'progress'), name: 'progress', sections: progress },
      { path: regionPath(bank, 'context'), name: 'context', sections: context },
    ]
  }

  const inputs = (): readonly PlanInput[] => pages.all().map(({ input }) => input)

  return {
    take: pages.take,
    notes: pages.notes,
    isQuiet: pages.isQuiet,
    subjects: modules,
    subjectOf: (run) => pages.page(run)?.input.module ?? null,
    parcels: (subjects, reported) => [
      ...reported.map((module) => ({
        of: module,
        files: () => (of(module).length === 0 ? [] : reportFiles(module, 'plan', of(module).map(reportOf))),
      })),
      ...subjects.map((module) => ({ of: module, files: () => planOf(module) })),
    ],
    regions: () => [...new Set(inputs().map(bankOf))].flatMap(partsOf),
    latest: (module) =>
      of(module)
        .slice(-1)
        .map((page) => latestReport(module, 'plan', reportOf(page))),
    ownPlaces: (place, memoryBank) => ownPlaces(place, memoryBank, inputs()),
  }
}
