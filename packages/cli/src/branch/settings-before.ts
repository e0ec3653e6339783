/** The globs of tests and of source at a branch's base commit: as its configuration has them, or as `sigma init` would find them there. */
import { committedFiles, committedTree, type UsableRepository } from '@sigma/runtime'
import { configSchema } from '../config/config.ts'
import { configName } from '../config/config-place.ts'
import { inspect } from '../inspection/inspection.ts'
import { projectTree } from '../inspection/project-tree.ts'
import type { Tree } from '../inspection/tree.ts'
import { inRepository, type Place } from '../project/place.ts'
import type { World } from '../world.ts'

interface Base {
  readonly repository: UsableRepository
  readonly base: string
}

/** Globs, relative to the folder of the configuration. */
export interface SettingsBefore {
  readonly tests: readonly string[]
  readonly source: readonly string[]
}

/** Null: the base says nothing of it that can be read. */
export async function settingsBefore(world: World, place: Place, at: Base): Promise<SettingsBefore | null> {
  const tree = await treeAtBase(world, place.top, at)
  const text = tree.text(inRepository(place, configName))
  if (text !== null) return configuredIn(text)
  const folder = inRepository(place, '.').replace(/^\.$/, '')
  const found = inspect(tree, folder)
  if (found.kind !== 'package' || found.folder !== folder || found.tests.files.length === 0) return null
  return { tests: found.tests.globs, source: found.source.isSure ? found.source.globs : [] }
}

function configuredIn(text: string): SettingsBefore | null {
  try {
    const { tests, source } = configSchema.parse(JSON.parse(text))
    return { tests: tests.files, source }
  } catch {
    return null
  }
}

/** Files that the branch left alone are read where they lie. */
async function treeAtBase(world: World, top: string, { repository, base }: Base): Promise<Tree> {
  const path = world.env['PATH'] ?? ''
  const entriesOf = (commit: string) => committedTree(repository, commit, path, () => true)
  const [was, is, tree] = [await entriesOf(base), await entriesOf(repository.head), await projectTree(world, top)]
  const differing = [...was.keys()].filter(
    (file) => was.get(file) !== is.get(file) && /\.(?:[cm]?[jt]sx?|json)$/.test(file),
  )
  const texts = await committedFiles({ ...repository, head: base }, path, differing)
  const text = (file: string): string | null => {
    const content = texts.get(file)
    if (content !== undefined) return Buffer.from(content).toString('utf8')
    return was.has(file) || file.includes('node_modules/') ? tree.text(file) : null
  }
  return { paths: [...was.keys()], text }
}
