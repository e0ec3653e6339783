import type { DesignInterface } from '../design/design.ts'
import type { Batch, Cycle } from './cycle.ts'
import { isPattern } from './named-files.ts'
import { type CycleLines, type Plan, type PlanCycle, type PlanFault, type PlanFaults, planFaults } from './plan.ts'
import { fileOfEntry, isVague, replacedTests } from './replaced.ts'

interface Files {
  readonly tests: readonly string[]
  readonly source: readonly string[]
}

/** The configured globs of a project. */
export interface Patterns extends Files {
  /** Says whether a path matches globs, of which later ones win and `!` takes away. */
  matches(path: string, globs: readonly string[]): boolean
}

export interface PlannedCycles {
  readonly kind: 'cycles'
  readonly cycles: readonly Cycle[]
  readonly batches: readonly Batch[]
}

/** What the plan says about interfaces that the design does not have. */
export function checkPlan(
  plan: Plan,
  design: readonly DesignInterface[],
  lines: CycleLines = {},
): readonly PlanFault[] {
  const known = design.map(({ name }) => name)
  return plan.cycles.flatMap(({ id, interfaces }) =>
    interfaces
      .filter((name) => declaredAs(name, design) === null)
      .map((name) => ({
        rule: 'interface-unknown',
        line: lines[id] ?? 1,
        message: `Cycle ${id} is about ${name}, which the design does not declare.`,
        remedy: known.length > 0 ? `Name one of ${known.join(', ')}.` : 'Declare it in the design under ## Interface.',
      })),
  )
}

/**
 * Turns a plan into what the TDD protocol runs on. What a cycle may change of what exists is its files of the plan, told
 * apart by the configured globs; for a kind of which it lists none, all that is configured (DPTR-73). New files are free
 * within what is configured, but for those that other cycles name.
 */
export function planToCycles(
  plan: Plan,
  design: readonly DesignInterface[],
  patterns: Patterns,
  lines: CycleLines = {},
): PlannedCycles | PlanFaults {
  const faults = [
    ...checkPlan(plan, design, lines),
    ...plan.cycles.flatMap((cycle) => strayFaults(cycle, patterns, lines[cycle.id] ?? 1)),
    ...plan.cycles.flatMap((cycle) => replacesFaults(cycle, patterns, lines[cycle.id] ?? 1)),
  ]
  if (faults.length > 0) return planFaults(faults)
  const numbers = new Map(plan.cycles.map(({ id }, index) => [id, index + 1]))
  return {
    kind: 'cycles',
    cycles: plan.cycles.map((cycle) => ({
      ...toCycle(cycle, design, patterns),
      ...newFilesOf(cycle, plan.cycles, patterns),
    })),
    batches: plan.batches.map(({ parallel, cycles }) => ({
      parallel,
      cycles: cycles.flatMap((id) => numbers.get(id) ?? []),
    })),
  }
}

function strayFaults({ id, files }: PlanCycle, patterns: Patterns, line: number): readonly PlanFault[] {
  const isOurs = (path: string): boolean => patterns.matches(path, [...patterns.tests, ...patterns.source])
  return files
    .filter((path) => !isOurs(path))
    .map((path) => {
      // In a monorepo agents work at its top, and plans name files from their package.
      const folders = path.split('/')
      const meant = folders.map((_, at) => folders.slice(at + 1).join('/')).find(isOurs)
      const hint = meant === undefined ? '' : ` Is it ${meant}, named from the folder of the configuration?`
      return {
        rule: 'stray-file',
        line,
        message: `Cycle ${id} lists ${path}, which is neither a test file nor a source file of this project.`,
        remedy: `Tests are ${patterns.tests.join(' ')}, sources ${patterns.source.join(' ')}; change the path or the configuration.${hint}`,
      }
    })
}

function replacesFaults({ id, replaces }: PlanCycle, patterns: Patterns, line: number): readonly PlanFault[] {
  return replaces.flatMap((entry): readonly PlanFault[] => {
    if (isVague(entry)) {
      const message = `Cycle ${id} replaces ${JSON.stringify(entry)}: one test of many files.`
      return [
        { rule: 'replaces-many', line, message, remedy: 'Name the file of the test, or the files without a test.' },
      ]
    }
    const file = fileOfEntry(entry)
    if (patterns.matches(file, patterns.tests)) return []
    const message = `Cycle ${id} replaces tests of ${file}, which is no test file of this project.`
    const remedy = `Tests are ${patterns.tests.join(' ')}; name one as file > describe > name, a file, or a glob of files.`
    return [{ rule: 'stray-replaces', line, message, remedy }]
  })
}

