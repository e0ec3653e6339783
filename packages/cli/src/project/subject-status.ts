/** What `sigma status <subject>` says of a subject beside its runs, as the protocols report it (SIG-98). */
import { nearest, type Reader, type SubjectReport, type SubjectSource } from '@sigma/engine'
import { projectionOf } from '@sigma/engine/projecting'
import { kits } from '@sigma/protocols'
import { changedSince } from '@sigma/runtime'
import { readConfig } from '../config/config-file.ts'
import { printableLine } from '../printable.ts'
import { columns } from '../render/columns.ts'
import { requireTrustOfCode } from '../trust/trust.ts'
import type { World } from '../world.ts'
import type { Place } from './place.ts'

/** The reports of all protocols that know the subject, as one; of a subject that none knows and that has no run, what they say of nothing. */
export async function subjectReport(
  world: World,
  place: Place,
  reader: Reader | null,
  subject: string,
): Promise<SubjectReport> {
  await requireTrustOfCode(world, place)
  const { coverage, memoryBank } = await readConfig(place.configFile)
  const reporting = await Promise.all(kits.map((kit) => kit.report?.()))
  const source: SubjectSource = {
    reader,
    protocols: kits,
    place,
    memoryBank,
    coverage,
    reports: reader === null ? () => null : (await projectionOf(kits))(reader, kits).report,
    changed: (commit, branch) => changedSince(place.top, world.env['PATH'] ?? '', { commit, branch }),
  }
  const all = (await Promise.all(reporting.map((report) => report?.(subject, source)))).flatMap(
    (report) => report ?? [],
  )
  const known = all.filter(({ isKnown }) => isKnown)
  const hasRuns = reader?.runs().some((run) => run.subject === subject) ?? false
  const reports = known.length > 0 || hasRuns ? known : all
  return {
    isKnown: known.length > 0,
    fields: Object.assign({}, ...reports.map(({ fields }) => fields)),
    rows: reports.flatMap(({ rows }) => rows),
  }
}

export function reportText(subject: string, { rows }: SubjectReport): string {
  const cells = rows.map(([name, text]) => [`  ${printableLine(name, 40)}`, printableLine(text, 320)])
  return [`module ${subject}`, ...columns(cells)].join('\n')
}

export function nothingText(reader: Reader | null, subject: string): string {
  const known = reader === null ? [] : [...new Set(reader.runs().map((run) => run.subject ?? ''))]
  const near = nearest(subject, known)
  return near === null
    ? `There is no data of "${subject}" yet. Begin with: sigma init --example ${subject}`
    : `There is no data of "${subject}" yet; did you mean "${near}"?`
}
