/** Reports of a module's runs: `<timestamp>-tdd.json` and `latest-tdd.json`, so for plans (SIG-99). */
import type { ProjectedFile } from '@sigma/engine/projecting'
import { metricsFolder } from './paths.ts'

export interface Report {
  /** When the run began: ISO 8601, UTC. */
  readonly startedAt: string
  readonly content: string
}

/** `reports` are of the module's runs, oldest first. */
export function reportFiles(module: string, kind: string, reports: readonly Report[]): readonly ProjectedFile[] {
  const names = fileNames(reports)
  const newest = reports.at(-1)
  return [
    ...reports.map(({ content }, at) => report(module, `${names[at]}-${kind}`, content)),
    ...(newest === undefined ? [] : [latestReport(module, kind, newest)]),
  ]
}

export const latestReport = (module: string, kind: string, { content }: Pick<Report, 'content'>): ProjectedFile =>
  report(module, `latest-${kind}`, content)

function report(module: string, name: string, content: string): ProjectedFile {
  return { base: 'project', path: `${metricsFolder(module)}/${name}.json`, form: { kind: 'whole', content } }
}

/** `20261121T101500Z`; of several within a second the later ones are numbered. */
function fileNames(reports: readonly Report[]): readonly string[] {
  const stamps = reports.map(({ startedAt }) => startedAt.replace(/[-:]|\.\d+/g, ''))
  return stamps.map((stamp, at) => {
    const before = stamps.slice(0, at).filter((other) => other === stamp).length
    return before === 0 ? stamp : `${stamp}-${before + 1}`
  })
}
