/** How a module's last review stands, for `sigma status <module>` (SIG-98). */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { SubjectReport, SubjectSource } from '@sigma/engine'
import { folderNameFault } from '@sigma/protocol'
import { archiveOf, type Reviewed } from './archive.ts'
import { asJson } from './summary.ts'

export async function reviewReport(module: string, source: SubjectSource): Promise<SubjectReport> {
  const { reader, protocols, reports } = source
  const found = reader === null ? null : archiveOf(reader, protocols, reports).newest(module)
  const isKnown = isModule(module, source)
  if (found === null) return { isKnown, fields: { reviewSummary: null }, rows: [['review', 'none yet']] }
  const changed = await changedSince(found, source)
  const stale = found.summary.stale || (changed?.length ?? 0) > 0
  const summary = { ...found.summary, stale }
  const how = summary.code === null ? summary.status : `→${summary.code}`
  return {
    isKnown,
    fields: { reviewSummary: asJson(summary) },
    rows: [['review', `${how} at ${summary.commit.slice(0, 10)}${stale ? `, stale: ${whyStale(changed)}` : ''}`]],
  }
}

const whyStale = (changed: readonly string[] | null): string =>
  changed === null || changed.length === 0
    ? 'it was built again since'
    : `changed since: ${changed.slice(0, 5).join(', ')}${changed.length > 5 ? ` and ${changed.length - 5} more` : ''}`

/** Of the files that the reviewed work changed those that are others now, where the work lies; null: that cannot be told. */
async function changedSince(
  { course }: Reviewed,
  { reader, changed }: SubjectSource,
): Promise<readonly string[] | null> {
  const { input, found } = course
  if (found === null) return null
  const now = await changed(input.commit, reader?.run(input.run)?.delivered?.branch ?? null)
  return now === null ? null : now.filter((path) => found.files.includes(path))
}

/** Something of it exists. */
function isModule(module: string, { reader, place, memoryBank }: SubjectSource): boolean {
  const isName = module.split('/').every((part) => folderNameFault(part) === null)
  const folder = join(place.root, memoryBank, 'modules', module)
  const isThere = isName && ['design.md', 'tdd_plan.md'].some((file) => existsSync(join(folder, file)))
  return (
    isThere || (reader?.runs().some(({ protocol, subject }) => subject === module && ofModules.has(protocol)) ?? false)
  )
}

const ofModules: ReadonlySet<string> = new Set(['tdd', 'review'])
