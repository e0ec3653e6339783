/** A step protocol as a table: its route, its steps in their order, and what must be true at the end of each. */
import { z } from 'zod'

const stateName = z.string().regex(/^[A-Z][A-Z0-9_]*$/, { error: 'capital letters, digits and _' })
const fieldName = z.string().regex(/^[a-z][a-z0-9_]*$/, { error: 'small letters, digits and _' })
const word = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'small letters, digits and dashes' })
  .max(64)
const sentence = z.string().min(1).max(500)

/** What a follower of the protocol gives as a step's output, field by field. */
export const fieldSchema = z.strictObject({
  name: fieldName,
  /** `text`: not blank; `texts`: at least one, none blank; `matches`: for each requirement the skill that met it, and by what. */
  kind: z.enum(['text', 'texts', 'number', 'boolean', 'choice', 'matches']),
  /** In a few words, for whoever is to give it. */
  says: sentence,
  /** Of a `choice`: what may be given. */
  values: z.array(word).min(1).max(50).readonly().optional(),
  /** True: it may be left out; given, it must be of its kind. */
  optional: z.boolean().optional(),
})
export type Field = Readonly<z.infer<typeof fieldSchema>>

/** What the machine itself does in a step. */
const works = ['none', 'task-id', 'read-skills', 'memory', 'invoke', 'verify'] as const

/** Back to an earlier step, a number of times in a session, and `after` that on to a later one; without it a person is asked. */
const loopSchema = z.strictObject({
  to: stateName,
  times: z.int().min(1).max(1_000),
  after: stateName.optional(),
})
const targetSchema = z.union([stateName, loopSchema])
export type Target = z.infer<typeof targetSchema>

const stepSchema = z.strictObject({
  number: z.int(),
  /** Name of the step, and of the state that it is (EXE-26). */
  name: stateName,
  /** In the imperative, for people. */
  label: z.string().min(1).max(200),
  gives: z.array(fieldSchema).max(50).readonly().default([]),
  work: z.enum(works).default('none'),
  /** Name of the field that names the skill, or lists the skills, which `read-skills` reads. */
  skills: z.string().optional(),
  /** Agents that `invoke` has work by the step's own text, one after the other; absent: those of the skills that were read. */
  agents: z.array(word).min(1).max(20).readonly().optional(),
  /** The state that follows; absent: that of the next number, after the last `COMPLETED`. */
  next: targetSchema.optional(),
  /** The state that follows for each value that a field of the output may have. */
  branch: z.strictObject({ on: z.string(), to: z.record(z.string(), targetSchema) }).optional(),
  /** A person is asked, and what is chosen says which state follows. */
  decision: z
    .strictObject({
      question: sentence,
      options: z
        .array(z.strictObject({ name: word, consequence: sentence, next: targetSchema }))
        .min(2)
        .max(20)
        .readonly(),
    })
    .optional(),
})
export type StepRow = Readonly<z.infer<typeof stepSchema>>

export const stepsSchema = z.array(stepSchema).max(100).readonly()

export const definitionSchema = z.strictObject({
  /** As it is typed, and `protocol_name` of the state file. */
  route: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/)
    .max(64),
  /** `protocol_type` of the state file. */
  type: stateName,
  /** Folder of the protocol's texts and states, and the first word of its files' names. */
  folder: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/)
    .max(64),
  steps: stepsSchema,
})
export type Definition = Readonly<z.infer<typeof definitionSchema>>

/** `protocol_type` of a route: one says the other (EXE-37). */
export const typeOf = (route: string): string => route.toUpperCase().replaceAll('-', '_')

export const initialized = 'INITIALIZED'
export const completed = 'COMPLETED'

/** Every state from the first to the last, in their order (EXE-49, EXE-50). */
export const chainOf = ({ steps }: Pick<Definition, 'steps'>): readonly string[] => [
  initialized,
  ...steps.map(({ name }) => name),
  completed,
]

/** The step of that number; null: there is none. */
export const stepOf = ({ steps }: Pick<Definition, 'steps'>, number: number): StepRow | null =>
  steps.find((each) => each.number === number) ?? null

export const invokes = ({ work }: StepRow): boolean => work === 'invoke'
