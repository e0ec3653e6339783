/** Whether the tests can be run at all: by the user's own Node, and by the runner that is installed in the project. */
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { ProcessResult } from '@sigma/engine'
import { findInstalled, isTooOld, leastVersions } from '@sigma/measuring'
import { createProcesses } from '@sigma/runtime'
import type { RunnerName } from '../config/config.ts'
import { nodeMissing, runnerMissing } from '../errors.ts'
import { packageManagerOf } from '../inspection/installing.ts'
import { nodeGiven } from '../inspection/reach/node-test.ts'
import { runnersAt, versionOf as runnerVersion } from '../inspection/runners.ts'
import type { Tree } from '../inspection/tree.ts'
import type { Project } from '../project/place.ts'
import type { World } from '../world.ts'

const leastNode = 20

/** The runner with its version, for people. Fails with `runner-missing`. */
export async function inspectRunner(world: World, project: Project): Promise<string> {
  const { runner } = project.config.tests
  const node = await inspectNode(world, project.root, runner)
  if (runner === 'node:test') return `node:test of node ${node}`
  if (project.config.setup !== null) return `${runner}, as the set-up command installs it`
  const found = findInstalled(project.top, relative(project.top, project.root), runner)
  const { install, add } = waysOf(project, runner)
  if (found === null) throw runnerMissing(runner, 'it is not installed in the project', install)
  if (!isTooOld(runner, found.version)) return `${runner} ${found.version}`
  const why = `the project has ${runner} ${found.version}, and ${leastVersions[runner]} or newer is needed`
  throw runnerMissing(runner, why, `${add}@latest`)
}

/** Its `node_modules`, where the runner is one that a project installs; null when it is not there. */
export function modulesOf({ top, root, config }: Project): string | null {
  const { runner } = config.tests
  if (runner === 'node:test') return null
  const found = findInstalled(top, relative(top, root), runner)
  return found === null ? null : join(found.folder, '..')
}

/** The version of the Node on the user's PATH: it is theirs that runs the tests, not the one Sigma runs under. */
export async function inspectNode(world: World, cwd: string, runner: RunnerName): Promise<string> {
  const { stdout: version, end } = await versionOf(world, 'node', cwd)
  if (end === 'unstartable') throw nodeMissing(runner, 'there is no node on the PATH')
  const major = Number(/^v(\d+)\./.exec(version)?.[1] ?? Number.NaN)
  if (Number.isNaN(major)) throw nodeMissing(runner, `"node --version" says "${version}"`)
  if (major < leastNode) throw nodeMissing(runner, `the node on the PATH is ${version}`)
  return version
}

/** What a program on the user's PATH says of itself. */
export async function versionOf(world: World, program: string, cwd: string): Promise<ProcessResult> {
  const spec = { command: [program, '--version'], cwd, env: { PATH: world.env['PATH'] ?? '' } }
  const result = await createProcesses().run({ ...spec, limitMs: 20_000, maxOutputBytes: 1_000, graceMs: 500 })
  return { ...result, stdout: result.stdout.trim() }
}

/** What the project's own script gives Node for its tests, where the configuration gives nothing. */
export function nodeNotGiven(project: Project): { readonly by: string; readonly given: readonly string[] } | null {
  const { runner, node } = project.config.tests
  if (runner !== 'node:test' || node.length > 0) return null
  const named = runnersAt(treeAt(project), relative(project.top, project.root)).find(({ name }) => name === runner)
  const given = nodeGiven(named?.args ?? []).given
  return named === undefined || given.length === 0 ? null : { by: named.by, given }
}

/** What puts a missing runner right: an installation where the project names it, else its addition. */
function waysOf(project: Project, runner: RunnerName): { readonly install: string; readonly add: string } {
  const { top, root } = project
  const tree = treeAt(project)
  const folder = relative(top, root)
  const manager = packageManagerOf(tree, folder)
  const add = `${manager.add} ${runner}`
  return { install: (runnerVersion(tree, folder, runner)?.wanted ?? null) === null ? add : manager.install, add }
}

/** Its manifests, without a list of what is there. */
function treeAt({ top }: Project): Tree {
  const text = (path: string): string | null => {
    const file = join(top, path)
    return !existsSync(file) ? null : path.endsWith('.json') ? readFileSync(file, 'utf8') : ''
  }
  return { paths: [], text }
}