function toCycle(cycle: PlanCycle, design: readonly DesignInterface[], patterns: Patterns): Cycle {
  const { tests, source } = sorted(cycle.files, patterns)
  const declared = new Set(cycle.interfaces.flatMap((name) => declaredAs(name, design) ?? []))
  return {
    id: cycle.id,
    title: cycle.title,
    interfaces: [...declared].map(({ name }) => name),
    signature: [...declared].map(({ declaration }) => declaration).join('\n'),
    tests: tests.length > 0 ? [...tests, ...replacedFiles(cycle, tests)].map(literal) : patterns.tests,
    source: source.length > 0 ? ownSource(source, patterns) : withoutTests(patterns),
    ...(cycle.replaces.length > 0 && { replaces: cycle.replaces.map((entry) => replacedTests(entry, literal)) }),
  }
}

/** QA may write what it may replace. */
function replacedFiles({ replaces }: PlanCycle, named: readonly string[]): readonly string[] {
  return [...new Set(replaces.map(fileOfEntry))].filter((path) => !named.includes(path))
}

/** Absent where no cycle of the plan names a file. */
function newFilesOf(
  cycle: PlanCycle,
  cycles: readonly PlanCycle[],
  patterns: Patterns,
): Pick<Cycle, 'files' | 'creates'> {
  if (cycles.every(({ files }) => files.length === 0)) return {}
  const own = sorted(cycle.files, patterns)
  const others = sorted(
    cycles.filter(({ id }) => id !== cycle.id).flatMap(({ files }) => files),
    patterns,
  )
  return {
    files: cycle.files,
    creates: {
      tests: creatable(
        patterns.tests,
        [...own.tests, ...(own.tests.length > 0 ? replacedFiles(cycle, own.tests) : [])],
        others.tests,
      ),
      source: [...creatable(patterns.source, own.source, others.source), ...noTests(patterns)],
    },
  }
}

/**
 * All that is configured but for what others name, whatever is more exact winning. A cycle that lists none of a kind has all
 * that is configured, so single files alone are kept from it.
 */
function creatable(all: readonly string[], own: readonly string[], others: readonly string[]): readonly string[] {
  if (others.length === 0) return all
  return [
    ...all,
    ...(own.length > 0 ? others.filter(isPattern).map(taken) : []),
    ...own.filter(isPattern).map(literal),
    ...others.filter((path) => !isPattern(path)).map(taken),
    ...own.filter((path) => !isPattern(path)).map(literal),
  ]
}

const taken = (path: string): string => `!${literal(path)}`

function sorted(files: readonly string[], { tests: globs, matches }: Patterns): Files {
  const tests = files.filter((path) => matches(path, globs))
  return { tests, source: files.filter((path) => !tests.includes(path)) }
}

/** A member such as `Stack.push` is declared with what it belongs to. */
function declaredAs(name: string, design: readonly DesignInterface[]): DesignInterface | null {
  const named = (wanted: string | undefined) => design.find((declared) => declared.name === wanted)
  return named(name) ?? named(name.split('.')[0]) ?? null
}

/** Tests that lie among the sources are not DE's to write (DPTR-72). */
function withoutTests(patterns: Patterns): readonly string[] {
  return [...patterns.source, ...noTests(patterns)]
}

/** A glob among the plan's files may cover tests as well. */
function ownSource(source: readonly string[], patterns: Patterns): readonly string[] {
  return [...source.map(literal), ...(source.some(isPattern) ? noTests(patterns) : [])]
}

function noTests({ tests }: Patterns): readonly string[] {
  return tests.filter((glob) => !glob.startsWith('!')).map((glob) => `!${glob}`)
}

/** Brackets and braces in a path of the plan are meant as they stand; stars are globs. */
function literal(path: string): string {
  return path.replace(/[[\]{}()!]/gu, '\\$&')
}
