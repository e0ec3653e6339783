/** The project that a branch is judged in: as it is configured, or as `sigma init` would find it, without writing anything. */
import { join } from 'node:path'
import { committedFiles, committedTree, type UsableRepository } from '@sigma/runtime'
import { configSchema } from '../config/config.ts'
import { notOnePackage } from '../inspection/errors.ts'
import { inspect } from '../inspection/inspection.ts'
import { projectTree } from '../inspection/project-tree.ts'
import type { Tree } from '../inspection/tree.ts'
import { foldersBelow } from '../project/configured-below.ts'
import { inRepository, locate, type Project } from '../project/place.ts'
import { openProject } from '../project/project.ts'
import { powersOf } from '../trust/powers.ts'
import { requireTrust } from '../trust/trust.ts'
import type { World } from '../world.ts'

export interface BranchAt {
  readonly repository: UsableRepository
  readonly base: string
  /** The command, as it is typed. */
  readonly line: string
}

/** Fails as `openProject` does, with `untrusted`, and where `sigma init` would find no one package that can be judged. */
export async function branchProject(world: World, at: BranchAt): Promise<Project> {
  const place = locate(world)
  if (place.configFile === null) return await foundProject(world, at)
  const project = await openProject(world, at.line)
  // No agent is started, no check run and nothing laid out, so nobody has to confirm that.
  const used = powersOf({ ...project.config, agents: {}, checks: [], format: null })
  if (used.length > 0) await requireTrust(world, project)
  return project
}

async function foundProject(world: World, at: BranchAt): Promise<Project> {
  // Above folders that are set up, it is said where they are.
  const { config: _, ...place } = await openProject(world, at.line)
  const tree = await treeOfBoth(world, place.top, at)
  const found = inspect(tree, inRepository({ ...place, root: world.cwd }, '.').replace(/^\.$/, ''))
  if (found.kind !== 'package')
    throw notOnePackage(found, {
      init: found.kind === 'several' ? at.line : 'sigma init',
      up: '.',
      configured: foldersBelow('', tree.paths),
    })
  const { runner, node, tests, source, folder } = found
  const settings = { tests: { runner, files: tests.globs, node: node.given }, source: source.globs }
  const root = join(place.top, folder)
  return { ...place, root, folder: join(root, '.sigma'), config: configSchema.parse(settings) }
}

/** The files that lie there, and those that the branch took away: what it deleted must not be forgotten to have been a test. */
async function treeOfBoth(world: World, top: string, { repository, base }: BranchAt): Promise<Tree> {
  const path = world.env['PATH'] ?? ''
  const tree = await projectTree(world, top)
  const there = new Set(tree.paths)
  const gone = [...(await committedTree(repository, base, path, (file) => !there.has(file))).keys()]
  const code = gone.filter((file) => /\.(?:[cm]?[jt]sx?|json)$/.test(file))
  const texts = await committedFiles({ ...repository, head: base }, path, code)
  const text = (file: string): string | null => {
    const content = texts.get(file)
    return tree.text(file) ?? (content === undefined ? null : Buffer.from(content).toString('utf8'))
  }
  return { paths: [...tree.paths, ...gone], text }
}
