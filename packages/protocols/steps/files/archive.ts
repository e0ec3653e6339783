/** The sessions of a store as `protocols/execution/` and `.claude/memory/` need them (D16). */
import { join, relative } from 'node:path'
import type { Registered } from '@sigma/engine'
import type { Archive, JournalReader, ProjectedFile } from '@sigma/engine/projecting'
import { z } from 'zod'
import { plainLines } from '../../writing/blocks.ts'
import { literal } from '../../writing/own-places.ts'
import { isAtRest, pagesOf } from '../../writing/pages.ts'
import type { Definition } from '../machine/definition.ts'
import { stepsInputSchema } from '../machine/input.ts'
import {
  contentFile,
  executionFolder,
  memoryFile,
  memoryFolder,
  stateFile,
  statePlace,
  taskMemoryFile,
} from '../machine/paths.ts'
import { builtInContent } from '../prompts/contents.ts'
import { after, beginning, type SessionCourse } from './course.ts'
import { taskMemoryText } from './memory-text.ts'
import { stateText } from './state-text.ts'

const whole = (path: string, content: string): ProjectedFile => ({
  base: 'project',
  path,
  form: { kind: 'whole', content },
})
const once = (path: string, content: string): ProjectedFile => ({
  base: 'project',
  path,
  form: { kind: 'once', content },
})

/** Of other protocols' runs nothing is read. */
export function archiveOf(reader: JournalReader, protocols: readonly Registered[]): Archive {
  const pages = pagesOf(reader, protocols, {
    protocol: 'steps',
    input: stepsInputSchema,
    beginning,
    after,
    isQuiet: isAtRest,
  })

  function filesOf(run: string): readonly ProjectedFile[] {
    const page = pages.page(run)
    if (page === null) return []
    const course = pages.course(page)
    const { definition, session } = course.input
    return [...layout(definition), whole(stateFile(definition, session), stateText(course)), ...memoriesOf(course)]
  }

  /** What an agent left is read from the evidence of its gate. */
  function memoriesOf(course: SessionCourse): readonly ProjectedFile[] {
    const { input, task, visits, memories } = course
    if (task === null) return []
    const made = input.definition.steps.find(({ work }) => work === 'memory')?.number ?? null
    const own =
      made === null || !visits.some(({ number, completed_at }) => number === made && completed_at !== null)
        ? []
        : [whole(taskMemoryFile(task), taskMemoryText(course, made))]
    // Of an agent that a loop had work again, what it left last.
    const last = memories.filter(({ agent }, at) => memories.slice(at + 1).every((later) => later.agent !== agent))
    const left = last.flatMap(({ agent, evidence }) => {
      const text = textIn(evidence)
      return text === null ? [] : [whole(memoryFile(task, agent), text)]
    })
    return [...own, ...left]
  }

  function textIn(evidence: string): string | null {
    try {
      const { text } = evidenceSchema.parse(JSON.parse(new TextDecoder().decode(reader.blob(evidence))))
      return plainLines(text).join('\n')
    } catch {
      return null
    }
  }

  return {
    take: pages.take,
    notes: pages.notes,
    isQuiet: pages.isQuiet,
    subjects: () => pages.all().map(({ view }) => view.run),
    subjectOf: (run) => (pages.page(run) === null ? null : run),
    parcels: (_subjects, reported) => reported.map((run) => ({ of: run, files: () => filesOf(run) })),
    regions: () => [],
    latest: filesOf,
    ownPlaces: ({ root, top }) => {
      const inTop = (path: string): string => relative(top, join(root, path)).replaceAll('\\', '/')
      return {
        globs: [`${literal(inTop(executionFolder))}/**`, `${literal(inTop(memoryFolder))}/*-memory.md`],
        regions: new Map(),
      }
    },
  }
}

const evidenceSchema = z.object({ text: z.string() })

/** Texts of steps are a person's to change; states are kept out of version control (EXE-09, EXE-12). */
const layout = (definition: Definition): readonly ProjectedFile[] => [
  ...definition.steps.flatMap(({ number }) => {
    const text = builtInContent(definition, number)
    return text === null ? [] : [once(contentFile(definition, number), text)]
  }),
  once(`${statePlace(definition)}/.gitignore`, '*\n'),
]
