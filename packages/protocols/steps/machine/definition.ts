/** A step protocol as a table: its route, its steps in their order, and what must be true at the end of each. */
import { z } from 'zod'

/** What a follower of the protocol gives as a step's output, field by field. */
const fieldSchema = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9_]*$/),
  /** `text`: not blank; `texts`: at least one, none blank; `matches`: for each requirement the skill that met it, and by what. */
  kind: z.enum(['text', 'texts', 'matches']),
  /** In a few words, for whoever is to give it. */
  says: z.string().min(1),
})
export type Field = Readonly<z.infer<typeof fieldSchema>>

/** What the machine itself does in a step. */
const works = ['none', 'task-id', 'read-skills', 'memory', 'invoke', 'verify'] as const

const stepSchema = z.strictObject({
  number: z.int(),
  /** Name of the step, and of the state that it is (EXE-26). */
  name: z.string().regex(/^[A-Z][A-Z0-9_]*$/),
  /** In the imperative, for people. */
  label: z.string().min(1),
  gives: z.array(fieldSchema).readonly().default([]),
  work: z.enum(works).default('none'),
  /** Name of the field that names the skill, or lists the skills, which `read-skills` reads. */
  skills: z.string().optional(),
  /** The state that follows; absent: that of the next number, after the last `COMPLETED`. */
  next: z.string().optional(),
})
export type StepRow = Readonly<z.infer<typeof stepSchema>>

export const definitionSchema = z.strictObject({
  /** As it is typed, and `protocol_name` of the state file. */
  route: z.string().regex(/^[a-z][a-z0-9-]*$/),
  /** `protocol_type` of the state file. */
  type: z.string().regex(/^[A-Z][A-Z0-9_]*$/),
  /** Folder of the protocol's texts and states, and the first word of its files' names. */
  folder: z.string().regex(/^[a-z][a-z0-9-]*$/),
  steps: z.array(stepSchema).readonly(),
})
export type Definition = Readonly<z.infer<typeof definitionSchema>>

export const initialized = 'INITIALIZED'
export const completed = 'COMPLETED'

/** The state that follows the step. */
export function nextOf({ steps }: Definition, step: StepRow): string {
  return step.next ?? steps.find(({ number }) => number === step.number + 1)?.name ?? completed
}

/** Every state from the first to the last, in their order (EXE-49, EXE-50). */
export const chainOf = ({ steps }: Definition): readonly string[] => [
  initialized,
  ...steps.map(({ name }) => name),
  completed,
]

/** The step of that number; null: there is none. */
export const stepOf = ({ steps }: Definition, number: number): StepRow | null =>
  steps.find((each) => each.number === number) ?? null

export const invokes = ({ work }: StepRow): boolean => work === 'invoke'
