import { idKey } from './cycle-id.ts'
import type { Draft, DraftBatch, DraftCycle } from './draft.ts'
import { plainPath } from './named-files.ts'
import { folderNameFault } from './path-name.ts'
import type { CycleLines, Parallel, Plan, PlanCycle, PlanFault, PlanFaults } from './plan.ts'
import { planFaults } from './plan.ts'
import { fileFaults } from './plan-files.ts'
import { needFaults } from './plan-needs.ts'
import { plainEntry } from './replaced.ts'

export interface Assembled {
  readonly kind: 'plan'
  readonly plan: Plan
  readonly lines: CycleLines
}

/** Makes a plan of a draft, or says all that keeps it from being one. `parallel` is for batches that give none. */
export function assemble(draft: Draft, parallel: Parallel): Assembled | PlanFaults {
  const faults = [
    ...emptyFaults(draft),
    ...draft.batches.flatMap((batch, index) => batchFaults(draft, batch, index + 1)),
    ...draft.cycles.flatMap((cycle, index) => cycleFaults(draft, cycle, index)),
    ...fileFaults(draft),
    ...needFaults(draft),
  ]
  if (faults.length > 0) return planFaults(faults)
  return {
    kind: 'plan',
    plan: {
      module: draft.module,
      cycles: draft.cycles.map((cycle) => planCycle(draft, cycle)),
      batches: draft.batches.map((batch, index) => ({
        parallel: readParallel(batch.parallel) ?? parallel,
        cycles: draft.cycles.filter((cycle) => cycle.batch === index + 1).map(({ id }) => id),
        extra: batch.extra,
      })),
      extra: draft.extra,
    },
    lines: Object.fromEntries(draft.cycles.map(({ id, line }) => [id, line])),
  }
}

function planCycle(draft: Draft, { id, title, interfaces, files, needs, replaces, extra }: DraftCycle): PlanCycle {
  return {
    id,
    title: title ?? interfaces.join(', '),
    interfaces,
    files: [...new Set(files.map(plainPath))],
    needs: draft.cycles
      .filter((other) => needs.some((need) => idKey(need) === idKey(other.id)))
      .map((other) => other.id),
    replaces: [...new Set(replaces.map(plainEntry))],
    extra,
  }
}

function emptyFaults({ cycles, line }: Draft): readonly PlanFault[] {
  const remedy = 'Write at least one cycle.'
  return cycles.length > 0 ? [] : [{ rule: 'no-cycle', line, message: 'The plan has no cycle.', remedy }]
}

function batchFaults({ cycles }: Draft, { parallel, line }: DraftBatch, number: number): readonly PlanFault[] {
  const faults: PlanFault[] = []
  if (parallel !== null && readParallel(parallel) === null) {
    const message = `Batch ${number} runs ${parallel} cycles at a time; 1, 2 or 3 are possible.`
    const remedy = 'Set parallel to 1, 2 or 3; a batch may list more cycles than that.'
    faults.push({ rule: 'parallel', line, message, remedy })
  }
  if (!cycles.some((cycle) => cycle.batch === number)) {
    const message = `Batch ${number} has no cycle.`
    const remedy = 'Number the batches without gaps, and leave empty ones out.'
    faults.push({ rule: 'empty-batch', line, message, remedy })
  }
  return faults
}

function cycleFaults({ cycles, batches }: Draft, cycle: DraftCycle, index: number): readonly PlanFault[] {
  const { line } = cycle
  const faults: PlanFault[] = []
  const first = cycles.slice(0, index).find(({ id }) => idKey(id) === idKey(cycle.id))
  if (first !== undefined) {
    const message = `Cycle ${cycle.id} is already on line ${first.line}; a cycle has an id of its own and stands in one batch.`
    faults.push({ rule: 'cycle-twice', line, message, remedy: 'Give it another id, or remove one of the two.' })
  }
  const unfit = folderNameFault(cycle.id)
  if (unfit !== null) {
    const message = `The id "${cycle.id}" of a cycle ${unfit}; it names the cycle's folder.`
    faults.push({ rule: 'cycle-id', line, message, remedy: 'Give it a plain id, such as TDD_1.' })
  }
  if (cycle.batch > batches.length) {
    const message = `Cycle ${cycle.id} stands in batch ${cycle.batch}, and there are ${batches.length}.`
    faults.push({ rule: 'batch-missing', line, message, remedy: 'Number the batches without gaps.' })
  }
  if (cycle.interfaces.length === 0) {
    const message = `Cycle ${cycle.id} names no interface.`
    const remedy = 'Name one or more interfaces of the design, in the batch form in parentheses.'
    faults.push({ rule: 'no-interface', line, message, remedy })
  }
  if (cycle.phases !== null && cycle.phases.map(phaseMark).join(' ') !== 'RED GREEN REFACTOR') {
    const message = `Cycle ${cycle.id} has the phases ${cycle.phases.join(' → ') || '(none)'}.`
    const remedy = 'Every cycle runs RED, GREEN, REFACTOR; write these three or leave them out.'
    faults.push({ rule: 'phases', line, message, remedy })
  }
  return faults
}

const marks: Readonly<Record<string, string>> = { ℜ: 'RED', ℜᴳ: 'GREEN', ℜᶠ: 'REFACTOR' }

function phaseMark(written: string): string {
  return marks[written] ?? written.toUpperCase()
}

function readParallel(written: string | null): Parallel | null {
  if (written === '1') return 1
  if (written === '2') return 2
  return written === '3' ? 3 : null
}
