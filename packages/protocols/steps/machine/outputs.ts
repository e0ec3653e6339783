/** What must be true of a step's output at its end (EXE-27), and what the machine adds to it. */
import type { Finding, Json, JsonObject } from '@sigma/protocol'
import { z } from 'zod'
import type { Field, StepRow } from './definition.ts'
import { taskMemoryFile } from './paths.ts'
import type { Session } from './state.ts'

/** Characters of one output as JSON. */
const mostCharacters = 32_768

const text = z.string().refine((given) => given.trim() !== '')
const matchSchema = z.object({ requirement: text, skill: text, evidence: z.string() })

interface Kind {
  readonly schema: z.ZodType
  readonly called: string
}

const kinds: Readonly<Record<Exclude<Field['kind'], 'choice'>, Kind>> = {
  text: { schema: text, called: 'a text' },
  texts: { schema: z.array(text).min(1).max(100), called: 'a list of texts' },
  number: { schema: z.number(), called: 'a number' },
  boolean: { schema: z.boolean(), called: 'true or false' },
  matches: {
    schema: z.array(matchSchema).min(1).max(200),
    called: 'a list of {"requirement", "skill", "evidence"}',
  },
}

function kindOf({ kind, values = [] }: Field): Kind {
  if (kind !== 'choice') return kinds[kind]
  return { schema: z.enum(values), called: `one of ${values.map((each) => `"${each}"`).join(', ')}` }
}

/** How the output looks, as JSON. */
export const shapeOf = (gives: readonly Field[]): string =>
  `{ ${gives.map((field) => `"${field.name}": ${exampleOf(field)}`).join(', ')} }`

const exampleOf = ({ kind, values: [first = ''] = [] }: Field): string =>
  kind === 'choice' ? `"${first}"` : examples[kind]

/** A field in a line, for whoever is to give it. */
export function fieldText(field: Field): string {
  const { name, kind, says, optional } = field
  const values = kind === 'choice' ? ` (${kindOf(field).called})` : ''
  return `${name}: ${says}${values}${optional === true ? ' (may be left out)' : ''}`
}

const examples: Readonly<Record<Exclude<Field['kind'], 'choice'>, string>> = {
  text: '"…"',
  texts: '["…"]',
  number: '1',
  boolean: 'true',
  matches: '[{ "requirement": "…", "skill": "…", "evidence": "…" }]',
}

/** Why the output does not complete the step; empty: it may. */
export function outputFaults({ number, name, gives }: StepRow, output: JsonObject): readonly Finding[] {
  if (JSON.stringify(output).length > mostCharacters)
    return [
      fault(
        'output-too-long',
        `The output of step ${number} (${name}) is longer than ${mostCharacters} characters.`,
        'Put long texts into files, and name these.',
      ),
    ]
  return gives.flatMap((field) => {
    const { schema, called } = kindOf(field)
    const given = output[field.name]
    if (schema.safeParse(given).success || (field.optional === true && given === undefined)) return []
    const message = `The output of step ${number} (${name}) has no "${field.name}": ${field.says}, as ${called}.`
    return [fault('output-lacks', message, `Give ${shapeOf(gives)}.`)]
  })
}

/** Texts of a field that is one, or a list of them. */
export function textsIn(value: Json | undefined): readonly string[] {
  const one = text.safeParse(value)
  if (one.success) return [one.data]
  return z.array(text).safeParse(value).data ?? []
}

/** Requirements that no result meets: each needs evidence, of a skill that was invoked (EXE-86). */
export function unmatched({ outputs, path, skills }: Session, output: JsonObject): readonly Finding[] {
  // Of a step that came several times what it required last.
  const latest = outputs.filter((_, at) => !path.slice(at + 1).includes(path[at] ?? 0))
  const required = latest.flatMap(({ requirements }) => textsIn(requirements))
  const matches = z.array(matchSchema).safeParse(output['results']).data ?? []
  return required.flatMap((requirement) => {
    const found = matches.filter((match) => match.requirement === requirement)
    if (found.some(({ skill, evidence }) => evidence.trim() !== '' && skills.some(({ name }) => name === skill)))
      return []
    const why =
      found.length === 0
        ? 'no result names it'
        : found.some(({ evidence }) => evidence.trim() !== '')
          ? 'its skill was not invoked'
          : 'it has no evidence'
    return [
      fault(
        'requirement-unmatched',
        `"${requirement}" is not met: ${why}.`,
        'Name the skill that met it, and by what that is seen.',
      ),
    ]
  })
}

/** With the id of the task: a slug that no other session of the project has (EXE-28). */
export function withTask(
  { input: { session }, task: known }: Session,
  output: JsonObject,
): { readonly task: string; readonly output: JsonObject } {
  // A loop that comes back to it gives the task no second id.
  const task = known ?? `${slug(String(output['title'] ?? ''))}-${session}`
  return { task, output: { ...output, task_id: task } }
}

/** With the task's memory, which the host writes from the journal (EXE-83). */
export const withMemory = ({ task }: Session, output: JsonObject): JsonObject => ({
  ...output,
  ...(task !== null && { memory: taskMemoryFile(task) }),
})

/** A letter takes at most four bytes: with session and agent the name of a memory file stays below 255, the most that file systems take. */
const mostLetters = 40

/** Letters of any script, each in one form however it was typed. */
function slug(title: string): string {
  const words = title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^[-\p{M}]+/u, '')
  const made = [...words].slice(0, mostLetters).join('').replace(/-+$/, '')
  return made === '' ? 'task' : made
}

const fault = (rule: string, message: string, remedy: string): Finding => ({ rule, message, remedy })
