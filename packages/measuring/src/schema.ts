import type { z } from 'zod'

/** What a schema reads, as nobody changes it. */
export type ReadBy<Schema extends z.ZodType> = Unchanging<z.output<Schema>>

/** What a schema takes: what it has a default for may lack. */
export type TakenBy<Schema extends z.ZodType> = Unchanging<z.input<Schema>>

type Unchanging<Value> = Value extends object ? { readonly [Key in keyof Value]: Unchanging<Value[Key]> } : Value
