/** A module's design and plan: found, read, and checked against each other and the configuration. */
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { matches, nearest, type Workplace } from '@sigma/engine'
import { isReadableDesign } from '@sigma/measuring'
import {
  type DesignInterface,
  type Parallel,
  type PlanFault,
  type PlannedCycles,
  planToCycles,
  readDesign,
  readPlan,
} from '@sigma/protocol'
import { documentFault, documentMissing, documentOutside, documentUnreadable, unknownModule } from './errors.ts'
import { modulesBelow } from './planned-modules.ts'
import { unknownReplaced } from './replaced-tests.ts'
import type { Settings } from './settings.ts'

export interface Documents {
  readonly module: string
  readonly design: Text
  readonly plan: Text
  readonly planned: PlannedCycles
}

export interface Text {
  /** Relative to the repository's top. */
  readonly path: string
  readonly text: string
  /** As the file has it: what is hashed and handed out. */
  readonly bytes: Uint8Array
}

/** Where the documents lie, and what is configured there. */
export interface Project {
  readonly place: Pick<Workplace, 'root' | 'top' | 'inRepository'>
  readonly settings: Pick<Settings, 'memoryBank' | 'tests' | 'source'>
}

export interface DocumentOptions {
  /** Folder that holds the modules, instead of the configuration's; absolute. */
  readonly memoryBank?: string | undefined
  /** For batches of the plan that do not say. */
  readonly parallel?: number | undefined
}

/** Fails with `unknown-module`, `design-…`, `plan-…`: one fault, the first, with its line. */
export function readDocuments(project: Project, module: string, options: DocumentOptions): Documents {
  const { place, settings } = project
  const modules = resolve(place.root, options.memoryBank ?? join(settings.memoryBank, 'modules'))
  const folder = join(modules, module)
  if (!isFolder(folder)) {
    const known = modulesBelow(modules, isModule).toSorted()
    throw unknownModule(module, relative(place.root, modules) || '.', known, nearest(module, known))
  }
  const design = readText(place, 'design', join(folder, 'design.md'), module)
  const plan = readText(place, 'plan', join(folder, 'tdd_plan.md'), module)
  const interfaces = interfacesOf(design)
  const read = readPlan(plan.text, { parallel: parallelOf(options.parallel) })
  if (read.kind === 'faults') throw documentFault('plan', plan.path, first(read.faults))
  if (read.plan.module !== null && read.plan.module !== module)
    throw documentFault('plan', plan.path, foreign(read.plan.module, module))
  const { tests, source } = settings
  const planned = planToCycles(read.plan, interfaces, { tests: tests.files, source, matches }, read.lines)
  if (planned.kind === 'faults') throw documentFault('plan', plan.path, first(planned.faults))
  const unknown = unknownReplaced(read, { root: place.root, tests: tests.files, module })
  if (unknown !== null) throw documentFault('plan', plan.path, unknown)
  const needed = interfaces.filter(({ name }) => planned.cycles.some((cycle) => cycle.interfaces.includes(name)))
  const unreadable = needed.find(({ declaration }) => !isReadableDesign(declaration))
  if (unreadable !== undefined) throw documentFault('design', design.path, incomparable(unreadable))
  return { module, design, plan, planned }
}

/** Phase 0 would have to refuse whatever the developer writes. */
const incomparable = ({ name, declaration, line }: DesignInterface): PlanFault => ({
  line,
  message: `The declaration of ${name} cannot be compared with code: \`${declaration.split('\n')[0]?.slice(0, 120)}\`.`,
  remedy: 'Write it as JavaScript or TypeScript does, without a body: export function name(a: string): string',
})

const foreign = (found: string, module: string): PlanFault => ({
  line: 1,
  message: `The plan is for the module "${found}", not for "${module}".`,
  remedy: `Set "module" to "${module}", or run: sigma tdd ${found}`,
})

function interfacesOf(design: Text): readonly DesignInterface[] {
  const interfaces = readDesign(design.text)
  if (interfaces.length > 0) return interfaces
  const message = 'The design declares no interface.'
  const remedy = 'Declare it in a fenced code block under the heading "## Interface".'
  throw documentFault('design', design.path, { line: 1, message, remedy })
}

function readText(place: Project['place'], kind: 'design' | 'plan', file: string, module: string): Text {
  const shown = relative(place.root, file)
  if (!existsSync(file)) throw documentMissing(kind, shown, module)
  const path = place.inRepository(relative(place.root, file))
  const real = relative(realpathSync(place.top), realpathSync(file))
  if (path.startsWith('../') || isAbsolute(path) || real.startsWith('..') || isAbsolute(real))
    throw documentOutside(kind, shown)
  try {
    const bytes = readFileSync(file)
    return { path, bytes, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch (cause) {
    throw documentUnreadable(kind, shown, cause instanceof Error ? cause.message : String(cause))
  }
}

/** Also a folder with nothing in it: its design and plan may be yet to be written. */
const isModule = (path: string, holdsOthers: boolean): boolean =>
  !holdsOthers || existsSync(join(path, 'design.md')) || existsSync(join(path, 'tdd_plan.md'))

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

function parallelOf(parallel: number | undefined): Parallel {
  return parallel === 1 || parallel === 3 ? parallel : 2
}

function first(faults: readonly PlanFault[]): PlanFault {
  return faults[0] ?? { line: 1, message: 'It cannot be read.', remedy: 'Correct it.' }
}
