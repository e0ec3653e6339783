/** The project's own templates in a run: those that lay in its folder when it began, and no others. */
import { aboutRun, type Reader, SigmaError, type TemplateSource } from '@sigma/engine'
import { kits } from '@sigma/protocols'
import type { Override, ProjectWords, RunPrompts } from '@sigma/runtime'
import type { Project } from '../project/place.ts'
import { talk, type World } from '../world.ts'
import { readOwnTemplates } from './own-templates.ts'

type Reading = Pick<Reader, 'run' | 'blob'>

/** Fails with `blob-changed`. */
export function templatesOfRun(reader: Reading, run: string): readonly Override[] {
  const view = reader.run(run)
  const templates = view === null ? [] : (aboutRun(kits, view)?.templates ?? [])
  return templates.map(({ path, blob }) => ({ path, text: new TextDecoder().decode(reader.blob(blob)) }))
}

/** What the agents of a run are told by. Fails with `blob-changed`. */
export function promptsOfRun(reader: Reading, run: string, sources: ReadonlyMap<string, TemplateSource>): RunPrompts {
  const source = sources.get(reader.run(run)?.protocol ?? '') ?? null
  return { source, overrides: templatesOfRun(reader, run), words: wordsOfRun(reader, run) }
}

/** The project's own words that the run was begun with. Fails with `blob-changed`. */
function wordsOfRun(reader: Reading, run: string): readonly ProjectWords[] {
  const view = reader.run(run)
  const words = view === null ? [] : (aboutRun(kits, view)?.words ?? [])
  return words.map(({ path, blob }) => ({ path, text: new TextDecoder().decode(reader.blob(blob)) }))
}

/** Tells whoever has changed them meanwhile that this run does not know of it. */
export function noteOfTemplates(world: World, project: Project, reader: Reading, run: string): void {
  const changed = changedSince(project, templatesOfRun(reader, run))
  if (changed.length === 0) return
  talk(world, `note: ${run} is told by ${changed.join(', ')} as when it began; what changed since counts for new runs.`)
}

/** Paths of templates that are others now, came, or went. */
export function changedSince(project: Project, then: readonly Override[]): readonly string[] {
  const now = readableNow(project)
  if (now === null) return []
  const texts = (all: readonly Override[]) => new Map(all.map(({ path, text }) => [path, text]))
  const [before, after] = [texts(then), texts(now)]
  return [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path))
}

/** Null: something is wrong with them, which is no matter of this run. */
function readableNow(project: Project): readonly Override[] | null {
  try {
    return readOwnTemplates(project)
  } catch (error) {
    if (error instanceof SigmaError) return null
    throw error
  }
}
