/** The project that a branch is judged in: as it is configured, or as `sigma init` would find it, without writing anything. */
import { join, relative } from 'node:path'
import type { UsableRepository } from '@sigma/runtime'
import { type Config, configSchema } from '../config/config.ts'
import { notOnePackage } from '../inspection/errors.ts'
import { type Inspection, inspect, type NotOne } from '../inspection/inspection.ts'
import { projectTree } from '../inspection/project-tree.ts'
import { foldersBelow } from '../project/configured-below.ts'
import { inRepository, type Place, type Project } from '../project/place.ts'
import { openProject } from '../project/project.ts'
import { powersOf } from '../trust/powers.ts'
import { requireTrust } from '../trust/trust.ts'
import type { World } from '../world.ts'
import { settingsBefore } from './settings-before.ts'

export interface BranchAt {
  readonly repository: UsableRepository
  readonly base: string
  /** The command, as it is typed. */
  readonly line: string
}

/** Fails as `openProject` does, with `untrusted`, and where `sigma init` would find no one package that can be judged. */
export async function branchProject(world: World, at: BranchAt): Promise<Project> {
  // Where nothing is configured here, it is said which folders below are.
  const opened = await openProject(world, at.line)
  const project = opened.configFile === null ? await foundProject(world, opened, at) : opened
  if (opened.configFile !== null) await requireUsedTrust(world, opened)
  const before = await settingsBefore(world, project, at)
  if (before === null) return project
  // A branch that names fewer files than the base does not get to say that the others are no tests, and no source.
  const { config } = project
  const files = [...before.tests, ...config.tests.files]
  return {
    ...project,
    config: { ...config, tests: { ...config.tests, files }, source: [...before.source, ...config.source] },
  }
}

/** No agent is started, no check run and nothing laid out, so nobody has to confirm that. */
async function requireUsedTrust(world: World, project: Project): Promise<void> {
  const used = powersOf({
    ...project.config,
    agents: {},
    checks: [],
    mutants: { ...project.config.mutants, command: null },
    format: null,
  })
  if (used.length > 0) await requireTrust(world, project)
}

async function foundProject(world: World, place: Place, { line }: BranchAt): Promise<Project> {
  const tree = await projectTree(world, place.top)
  const found = inspect(tree, inRepository({ ...place, root: world.cwd }, '.').replace(/^\.$/, ''))
  if (found.kind !== 'package') throw notOne(world, place, found, { line, configured: foldersBelow('', tree.paths) })
  const root = join(place.top, found.folder)
  return { ...place, root, folder: join(root, '.sigma'), config: configOf(found) }
}

const notOne = (
  world: World,
  { top }: Place,
  found: NotOne,
  { line, configured }: { readonly line: string; readonly configured: readonly string[] },
): Error =>
  notOnePackage(found, {
    // Another runner is chosen for good or not at all.
    init: found.kind === 'unjudged' ? 'sigma init' : line,
    up: relative(world.cwd, top) || '.',
    configured,
  })

const configOf = ({ runner, node, tests, source }: Inspection): Config =>
  configSchema.parse({ tests: { runner, files: tests.globs, node: node.given }, source: source.globs })
