import { type Assembled, assemble } from './assembly.ts'
import { printBatchForm, readBatchForm } from './batch-form.ts'
import { idKey } from './cycle-id.ts'
import type { Draft } from './draft.ts'
import { printJsonForm, readJsonForm } from './json-form.ts'
import { readMarkdown } from './markdown.ts'
import { type CycleLines, type Parallel, type Plan, type PlanFaults, type PlanForm, planFaults } from './plan.ts'

export interface ReadPlan {
  readonly kind: 'plan'
  readonly plan: Plan
  readonly form: PlanForm
  readonly lines: CycleLines
}

/** Reads a plan in either form (D12). `parallel` is for batches that give none. */
export function readPlan(text: string, { parallel }: { readonly parallel: Parallel }): ReadPlan | PlanFaults {
  const { lines, fences } = readMarkdown(text)
  const json = read(readJsonForm(fences), parallel)
  const batches = read(readBatchForm(lines), parallel)
  if (json === null && batches === null) return planFaults([neither])
  if (json !== null && batches !== null && json.kind === 'plan' && batches.kind === 'plan') return agreed(json, batches)
  const faults = [json, batches].flatMap((form) => (form?.kind === 'faults' ? form.faults : []))
  if (faults.length > 0) return planFaults(faults)
  if (json?.kind === 'plan') return { ...json, form: 'json' }
  return batches?.kind === 'plan' ? { ...batches, form: 'batches' } : planFaults([neither])
}

/** Writes a plan in the form asked for; reading that again gives an equal plan (DPTR-66). */
export function printPlan(plan: Plan, form: PlanForm): string {
  return form === 'json' ? printJsonForm(plan) : printBatchForm(plan)
}

const neither = {
  rule: 'no-plan',
  line: 1,
  message: 'The text holds no plan: neither Batch₁ and □ TDD₁ lines nor a fenced json block with cycles.',
  remedy: 'Write the plan in one of the two forms.',
}

function read(form: Draft | PlanFaults | null, parallel: Parallel): Assembled | PlanFaults | null {
  return form === null || 'kind' in form ? form : assemble(form, parallel)
}

/** Where both forms stand in one file they must say the same; titles and references are for people. */
function agreed(json: Assembled, batches: Assembled): ReadPlan | PlanFaults {
  const [left, right] = [essence(json.plan), essence(batches.plan)]
  const keys = [...new Set([...left.keys(), ...right.keys()])]
  const different = keys.filter((key) => left.get(key) !== right.get(key))
  if (different.length === 0) return { ...json, form: 'json' }
  const byKey = new Map(Object.entries({ ...json.lines, ...batches.lines }).map(([id, line]) => [idKey(id), line]))
  return planFaults(
    different.map((key) => ({
      rule: 'forms-disagree',
      line: byKey.get(key) ?? Math.min(...byKey.values()),
      message: `The json block and the batch lines disagree about ${key}.`,
      remedy: 'Make both say the same, or keep only one of them.',
    })),
  )
}

function essence({ cycles, batches }: Plan): ReadonlyMap<string, string> {
  return new Map([
    ...cycles.map(({ id, interfaces, files, needs, replaces }, index): readonly [string, string] => [
      idKey(id),
      JSON.stringify([index, sorted(interfaces), sorted(files), sorted(needs.map(idKey)), sorted(replaces)]),
    ]),
    ...batches.map(({ parallel, cycles: ids }, index): readonly [string, string] => [
      `batch ${index + 1}`,
      JSON.stringify([parallel, ids.map(idKey)]),
    ]),
  ])
}

function sorted(items: readonly string[]): readonly string[] {
  return [...items].sort((left, right) => (left < right ? -1 : 1))
}
