import type { z } from 'zod'

/** The type that a schema reads, readonly throughout. */
export type ReadBy<Schema extends z.ZodType> = Unchanging<z.output<Schema>>

/** The type that a schema accepts, readonly throughout: fields with a default may lack. */
export type TakenBy<Schema extends z.ZodType> = Unchanging<z.input<Schema>>

type Unchanging<Value> = Value extends object ? { readonly [Key in keyof Value]: Unchanging<Value[Key]> } : Value
