/** A module's design and plan: found, read, and checked against each other and the configuration. */
import { join } from 'node:path'
import { matches, type Workplace } from '@sigma/engine'
import { isReadableDesign } from '@sigma/measuring'
import {
  type DesignInterface,
  type Parallel,
  type PlanFault,
  type PlannedCycles,
  planToCycles,
  readPlan,
} from '@sigma/protocol'
import { interfacesOf, moduleFolder, modulesFolder, readDocument, type Text } from '../../modules/documents.ts'
import { documentFault } from '../../modules/errors.ts'
import { unknownReplaced } from './replaced-tests.ts'
import type { Settings } from './settings.ts'

export interface Documents {
  readonly module: string
  readonly design: Text
  readonly plan: Text
  readonly planned: PlannedCycles
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
  const modules = modulesFolder(place.root, settings.memoryBank, options.memoryBank)
  const folder = moduleFolder({ place, modules, command: 'tdd' }, module)
  const design = readDocument(project, 'design', join(folder, 'design.md'), module)
  const plan = readDocument(project, 'plan', join(folder, 'tdd_plan.md'), module)
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
  rule: 'interface-unreadable',
  line,
  message: `The declaration of ${name} cannot be compared with code: \`${declaration.split('\n')[0]?.slice(0, 120)}\`.`,
  remedy: 'Write it as JavaScript or TypeScript does, without a body: export function name(a: string): string',
})

const foreign = (found: string, module: string): PlanFault => ({
  rule: 'foreign-module',
  line: 1,
  message: `The plan is for the module "${found}", not for "${module}".`,
  remedy: `Set "module" to "${module}", or run: sigma tdd ${found}`,
})

function parallelOf(parallel: number | undefined): Parallel {
  return parallel === 1 || parallel === 3 ? parallel : 2
}

function first(faults: readonly PlanFault[]): PlanFault {
  return faults[0] ?? { rule: 'unreadable', line: 1, message: 'It cannot be read.', remedy: 'Correct it.' }
}
