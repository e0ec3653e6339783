/** Whether what was accepted of a module still is, for `sigma status <module>` (DPTR-53). */
import { existsSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import type { SubjectReport, SubjectSource } from '@sigma/engine'
import { folderNameFault } from '@sigma/protocol'
import { type AcceptedText, acceptedDesigns, architectureFile, blobOf } from '../../modules/acceptance.ts'
import { acceptorText } from './acceptor.ts'

export function designReport(subject: string, { reader, place, memoryBank }: SubjectSource): SubjectReport {
  const accepted = reader === null ? [] : acceptedDesigns(reader)
  const modules = join(place.root, memoryBank, 'modules')
  // Else it is no module, and its name no path that anything is looked for at.
  const isName = subject.split('/').every((part) => folderNameFault(part) === null)
  const design = isName ? join(modules, subject, 'design.md') : null
  const stands = [
    ...(design === null ? [] : standing('design', design)),
    ...standing('architecture', architectureFile(modules)),
  ]
  return {
    isKnown: stands.length > 0,
    fields: Object.fromEntries(stands.map(({ name, status, by }) => [`${name}Acceptance`, { status, by }])),
    rows: stands.map(({ name, file, status, by }) => [
      name,
      status === 'accepted' ? `accepted by ${acceptorText(by)}` : `lost: ${basename(file)} changed since`,
    ]),
  }

  /** Nothing where it was never accepted. */
  function standing(name: string, file: string): readonly Stands[] {
    const path = relative(place.top, file).replaceAll('\\', '/')
    const earlier = accepted.filter((each) => each.path === path)
    const [newest] = earlier
    if (newest === undefined) return []
    const same = textOf(file, earlier)
    return [{ name, file, status: same === undefined ? 'lost' : 'accepted', by: (same ?? newest).by }]
  }
}

interface Stands {
  readonly name: string
  readonly file: string
  readonly status: 'accepted' | 'lost'
  readonly by: string
}

/** The acceptance of the file as it lies there. */
function textOf(file: string, accepted: readonly AcceptedText[]): AcceptedText | undefined {
  if (!existsSync(file)) return undefined
  const blob = blobOf(readFileSync(file))
  return accepted.find((each) => each.blob === blob)
}
