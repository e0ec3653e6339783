/** The validations of a store as their files need them: folded once, then kept up to date event by event (VAL-102). */

import { join, relative } from 'node:path'
import type { Registered } from '@sigma/engine'
import { type Archive, collective, type JournalReader, type ProjectedFile } from '@sigma/engine/projecting'
import { literal } from '../../writing/own-places.ts'
import { isAtRest, type Page, pagesOf } from '../../writing/pages.ts'
import { safeName } from '../../writing/paths.ts'
import { byText } from '../machine/fingerprint.ts'
import { type ValidationInput, validationInputSchema } from '../machine/input.ts'
import { messageMarkdown } from '../messages/markdown.ts'
import { after, beginning } from './course.ts'
import { logText } from './log.ts'

/** Of other protocols' runs nothing is read. */
export function archiveOf(reader: JournalReader, protocols: readonly Registered[]): Archive {
  const pages = pagesOf(reader, protocols, {
    protocol: 'validation',
    input: validationInputSchema,
    beginning,
    after,
    isQuiet: isAtRest,
  })

  /** Of several runs about one subject that which is not over has the folder, and no report takes it from it; else the one that ended last. */
  function filesOf(subject: string): readonly ProjectedFile[] {
    const all = pages.all().filter(({ input }) => subjectOf(input) === subject)
    const working = all.findLast(({ input, view }) => input.decides === 'person' && view.status === 'running')
    const page = working ?? all.toSorted((one, other) => byText(one.view.lastAt, other.view.lastAt)).at(-1)
    if (page === undefined) return []
    const course = pages.course(page)
    const folder = folderOf(page)
    const file = (name: string, content: string): ProjectedFile => ({
      base: 'project',
      path: `${folder}/${name}`,
      form: { kind: 'whole', content },
    })
    return [
      file('communication-log.md', logText(course)),
      ...course.messages.flatMap(({ id, record }) =>
        id === null ? [] : [file(`messages/${safeName(id)}.md`, messageMarkdown(record))],
      ),
    ]
  }

  return {
    take: pages.take,
    notes: pages.notes,
    isQuiet: pages.isQuiet,
    subjects: () => [...new Set(pages.all().map(({ input }) => subjectOf(input)))],
    subjectOf: (run) => {
      const page = pages.page(run)
      return page === null ? null : subjectOf(page.input)
    },
    parcels: (_subjects, reported) => reported.map((subject) => ({ of: subject, files: () => filesOf(subject) })),
    regions: () => [],
    latest: filesOf,
    ownPlaces: ({ root, top }) => ({
      globs: [usualFolder, ...pages.all().map(({ input }) => input.folder ?? usualFolder)].map(
        (folder) => `${literal(relative(top, join(root, folder)).replaceAll('\\', '/'))}/issue-*/**`,
      ),
      regions: new Map(),
    }),
  }
}

const usualFolder = `${collective}/validation`

const subjectOf = ({ feature }: ValidationInput): string => feature

const folderOf = ({ input }: Page<ValidationInput>): string =>
  `${input.folder ?? usualFolder}/issue-${input.issue.number}`
