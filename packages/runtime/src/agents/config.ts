import { z } from 'zod'
import { targetOf } from '../sandbox/network/hosts.ts'

export const profileNames = ['claude', 'codex', 'gemini', 'opencode', 'copilot', 'generic'] as const
export type ProfileName = (typeof profileNames)[number]

/** Everything, and what leads to what runs outside, is never opened. */
const places: z.ZodType<readonly string[]> = z.array(
  z
    .string()
    .regex(/^(?!\/+$|\/(proc|sys|dev|run|var\/run)(\/|$)).+/, 'a path that is not /, /proc, /sys, /dev or /run'),
)

/** Hosts and ports, as `api.example.org:443`; `[::1]:8080`. */
export const hostsSchema: z.ZodType<readonly string[]> = z.array(
  z.string().refine((text) => targetOf(text) !== null, 'a host and port such as "api.example.org:443"'),
)

const settings = {
  /** Beside the allow-listed ones; a value `$NAME` stands for the user's variable of that name. */
  env: z.record(z.string().regex(/^[A-Za-z_]\w*$/), z.string()).exactOptional(),
  /** What it may read in the sandbox beside its own program: absolute, `~/…`, or relative to the configuration. */
  reads: places.exactOptional(),
  /** What it may write there beside its workspace. */
  writes: places.exactOptional(),
  /** What it may connect to there, as `host:port`. */
  hosts: hostsSchema.exactOptional(),
  /**
   * What of its workspace it can write there: the folders of its role and those that git ignores, or all of it, and intake
   * judges. Absent: of a command all, of an agent that is talked to those of its role.
   */
  workspace: z.enum(['role', 'whole']).exactOptional(),
}

/** What is said of every agent that is a program. */
export type ProgramSettings = z.infer<z.ZodObject<typeof settings>>

/** Program and arguments. One that names a file beside the configuration means that file, wherever the agent runs. */
const command: z.ZodType<readonly string[]> = z.tuple([z.string().min(1)]).rest(z.string())

/** Settings and what is started. */
export interface Program extends ProgramSettings {
  readonly command: readonly string[]
}

const talked = {
  /** Absent: the profile's. */
  command: command.exactOptional(),
  /** As the program names it; absent: its own choice. */
  model: z.string().min(1).exactOptional(),
  /** True: it may search and fetch from the web, which its vendor does for it, past the sandbox. Absent: it may not. */
  web: z.boolean().exactOptional(),
  /** `turn`: each turn has a session of its own; a unit of the protocol's: a role goes on with its session in the unit. Absent: `turn`. */
  session: z.string().exactOptional(),
  ...settings,
}

/** Any program: one process a turn, the Handoff on its standard input, the answer as its last line. */
const commandAgent = z.strictObject({ kind: z.literal('command'), command, ...settings })

/** A program that speaks the Agent Client Protocol on its standard input and output. `generic`: nothing is known of it. */
const acpAgent = z.strictObject({
  kind: z.literal('acp'),
  profile: z.enum(profileNames).default('generic'),
  ...talked,
})

/** Claude Code, by its own protocol of JSON lines. */
const claudeAgent = z.strictObject({ kind: z.literal('claude'), ...talked })

/** Somebody who is shown the directive, works in the workspace, and answers. */
const personAgent = z.strictObject({ kind: z.literal('person') })

/** Plays a file, relative to the configuration. For demos and tests; it says of itself that it is scripted. */
const scriptedAgent = z.strictObject({ kind: z.literal('scripted'), script: z.string().min(1) })

export const agentConfigSchema = z.discriminatedUnion('kind', [
  commandAgent,
  acpAgent,
  claudeAgent,
  personAgent,
  scriptedAgent,
])

export type CommandAgent = z.infer<typeof commandAgent>
export type AcpAgent = z.infer<typeof acpAgent>
export type ClaudeAgent = z.infer<typeof claudeAgent>
export type ScriptedAgent = z.infer<typeof scriptedAgent>
/** An agent that is a program which is talked to. */
export type SessionAgent = AcpAgent | ClaudeAgent
export type AgentConfig = z.infer<typeof agentConfigSchema>

/** Whether the agent's sessions go on from turn to turn. */
export const goesOn = (config: AgentConfig): boolean =>
  (config.kind === 'acp' || config.kind === 'claude') && (config.session ?? aTurn) !== aTurn

/** As a configuration says that each turn has a session of its own. */
export const aTurn = 'turn'
