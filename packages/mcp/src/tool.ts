import type { JsonObject } from '@sigma/protocol'

/** Something that an agent can do in its turn, by calling it. Made anew for each turn, so it knows whose it is. */
export interface Tool {
  readonly name: string
  readonly description: string
  /** JSON Schema of an object, for the agent's model; what is given is judged by `call`. */
  readonly inputSchema: JsonObject
  /** JSON Schema of `structured`; absent: the answer is text alone. */
  readonly outputSchema?: JsonObject
  /** What a client may tell its user of it before it is called. */
  readonly hints?: ToolHints
  /** Never throws for what it is given. */
  call(given: unknown, caller: Caller): ToolAnswer | Promise<ToolAnswer>
}

/** Who calls, as it says itself. */
export interface Caller {
  /** Name of the client's program; null: it says none. */
  readonly client: string | null
}

export interface ToolHints {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  readonly openWorldHint: boolean
}

export interface ToolAnswer {
  /** For the model: what became of it, and what to do next. */
  readonly text: string
  readonly isError: boolean
  /** The same for programs. */
  readonly structured?: Readonly<Record<string, unknown>>
}
