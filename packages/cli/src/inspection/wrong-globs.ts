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
  const fault = globsFault(tree, { folder, tests, source })
  if (fault !== null) throw wrongGlobs(project, fault)
  const [isTest, isSource] = [createMatcher(tests), createMatcher(source)]
  const code = tree.paths.filter(isCode)
  const sources = code.filter((path) => isSource(path) && !isTest(path))
  return `${counted(code.filter(isTest).length, 'test file')}, ${counted(sources.length, 'file')} of source`
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
export function globsFault(tree: Tree, { folder, tests, source }: Globs): GlobsFault | null {
  const [isTest, isSource] = [createMatcher(tests), createMatcher(source)]
  const code = tree.paths.filter(isCode)
  const sources = code.filter(isSource)
  const all = counted(pathsBelow(tree, folder).length, 'file')
  if (sources.length > 0 && sources.every(isTest)) {
    const sentence = `"tests.files" covers every file that "source" names (${shown(sources.map((path) => path.slice(folder === '' ? 0 : folder.length + 1)))}), so no source is left to develop.`
    return { setting: 'tests.files', sentence, instead: foundIn(tree, folder)?.tests.globs ?? null }
  }
  if (code.some(isTest) && sources.length > 0) return null
  const found = foundIn(tree, folder)
  if (found === null) return null
  if (!code.some(isTest) && found.tests.files.length > 0) {
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
