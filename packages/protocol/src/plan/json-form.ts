import { z } from 'zod'
import type { Json, JsonObject } from '../json.ts'
import { parseJson } from '../wire/json-text.ts'
import { splitMarks } from './batch-form.ts'
import { readId } from './cycle-id.ts'
import type { Draft, DraftBatch, DraftCycle } from './draft.ts'
import { interfaceNames } from './interface-name.ts'
import { jsonLines } from './json-lines.ts'
import { type Plan, type PlanFaults, planFaults } from './plan.ts'

/** A fenced block; `line` is that of its first line of content. */
export interface Fence {
  readonly language: string
  readonly text: string
  readonly line: number
}

const names: z.ZodType<string | string[]> = z.union([z.string(), z.array(z.string())])

const planSchema = z.looseObject({
  module: z.string().exactOptional(),
  cycles: z.array(
    z.looseObject({
      id: z.string().min(1),
      title: z.string().exactOptional(),
      interface: names,
      phases: names.exactOptional(),
      batch: z.int().min(1).exactOptional(),
      files: z.array(z.string()).exactOptional(),
      needs: z.array(z.string()).exactOptional(),
      replaces: z.array(z.string()).exactOptional(),
    }),
  ),
  batches: z.array(z.looseObject({ parallel: z.json().exactOptional() })).exactOptional(),
})

type WrittenPlan = z.infer<typeof planSchema>
type LineOf = (path: readonly PropertyKey[]) => number

/** Reads `{ module, cycles: [{ id, interface, phases }] }` out of the one fenced json block (DPTR-65); null when there is none. */
export function readJsonForm(fences: readonly Fence[]): Draft | PlanFaults | null {
  const [block, second] = fences.filter(({ language }) => /^jsonc?$/iu.test(language))
  if (block === undefined) return null
  if (second !== undefined) {
    const message = 'This is a second json block; a plan holds one.'
    const remedy = 'Keep the block that is the plan.'
    return planFaults([{ rule: 'second-plan', line: second.line, message, remedy }])
  }
  const value = parseJson(block.text)
  if (value === undefined) {
    const message = 'The json block cannot be read as JSON.'
    return planFaults([{ rule: 'json-syntax', line: syntaxLine(block), message, remedy: 'Correct its syntax.' }])
  }
  const within = jsonLines(block.text)
  const lineOf: LineOf = (path) => block.line - 1 + within.lineOf(path)
  const parsed = planSchema.safeParse(value)
  if (parsed.success) return draftOf(parsed.data, lineOf, block.line)
  return planFaults(
    parsed.error.issues.map((issue) => ({
      rule: 'json-shape',
      line: lineOf(issue.path),
      message: `${issue.path.map(String).join('.') || 'The block'} is not as it must be: ${issue.message}.`,
      remedy: 'Write { "module", "cycles": [{ "id", "interface", "phases" }] }, all of them text or lists of text.',
    })),
  )
}

/** Writes the plan as Markdown with one fenced json block. */
export function printJsonForm(plan: Plan): string {
  const written: JsonObject = {
    ...(plan.module === null ? {} : { module: plan.module }),
    cycles: plan.cycles.map(({ id, title, interfaces, files, needs, replaces, extra }) => ({
      id,
      ...(title === interfaces.join(', ') ? {} : { title }),
      interface: interfaces,
      phases: ['RED', 'GREEN', 'REFACTOR'],
      batch: plan.batches.findIndex((batch) => batch.cycles.includes(id)) + 1,
      ...(files.length === 0 ? {} : { files }),
      ...(needs.length === 0 ? {} : { needs }),
      ...(replaces.length === 0 ? {} : { replaces }),
      ...extra,
    })),
    batches: plan.batches.map(({ parallel, extra }) => ({ parallel, ...extra })),
    ...plan.extra,
  }
  return `\`\`\`json\n${JSON.stringify(written, null, 2)}\n\`\`\`\n`
}

function draftOf({ module, cycles, batches = [], ...extra }: WrittenPlan, lineOf: LineOf, line: number): Draft {
  const count = Math.max(batches.length, ...cycles.map(({ batch = 1 }) => batch), 0)
  return {
    module: module ?? null,
    cycles: cycles.map((cycle, index) => draftCycle(cycle, lineOf(['cycles', index]))),
    batches: Array.from({ length: Math.min(count, batches.length + cycles.length) }, (_, index): DraftBatch => {
      const { parallel, ...rest } = batches[index] ?? {}
      return {
        parallel: parallel === undefined ? null : printed(parallel),
        extra: extraOf(rest),
        line: lineOf(['batches', index, 'parallel']),
      }
    }),
    extra: extraOf(extra),
    line,
  }
}

function draftCycle(cycle: WrittenPlan['cycles'][number], line: number): DraftCycle {
  const { id, title, interface: written, phases, batch = 1, files = [], needs = [], replaces = [], ...extra } = cycle
  return {
    id: readId(id),
    title: title ?? null,
    interfaces: list(written).flatMap(interfaceNames),
    phases: phases === undefined ? null : list(phases).flatMap(splitMarks),
    batch,
    files,
    needs: needs.map(readId),
    replaces,
    extra: extraOf(extra),
    line,
  }
}

function list(value: string | readonly string[]): readonly string[] {
  return typeof value === 'string' ? [value] : value
}

function printed(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** What `looseObject` let through came out of `parseJson`, so it is JSON. */
function extraOf(rest: Readonly<Record<string, unknown>>): JsonObject {
  return z.record(z.string(), z.json()).parse(rest)
}

/** V8 says where; without that, the block's first line. */
function syntaxLine(block: Fence): number {
  try {
    JSON.parse(block.text)
  } catch (error) {
    const at = /position (\d+)/u.exec(String(error))?.[1]
    if (at !== undefined) return block.line - 1 + block.text.slice(0, Number(at)).split('\n').length
  }
  return block.line
}
