import { z } from 'zod'

/** Any program: one process a turn, the Handoff on its standard input, the answer as its last line. */
export interface CommandAgent {
  readonly kind: 'command'
  /** Program and arguments. One that names a file beside the configuration means that file, wherever the agent runs. */
  readonly command: readonly string[]
  /** Beside the allow-listed ones; a value `$NAME` stands for the user's variable of that name. */
  readonly env?: Readonly<Record<string, string>>
}

/** Plays a file. For demos and tests; it says of itself that it is scripted. */
export interface ScriptedAgent {
  readonly kind: 'scripted'
  /** Relative to the configuration. */
  readonly script: string
}

export type AgentConfig = CommandAgent | ScriptedAgent

export const agentConfigSchema: z.ZodType<AgentConfig> = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('command'),
    command: z.tuple([z.string().min(1)]).rest(z.string()),
    env: z.record(z.string().regex(/^[A-Za-z_]\w*$/), z.string()).exactOptional(),
  }),
  z.strictObject({ kind: z.literal('scripted'), script: z.string().min(1) }),
])
