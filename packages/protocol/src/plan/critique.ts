/**
 * What is wrong with a plan that can be read, found before any critic is asked (DPTR-67). Faults of its form are the reader's,
 * and what it says of a design or of files that are not there is `planToCycles`'s.
 */
import { idKey } from './cycle-id.ts'
import { isIntegrationTest } from './integration-test.ts'
import { modulePlace } from './named-files.ts'
import type { CycleLines, Plan, PlanCycle, PlanFault } from './plan.ts'

export interface PlanPoint extends PlanFault {
  /** Somebody may see it otherwise, so a project may have it as a warning (A12). */
  readonly isOpinion: boolean
}

export interface CritiqueOptions {
  readonly lines: CycleLines
  /** Paths of what plans are made from, which no cycle changes. */
  readonly documents: readonly string[]
  isTest(path: string): boolean
}

export function critiquePlan(plan: Plan, options: CritiqueOptions): readonly PlanPoint[] {
  const points = [
    ...plan.cycles.flatMap((cycle) => pointsOf(cycle, options)),
    ...overSplit(plan, options),
    ...noBatching(plan, options),
  ]
  return points.toSorted((left, right) => left.line - right.line)
}

function pointsOf({ id, files }: PlanCycle, { lines, documents, isTest }: CritiqueOptions): readonly PlanPoint[] {
  const line = lines[id] ?? 1
  if (files.length === 0) {
    const message = `Cycle ${id} lists no file.`
    return [
      fault('cycle-without-files', line, message, 'List the test files and source files that it changes or makes.'),
    ]
  }
  const touched = files.filter((path) => documents.includes(path))
  const tests = files.filter(isTest)
  const whole = tests.filter(isIntegrationTest)
  return [
    ...touched.map((path) =>
      fault(
        'document-touched',
        line,
        `Cycle ${id} lists ${path}, which no cycle changes.`,
        'Take it out of the files.',
      ),
    ),
    ...(whole.length > 0 && whole.length < tests.length
      ? [
          fault(
            'unit-with-integration',
            line,
            `Cycle ${id} mixes unit tests with integration tests (${whole.join(', ')}).`,
            'Give the integration tests a cycle of their own, in a later batch.',
          ),
        ]
      : []),
  ]
}

/** More cycles than components: some repeat what others are about. Cycles of integration tests are about several by nature. */
function overSplit({ cycles }: Plan, { lines, isTest }: CritiqueOptions): readonly PlanPoint[] {
  const named = new Set<string>()
  return cycles.flatMap((cycle) => {
    const { id, interfaces, files } = cycle
    const isRepeated = interfaces.every((name) => named.has(name))
    for (const name of interfaces) named.add(name)
    const tests = files.filter(isTest)
    if (!isRepeated || (tests.length > 0 && tests.every(isIntegrationTest))) return []
    const message = `Cycle ${id} is about ${interfaces.join(', ')}, as earlier cycles are: there are more cycles than components.`
    return [opinion('over-split', lines[id] ?? 1, message, 'Join it with the cycle that is about the same.')]
  })
}

/** Each cycle waits for the one before, and nothing in the plan says why. */
function noBatching({ cycles, batches }: Plan, { lines }: CritiqueOptions): readonly PlanPoint[] {
  if (batches.length < 2 || batches.some((batch) => batch.cycles.length > 1)) return []
  const byKey = new Map(cycles.map((cycle) => [idKey(cycle.id), cycle]))
  const inOrder = batches.flatMap((batch) => batch.cycles.flatMap((id) => byKey.get(idKey(id)) ?? []))
  const at = inOrder.findIndex((cycle, index) => {
    const before = inOrder[index - 1]
    return before !== undefined && areIndependent(before, cycle)
  })
  const [first, second] = [inOrder[at - 1], inOrder[at]]
  if (first === undefined || second === undefined) return []
  const message = `No two cycles are in one batch, and ${second.id} does not depend on ${first.id}.`
  const remedy = `Put ${first.id} and ${second.id} into one batch, or say what ${second.id} needs: [needs: ${first.id}].`
  return [opinion('no-batching', lines[second.id] ?? 1, message, remedy)]
}

/** Of cycles that list no files nothing is known. */
function areIndependent(first: PlanCycle, second: PlanCycle): boolean {
  if (first.files.length === 0 || second.files.length === 0) return false
  if (second.needs.some((need) => idKey(need) === idKey(first.id))) return false
  const places = new Set(first.files.map(modulePlace))
  return (
    !second.files.some((path) => places.has(modulePlace(path))) &&
    !second.interfaces.some((name) => first.interfaces.includes(name))
  )
}

const fault = (rule: string, line: number, message: string, remedy: string): PlanPoint => ({
  rule,
  line,
  message,
  remedy,
  isOpinion: false,
})

const opinion = (rule: string, line: number, message: string, remedy: string): PlanPoint => ({
  ...fault(rule, line, message, remedy),
  isOpinion: true,
})
