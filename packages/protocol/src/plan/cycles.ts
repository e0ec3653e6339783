import type { DesignInterface } from '../design/design.ts'
import type { Batch, Cycle } from '../tdd/input.ts'
import { type CycleLines, type Plan, type PlanCycle, type PlanFault, type PlanFaults, planFaults } from './plan.ts'

/** Says whether a path matches globs, of which later ones win and `!` takes away. */
export type Matches = (path: string, globs: readonly string[]) => boolean

export interface Patterns {
  readonly tests: readonly string[]
  readonly source: readonly string[]
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
        line: lines[id] ?? 1,
        message: `Cycle ${id} is about ${name}, which the design does not declare.`,
        remedy: known.length > 0 ? `Name one of ${known.join(', ')}.` : 'Declare it in the design under ## Interface.',
      })),
  )
}

/**
 * Turns a plan into what the TDD protocol runs on. What a cycle may write is its files of the plan, told apart by
 * the configured globs; for a kind of which it lists none, all that is configured (DPTR-73).
 */
export function planToCycles(
  plan: Plan,
  design: readonly DesignInterface[],
  patterns: Patterns,
  matches: Matches,
  lines: CycleLines = {},
): PlannedCycles | PlanFaults {
  const faults = [
    ...checkPlan(plan, design, lines),
    ...plan.cycles.flatMap((cycle) => strayFaults(cycle, patterns, matches, lines[cycle.id] ?? 1)),
  ]
  if (faults.length > 0) return planFaults(faults)
  const numbers = new Map(plan.cycles.map(({ id }, index) => [id, index + 1]))
  return {
    kind: 'cycles',
    cycles: plan.cycles.map((cycle) => toCycle(cycle, design, patterns, matches)),
    batches: plan.batches.map(({ parallel, cycles }) => ({
      parallel,
      cycles: cycles.flatMap((id) => numbers.get(id) ?? []),
    })),
  }
}

function strayFaults(
  { id, files }: PlanCycle,
  patterns: Patterns,
  matches: Matches,
  line: number,
): readonly PlanFault[] {
  return files
    .filter((path) => !matches(path, patterns.tests) && !matches(path, patterns.source))
    .map((path) => ({
      line,
      message: `Cycle ${id} lists ${path}, which is neither a test file nor a source file of this project.`,
      remedy: `Tests are ${patterns.tests.join(' ')}, sources ${patterns.source.join(' ')}; change the path or the configuration.`,
    }))
}

function toCycle(cycle: PlanCycle, design: readonly DesignInterface[], patterns: Patterns, matches: Matches): Cycle {
  const tests = cycle.files.filter((path) => matches(path, patterns.tests))
  const source = cycle.files.filter((path) => !tests.includes(path))
  const declared = new Set(cycle.interfaces.flatMap((name) => declaredAs(name, design) ?? []))
  return {
    id: cycle.id,
    title: cycle.title,
    interfaces: [...declared].map(({ name }) => name),
    signature: [...declared].map(({ declaration }) => declaration).join('\n'),
    tests: tests.length > 0 ? tests.map(literal) : patterns.tests,
    source: source.length > 0 ? source.map(literal) : withoutTests(patterns),
  }
}

/** A member such as `Stack.push` is declared with what it belongs to. */
function declaredAs(name: string, design: readonly DesignInterface[]): DesignInterface | null {
  const named = (wanted: string | undefined) => design.find((declared) => declared.name === wanted)
  return named(name) ?? named(name.split('.')[0]) ?? null
}

/** Tests that lie among the sources are not DE's to write (DPTR-72). */
function withoutTests({ tests, source }: Patterns): readonly string[] {
  return [...source, ...tests.filter((glob) => !glob.startsWith('!')).map((glob) => `!${glob}`)]
}

/** Brackets and braces in a path of the plan are meant as they stand; stars are globs. */
function literal(path: string): string {
  return path.replace(/[[\]{}()!]/gu, '\\$&')
}
