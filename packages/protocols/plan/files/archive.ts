/** The plan runs of a store as their files need them: folded once, then kept up to date event by event. */
import { protocolUnknown, type Registered, type RunView, storeBroken } from '@sigma/engine'
import {
  type Archive,
  type JournalReader,
  notProjected,
  type ProjectedFile,
  type RegionPart,
} from '@sigma/engine/projecting'
import { ownPlaces } from '../../writing/own-places.ts'
import { bankOf, regionPath } from '../../writing/paths.ts'
import { latestReport, type Report, reportFiles } from '../../writing/reports.ts'
import { type PlanInput, planInputSchema } from '../machine/input.ts'
import { acceptedPlan } from './accepted-plan.ts'
import { after, beginning, type Folding, type PlanCourse } from './course.ts'
import { metricsText } from './metrics.ts'
import { contextSection, progressSection } from './sections.ts'

interface Page {
  readonly view: RunView
  readonly input: PlanInput
  readonly folding: Folding | null
}

/** Of other protocols' runs nothing is read. */
export function archiveOf(reader: JournalReader, protocols: readonly Registered[]): Archive {
  const pages = new Map<string, Page>()
  const notes: string[] = []
  for (const view of reader.runs().toReversed()) take(view)

  function take(view: RunView): void {
    if (view.protocol !== 'plan') return
    const known = pages.get(view.run)
    const input = known?.input ?? planInputSchema.safeParse(view.input).data
    if (input === undefined) notes.push(notProjected(view.run, 'its input cannot be read'))
    else pages.set(view.run, { view, input, folding: known?.folding ?? null })
  }

  function course({ view, input, folding }: Page): PlanCourse {
    const versions = protocols.filter(({ name }) => name === view.protocol)
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
  const modules = (): readonly string[] => [...new Set([...pages.values()].map(({ input }) => input.module))]
  const newestOf = (module: string): PlanCourse | null => {
    const page = of(module).at(-1)
    return page === undefined ? null : course(page)
  }

  function reportOf(page: Page): Report {
    const own = course(page)
    return { startedAt: page.view.startedAt, content: metricsText(own, acceptedPlan(own, blob)) }
  }

  /** The plan of the newest run, once it is accepted (DPTR-68). */
  function planOf(module: string): readonly ProjectedFile[] {
    const newest = newestOf(module)
    const accepted = newest === null ? null : acceptedPlan(newest, blob)
    if (newest === null || accepted === null || newest.input.isBug === true) return []
    const { plan, replaced } = newest.input
    const form = { kind: 'instead', content: accepted.text, of: plan.blob ?? replaced ?? null } as const
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

  const inputs = (): readonly PlanInput[] => [...pages.values()].map(({ input }) => input)

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
