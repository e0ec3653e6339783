import { z } from 'zod'
import { targetOf } from '../sandbox/network/hosts.ts'

/** Any program: one process a turn, the Handoff on its standard input, the answer as its last line. */
export interface CommandAgent {
  readonly kind: 'command'
  /** Program and arguments. One that names a file beside the configuration means that file, wherever the agent runs. */
  readonly command: readonly string[]
  /** Beside the allow-listed ones; a value `$NAME` stands for the user's variable of that name. */
  readonly env?: Readonly<Record<string, string>>
  /** What it may read in the sandbox beside its own program: absolute, `~/…`, or relative to the configuration. */
  readonly reads?: readonly string[]
  /** What it may write there beside its workspace. */
  readonly writes?: readonly string[]
  /** What it may connect to there, as `host:port`. */
  readonly hosts?: readonly string[]
}

/** Plays a file. For demos and tests; it says of itself that it is scripted. */
export interface ScriptedAgent {
  readonly kind: 'scripted'
  /** Relative to the configuration. */
  readonly script: string
}

export type AgentConfig = CommandAgent | ScriptedAgent

/** Everything, and what leads to what runs outside, is never opened. */
const places = z.array(
  z
    .string()
    .regex(/^(?!\/+$|\/(proc|sys|dev|run|var\/run)(\/|$)).+/, 'a path that is not /, /proc, /sys, /dev or /run'),
)

/** Hosts and ports, as `api.example.org:443`; `[::1]:8080`. */
export const hostsSchema: z.ZodType<readonly string[]> = z.array(
  z.string().refine((text) => targetOf(text) !== null, 'a host and port such as "api.example.org:443"'),
)

export const agentConfigSchema: z.ZodType<AgentConfig> = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('command'),
    command: z.tuple([z.string().min(1)]).rest(z.string()),
    env: z.record(z.string().regex(/^[A-Za-z_]\w*$/), z.string()).exactOptional(),
    reads: places.exactOptional(),
    writes: places.exactOptional(),
    hosts: hostsSchema.exactOptional(),
  }),
  z.strictObject({ kind: z.literal('scripted'), script: z.string().min(1) }),
])
