/** Globs of a configuration that cannot be meant: they match nothing though there is something, or leave nothing. */
import { createMatcher, SigmaError } from '@sigma/engine'
import { isCode } from '@sigma/measuring'
import { configName } from '../config/config-place.ts'
import { nameText } from '../printable.ts'
import { inRepository, type Project } from '../project/place.ts'
import { testedProject } from '../project/tested-project.ts'
import { counted, listed } from '../render/columns.ts'
import type { World } from '../world.ts'
import { type Inspection, inspect } from './inspection.ts'
import { projectTree } from './project-tree.ts'
import { pathsBelow, type Tree } from './tree.ts'

/** What the globs match, for people. Fails with `wrong-globs`. */
export async function inspectGlobs(world: World, project: Project): Promise<string> {
  const tree = await projectTree(world, project.top)
  const { tests, source } = testedProject(project)
  const folder = inRepository(project, '.').replace(/^\.$/, '')
  const matched = matchedIn(tree, { tests, source })
  const fault = globsFault(tree, { folder, tests, source }, matched)
  if (fault !== null) throw wrongGlobs(project, fault)
  const sources = matched.sources.filter((path) => !matched.tests.has(path))
  return `${counted(matched.tests.size, 'test file')}, ${counted(sources.length, 'file')} of source`
}

interface Matched {
  readonly tests: ReadonlySet<string>
  readonly sources: readonly string[]
}

/** Files of code. Each is compared once, for there may be many. */
function matchedIn({ paths }: Tree, { tests, source }: Pick<Globs, 'tests' | 'source'>): Matched {
  const code = paths.filter(isCode)
  return { tests: new Set(code.filter(createMatcher(tests))), sources: code.filter(createMatcher(source)) }
}

interface Globs {
  /** Of the configuration, relative to the top; '' is the top. */
  readonly folder: string
  /** Relative to the top, as the following. */
  readonly tests: readonly string[]
  readonly source: readonly string[]
}

export interface GlobsFault {
  readonly setting: 'tests.files' | 'source'
  readonly sentence: string
  /** Globs that would do; null: none are known. */
  readonly instead: readonly string[] | null
}

/** Null: they can be meant. A project in which there is nothing yet to match may have any. */
export function globsFault(
  tree: Tree,
  { folder, ...globs }: Globs,
  { tests, sources }: Matched = matchedIn(tree, globs),
): GlobsFault | null {
  const all = counted(pathsBelow(tree, folder).length, 'file')
  if (sources.length > 0 && sources.every((path) => tests.has(path))) {
    const sentence = `"tests.files" covers every file that "source" names (${shown(sources.map((path) => path.slice(folder === '' ? 0 : folder.length + 1)))}), so no source is left to develop.`
    return { setting: 'tests.files', sentence, instead: foundIn(tree, folder)?.tests.globs ?? null }
  }
  if (tests.size > 0 && sources.length > 0) return null
  const found = foundIn(tree, folder)
  if (found === null) return null
  if (tests.size === 0 && found.tests.files.length > 0) {
    const sentence = `"tests.files" matches none of the ${all} here, and ${shown(found.tests.files)} would be run by ${found.runner}.`
    return { setting: 'tests.files', sentence, instead: found.tests.globs }
  }
  if (sources.length > 0 || !found.source.isSure) return null
  const sentence = `"source" matches none of the ${all} here that git knows, and ${shown(found.source.files)} would be source.`
  return { setting: 'source', sentence, instead: found.source.globs }
}

/** What `sigma init` would find in that folder. */
function foundIn(tree: Tree, folder: string): Inspection | null {
  const found = inspect(tree, folder)
  return found.kind === 'package' && found.folder === folder ? found : null
}

const shown = (paths: readonly string[]): string => listed(paths.map(nameText), 2)

function wrongGlobs({ configFile }: Project, { setting, sentence, instead }: GlobsFault): SigmaError {
  if (configFile === null) return new SigmaError('wrong-globs', sentence, { hint: 'sigma init' })
  const files = JSON.stringify(instead)
  const line = setting === 'source' ? `"source": ${files}` : `"tests": { "files": ${files} }`
  const set = instead === null ? `Correct "${setting}"` : `Write ${line}`
  const hint = `${set} in ${configName}, or: sigma init --force`
  return new SigmaError('wrong-globs', sentence, { hint })
}
