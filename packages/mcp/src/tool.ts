import type { JsonObject } from '@sigma/protocol'

/** Something that an agent can do in its turn, by calling it. Made anew for each turn, so it knows whose it is. */
export interface Tool {
  readonly name: string
  readonly description: string
  /** JSON Schema of an object, for the agent's model; what is given is judged by `call`. */
  readonly inputSchema: JsonObject
  /** JSON Schema of what each answer that is no error has beside its text; absent: nothing. */
  readonly outputSchema?: JsonObject | undefined
  /** Never throws for what it is given. */
  call(given: unknown): ToolAnswer | Promise<ToolAnswer>
}

export interface ToolAnswer {
  /** For the model: what became of it, and what to do next. */
  readonly text: string
  readonly isError: boolean
  /** The same as `outputSchema` of its tool says; absent: the tool promises none, or it is an error. */
  readonly structured?: JsonObject | undefined
}
