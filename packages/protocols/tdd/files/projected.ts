/** The files that Sigma keeps in a project, each a function of the journal alone (D16). */

import type { ProjectedFile, RegionName, RegionPart } from '@sigma/engine/projecting'
import { metricsFolder, regionPath, seenFrom } from '../../writing/paths.ts'
import { latestReport, type Report, reportFiles } from '../../writing/reports.ts'
import { contextSection } from './context-text.ts'
import { cyclesOf } from './cycles.ts'
import { type ModuleHistory, progressSection } from './progress-text.ts'
import type { TddCourse } from './tdd-course.ts'
import { coverageText, gatesText, workFiles } from './work-directory.ts'
import { workFolder } from './work-folder.ts'

/** A run as its files need it. */
export interface Chapter {
  readonly run: string
  readonly startedAt: string
  /** Lines of `events.log`. */
  readonly log: string
  readonly metrics: string
}

/** `chapters` are the module's runs, oldest first (SIG-71, SIG-99); `dropped` those that `sigma gc` took. */
export function metricsFiles(
  module: string,
  chapters: readonly Chapter[],
  dropped: ReadonlySet<string>,
): readonly ProjectedFile[] {
  return [
    {
      base: 'project',
      path: `${metricsFolder(module)}/events.log`,
      form: { kind: 'lines', content: chapters.map(({ log }) => log).join(''), dropped },
    },
    ...reportFiles(module, 'tdd', chapters.map(reportOf)),
  ]
}

export const latestOf = (module: string, chapter: Chapter): ProjectedFile =>
  latestReport(module, 'tdd', reportOf(chapter))

const reportOf = ({ startedAt, metrics }: Chapter): Report => ({ startedAt, content: metrics })

/**
 * The work directories of a module's newest run. What an earlier run left in the same place is gone: two runs never
 * share one (SIG-92).
 */
export function workDirectories(
  newest: TddCourse,
  earlier: readonly TddCourse['input'][],
  blob: (ref: string) => string,
): readonly ProjectedFile[] {
  const cycles = cyclesOf(newest).flatMap((cycle): readonly ProjectedFile[] => {
    const { base, path } = workFolder(newest.input, cycle.id)
    const coverage = coverageText(cycle, blob)
    return [
      { base, path: `${path}/${workFiles.gates}`, form: { kind: 'whole', content: gatesText(newest, cycle) } },
      {
        base,
        path: `${path}/${workFiles.coverage}`,
        form: coverage === null ? { kind: 'gone' } : { kind: 'whole', content: coverage },
      },
    ]
  })
  const key = ({ base, path }: Pick<ProjectedFile, 'base' | 'path'>): string => JSON.stringify([base, path])
  const present = new Set(cycles.map(key))
  const left = earlier.flatMap((input) =>
    input.cycles.flatMap(({ id }) => {
      const { base, path } = workFolder(input, id)
      return Object.values(workFiles).map((file) => ({
        base,
        path: `${path}/${file}`,
        form: { kind: 'gone' as const },
      }))
    }),
  )
  const gone = new Map(left.filter((file) => !present.has(key(file))).map((file) => [key(file), file]))
  return [...cycles, ...gone.values()]
}

/** σ₅ before σ₄: a failure is logged before its snapshot is taken (DPTR-109). `histories` are of one memory bank. */
export function bankParts(bank: string, histories: () => readonly ModuleHistory[]): readonly RegionPart[] {
  const part = (name: RegionName, sections: RegionPart['sections']): RegionPart => ({
    path: regionPath(bank, name),
    name,
    sections,
  })
  const relativeTo = (path: string): string => seenFrom(bank, path)
  return [
    part('progress', () => histories().map((history) => progressSection(history, relativeTo))),
    part('context', () => histories().flatMap(({ newest }) => (newest.end === null ? [contextSection(newest)] : []))),
  ]
}
