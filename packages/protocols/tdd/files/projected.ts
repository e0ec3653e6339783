/** The files that Sigma keeps in a project, each a function of the journal alone (D16). */

import type { ProjectedFile, RegionName } from '@sigma/engine/projecting'
import { slots } from '@sigma/protocol'
import { contextText } from './context-text.ts'
import { cyclesOf } from './cycles.ts'
import { inBank, metricsFolder, workFolder } from './paths.ts'
import { type ModuleHistory, progressText } from './progress-text.ts'
import type { TddCourse } from './tdd-course.ts'
import { coverageText, gatesText, workFiles } from './work-directory.ts'

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
  const names = fileNames(chapters)
  const newest = chapters.at(-1)
  return [
    {
      base: 'project',
      path: `${metricsFolder(module)}/events.log`,
      form: { kind: 'lines', content: chapters.map(({ log }) => log).join(''), dropped },
    },
    ...chapters.map(({ metrics }, at) => report(module, `${names[at]}`, metrics)),
    ...(newest === undefined ? [] : [latestReport(module, newest)]),
  ]
}

export const latestReport = (module: string, { metrics }: Chapter): ProjectedFile => report(module, 'latest', metrics)

function report(module: string, name: string, content: string): ProjectedFile {
  return { base: 'project', path: `${metricsFolder(module)}/${name}-tdd.json`, form: { kind: 'whole', content } }
}

/** `20261121T101500Z`; of several within a second the later ones are numbered. */
function fileNames(chapters: readonly Chapter[]): readonly string[] {
  const stamps = chapters.map(({ startedAt }) => startedAt.replace(/[-:]|\.\d+/g, ''))
  return stamps.map((stamp, at) => {
    const before = stamps.slice(0, at).filter((other) => other === stamp).length
    return before === 0 ? stamp : `${stamp}-${before + 1}`
  })
}

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
export function bankFiles(bank: string, histories: readonly ModuleHistory[]): readonly ProjectedFile[] {
  const relativeTo = (path: string): string =>
    bank !== '' && path.startsWith(`${bank}/`) ? path.slice(bank.length + 1) : path
  const texts: Readonly<Record<RegionName, string>> = {
    progress: progressText(histories, relativeTo),
    context: contextText(histories.map(({ newest }) => newest)),
  }
  return (['progress', 'context'] as const).map((name) => ({
    base: 'repository',
    path: inBank(bank, fileOf(name)),
    form: { kind: 'region', name, content: `${texts[name]}\n` },
  }))
}

export const fileOf = (name: RegionName): string => slots.find((slot) => slot.name === name)?.file ?? `${name}.md`
