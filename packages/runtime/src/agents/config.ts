import { z } from 'zod'
import { targetOf } from '../sandbox/network/hosts.ts'

/** What is said of every agent that is a program. */
export interface ProgramSettings {
  /** Beside the allow-listed ones; a value `$NAME` stands for the user's variable of that name. */
  readonly env?: Readonly<Record<string, string>>
  /** What it may read in the sandbox beside its own program: absolute, `~/…`, or relative to the configuration. */
  readonly reads?: readonly string[]
  /** What it may write there beside its workspace. */
  readonly writes?: readonly string[]
  /** What it may connect to there, as `host:port`. */
  readonly hosts?: readonly string[]
  /**
   * What of its workspace it can write there: the folders of its role and those that git ignores, or all of it, and intake
   * judges. Absent: of a command all, of an agent that is talked to those of its role.
   */
  readonly workspace?: 'role' | 'whole'
}

/** Settings and what is started. */
export interface Program extends ProgramSettings {
  readonly command: readonly string[]
}

/** Any program: one process a turn, the Handoff on its standard input, the answer as its last line. */
export interface CommandAgent extends ProgramSettings {
  readonly kind: 'command'
  /** Program and arguments. One that names a file beside the configuration means that file, wherever the agent runs. */
  readonly command: readonly string[]
}

/** A program that speaks the Agent Client Protocol on its standard input and output. */
export interface AcpAgent extends ProgramSettings {
  readonly kind: 'acp'
  /** What is known of the program; `generic`: nothing. */
  readonly profile: ProfileName
  /** As of a command agent; absent: the profile's. */
  readonly command?: readonly string[]
  /** As the program names it; absent: its own choice. */
  readonly model?: string
  /** As of Claude Code. */
  readonly web?: boolean
}

/** Claude Code, by its own protocol of JSON lines. */
export interface ClaudeAgent extends ProgramSettings {
  readonly kind: 'claude'
  /** Absent: `claude`. */
  readonly command?: readonly string[]
  readonly model?: string
  /** True: it may search and fetch from the web, which its vendor does for it, past the sandbox. Absent: it may not. */
  readonly web?: boolean
}

/** Somebody who is shown the directive, works in the workspace, and answers. */
export interface PersonAgent {
  readonly kind: 'person'
}

export const profileNames = ['claude', 'codex', 'gemini', 'opencode', 'copilot', 'generic'] as const
export type ProfileName = (typeof profileNames)[number]

/** Plays a file. For demos and tests; it says of itself that it is scripted. */
export interface ScriptedAgent {
  readonly kind: 'scripted'
  /** Relative to the configuration. */
  readonly script: string
}

/** An agent that is a program which is talked to. */
export type SessionAgent = AcpAgent | ClaudeAgent

export type AgentConfig = CommandAgent | SessionAgent | PersonAgent | ScriptedAgent

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

const command = z.tuple([z.string().min(1)]).rest(z.string())

const settings = {
  env: z.record(z.string().regex(/^[A-Za-z_]\w*$/), z.string()).exactOptional(),
  reads: places.exactOptional(),
  writes: places.exactOptional(),
  hosts: hostsSchema.exactOptional(),
  workspace: z.enum(['role', 'whole']).exactOptional(),
}

const model = z.string().min(1).exactOptional()
const web = z.boolean().exactOptional()

export const agentConfigSchema: z.ZodType<AgentConfig> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('command'), command, ...settings }),
  z.strictObject({
    kind: z.literal('acp'),
    profile: z.enum(profileNames).default('generic'),
    command: command.exactOptional(),
    model,
    web,
    ...settings,
  }),
  z.strictObject({ kind: z.literal('claude'), command: command.exactOptional(), model, web, ...settings }),
  z.strictObject({ kind: z.literal('person') }),
  z.strictObject({ kind: z.literal('scripted'), script: z.string().min(1) }),
])
