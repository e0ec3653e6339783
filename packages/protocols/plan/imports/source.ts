/** What a path holds, by its form: which of the other tools wrote it. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readBeads } from './beads.ts'
import { isStory, readStory } from './bmad.ts'
import { isBank } from './dptr.ts'
import { unknownForm, unreadable } from './errors.ts'
import { type Imported, moduleOf } from './imported.ts'
import { readSpecKit } from './spec-kit.ts'
import { textFile } from './text-file.ts'

export const kinds = ['spec-kit', 'bmad', 'beads', 'dptr'] as const
export type Kind = (typeof kinds)[number]

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** Fails with `import-unknown`, and with `import-unreadable` where nothing is. */
export function kindOf(path: string, named: string): Kind {
  if (!existsSync(path)) throw unreadable(named, null, 'there is no such file or folder.')
  if (isFolder(path)) {
    if (beadsFile(path) !== null) return 'beads'
    if (existsSync(join(path, 'tasks.md'))) return 'spec-kit'
    if (isBank(path)) return 'dptr'
    if (storiesIn(path).some((file) => isStory(textFile(file, file)))) return 'bmad'
    throw unknownForm(named)
  }
  if (path.endsWith('.jsonl')) return 'beads'
  const text = textFile(path, named)
  if (isStory(text)) return 'bmad'
  if (/^\s*[-*+]\s+\[[ xX]\]\s+\**T\d+/m.test(text)) return 'spec-kit'
  throw unknownForm(named)
}

export interface Asked {
  readonly path: string
  /** As it is told. */
  readonly named: string
  readonly module: string | null
  readonly isTest: (path: string) => boolean
}

/** Of a memory bank `readBank` reads. Fails with `import-unreadable`. */
export function readTasks(kind: Exclude<Kind, 'dptr'>, { path, named, module, isTest }: Asked): Imported {
  switch (kind) {
    case 'spec-kit': {
      const [file, called] = isFolder(path) ? [join(path, 'tasks.md'), within(named, 'tasks.md')] : [path, named]
      return underName(readSpecKit(textFile(file, called), called, isTest), module ?? moduleOf(basename(dirname(file))))
    }
    case 'beads': {
      const inside = isFolder(path) ? beadsFile(path) : null
      const file = inside ?? path
      const called = inside === null ? named : within(named, inside.slice(path.length + 1))
      return readBeads(textFile(file, called), called, module ?? 'beads')
    }
    case 'bmad': {
      const files = isFolder(path) ? storiesIn(path) : [path]
      const texts = files.map((file) => {
        const called = file === path ? named : within(named, basename(file))
        return { called, text: textFile(file, called) }
      })
      const stories = isFolder(path) ? texts.filter(({ text }) => isStory(text)) : texts
      const read = stories.map(({ called, text }) => readStory(text, called))
      const modules = read.flatMap((story) => (story.module === null ? [] : [story.module]))
      return {
        modules: modules.length === 1 && module !== null ? modules.map((each) => ({ ...each, module })) : modules,
        notTaken: [
          ...read.flatMap(({ notTaken }) => notTaken),
          ...texts
            .filter(({ text }) => isFolder(path) && !isStory(text))
            .map(({ called }) => ({ file: called, line: null, message: 'It is no story.' })),
        ],
      }
    }
  }
}

const underName = ({ modules, notTaken }: Imported, module: string): Imported => ({
  modules: modules.map((each) => ({ ...each, module })),
  notTaken,
})

/** A file of the folder, as it is told. */
const within = (folder: string, file: string): string => (folder === '.' ? file : `${folder}/${file}`)

/** Null: the folder has no issues of Beads. */
function beadsFile(folder: string): string | null {
  const names = ['issues.jsonl', 'beads.jsonl']
  const places = basename(folder) === '.beads' ? [folder] : [join(folder, '.beads')]
  return places.flatMap((place) => names.map((name) => join(place, name))).find((file) => existsSync(file)) ?? null
}

const storiesIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => join(folder, name))
