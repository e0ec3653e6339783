/** Measures how strong the tests of a module are, at HEAD. Writes nothing in the repository, and needs no store. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nearest } from '@sigma/engine'
import { isCode, type Strength, sortingOf, strengthOf } from '@sigma/measuring'
import { uncommittedPaths, usableRepository } from '@sigma/runtime'
import { inspectGlobs } from '../inspection/wrong-globs.ts'
import { nameText } from '../printable.ts'
import { inRepository, type Project } from '../project/place.ts'
import { openTrustedProject } from '../project/project.ts'
import { testedProject } from '../project/tested-project.ts'
import { listed } from '../render/columns.ts'
import { atHead } from '../set-up/at-head.ts'
import { refuseAbsent } from '../set-up/preflight.ts'
import { inspectRunner } from '../set-up/runner.ts'
import { talk, type World } from '../world.ts'
import { interruptedMeasuring, noSuchModule } from './errors.ts'
import { sourceFilesOf } from './module-files.ts'

export interface StrengthAsked {
  readonly module: string
  /** Absent: as `mutants.limit` of the configuration says. */
  readonly limitMs: number | undefined
  readonly tell: (what: string) => void
}

export interface Measured {
  readonly strength: Strength
  /** Least percentage of the configuration; 0: none is wanted. */
  readonly least: number
}

/** Fails with `untrusted`, `no-such-module`, `interrupted`. */
export async function measureStrength(world: World, asked: StrengthAsked): Promise<Measured> {
  try {
    return await measured(world, asked)
  } catch (error) {
    throw world.signal.aborted ? interruptedMeasuring(asked.module) : error
  }
}

async function measured(world: World, { module, limitMs, tell }: StrengthAsked): Promise<Measured> {
  const project = await openTrustedProject(world, `sigma strength ${module}`)
  refuseAbsent(world, project)
  await inspectGlobs(world, project)
  await inspectRunner(world, project)
  const tested = testedProject(project)
  const { isSource } = sortingOf(tested)
  const strength = await atHead(world, project, async ({ tools, commit }) => {
    const sources = (await tools.checkouts.files(commit)).filter((path) => isSource(path) && isCode(path))
    const files = filesMeant(world, project, module, sources)
    await warnOfDirt(world, project)
    tell(`small changes of ${listed(files.map(nameText), 3)} are tried`)
    return await strengthOf(tools, tested, { commit }, files, limitMs ?? project.config.mutants.limit, world.signal)
  })
  return { strength, least: project.config.gates.strength }
}

function filesMeant(world: World, project: Project, module: string, sources: readonly string[]): readonly string[] {
  const here = inRepository({ ...project, root: world.cwd }, module)
  const documents = documentsOf(join(project.root, project.config.memoryBank, 'modules', module))
  for (const name of [here, module]) {
    const files = sourceFilesOf(name, sources, documents)
    if (files.length > 0) return files
  }
  throw noSuchModule(module, nearest(module, sources))
}

const documentsOf = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.md'))
        .map((name) => readFileSync(join(folder, name), 'utf8'))
    : []

async function warnOfDirt(world: World, project: Project): Promise<void> {
  const path = world.env['PATH'] ?? ''
  const dirty = await uncommittedPaths(await usableRepository(project.root, path), path)
  if (dirty.length > 0)
    talk(world, `warning: HEAD is measured, without uncommitted changes: ${listed(dirty.map(nameText), 3)}.`)
}
