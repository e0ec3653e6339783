/** What is known of tests and mutants, kept beside the sources, so that a run can go on. */
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from './copy.ts'
import type { Mutant } from './plant.ts'

const folder = join(root, '.mutants')
const triesFile = join(folder, 'tries.jsonl')
const notesFile = join(folder, 'notes.json')

const trySchema = z.object({
  key: z.string(),
  test: z.string(),
  /** What the test is called, where it noticed. */
  by: z.string().nullable(),
})
/** One test on one mutant. */
export type Try = z.infer<typeof trySchema>

const notedSchema = z.object({
  hash: z.string(),
  /** Keys of the mutants that are reached before the first test. */
  loaded: z.array(z.string()),
  tests: z.array(z.object({ test: z.string(), name: z.string(), ms: z.number(), reached: z.array(z.string()) })),
})
const notesSchema = z.object({
  /** Hashes of the sources. */
  sources: z.record(z.string(), z.string()),
  /** Notes by test file. */
  files: z.record(z.string(), notedSchema),
})
export type Notes = z.infer<typeof notesSchema>

/** A mutant's key, the same as long as its piece of code is the same. */
export const keyOf = ({ file, within, what }: Mutant): string => `${file}\t${within}\t${what}`

export const hashOf = (file: string): string =>
  createHash('sha256')
    .update(readFileSync(join(root, file)))
    .digest('hex')

export function keepTries(tries: readonly Try[]): void {
  mkdirSync(folder, { recursive: true })
  appendFileSync(triesFile, tries.map((each) => `${JSON.stringify(each)}\n`).join(''))
}

export function keptTries(): readonly Try[] {
  if (!existsSync(triesFile)) return []
  const lines = readFileSync(triesFile, 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => trySchema.parse(JSON.parse(line)))
}

export const forgetTries = (): void => rmSync(triesFile, { force: true })

export function keepNotes(notes: Notes): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(notesFile, JSON.stringify(notes))
}

export const keptNotes = (): Notes =>
  existsSync(notesFile) ? notesSchema.parse(JSON.parse(readFileSync(notesFile, 'utf8'))) : { sources: {}, files: {} }
