import type { JsonObject } from '@sigma/protocol'
import type { AgentCapabilities } from '../adapter.ts'
import type { NameOf } from './calls.ts'
import type { OwnFiles } from './own-files.ts'

/** What is known of one program that speaks the protocol, beside what it says of itself. */
export interface Profile {
  /** Name of the program, for people. */
  readonly title: string
  /** True: the contract suite drives the real program; false: what stands here was tried by hand at most. */
  readonly verified: boolean
  /** The command that starts the program; empty: the configuration must name it. */
  readonly command: readonly string[]
  /** A command that installs the program; null: nobody knows one. */
  readonly install: string | null
  /** How to log in to the program, as a sentence. */
  readonly login: string
  /** Default environment variables, such as those that turn off calls home; the configuration goes over them. */
  readonly env: Readonly<Record<string, string>>
  /** Variables with its keys: passed on where the user has them. */
  readonly keys: readonly string[]
  /** Variables that say where its model is; passed on, and then only that is opened. */
  readonly addresses: readonly string[]
  /** Variables that name files of programs that it starts; passed on, and shown in the sandbox. */
  readonly programs: readonly string[]
  /** The variable with its model's name; null: another way. */
  readonly modelVariable: string | null
  /** Files of its login, below the user's home: shown in the sandbox, and writable, for what they hold is renewed in use. */
  readonly logins: readonly string[]
  /** Hosts that the program connects to by default, as `host:port`. */
  readonly hosts: readonly string[]
  /** Of several vendors' keys and hosts, those that a model needs; null: all. */
  readonly neededFor?: (model: string) => { readonly keys: readonly string[]; readonly hosts: readonly string[] } | null
  /** A variable with a configuration in JSON; what the user's holds there goes over this, key by key. */
  readonly config?: {
    readonly variable: string
    readonly of: (situation: Situation) => JsonObject
    /** Keys that go over the user's. */
    readonly held: (situation: Situation) => JsonObject
  }
  /** Settings files in the program's own home, by path below it; `config`: the configuration that it is started with, or nothing. */
  readonly files?: (config: JsonObject, situation: Situation) => OwnFiles
  /** Arguments at the end of the command. */
  readonly flags: (situation: Situation) => readonly string[]
  /** How search and fetch from the web are turned off unless they are opened; `unknown`: nobody knows how. */
  readonly web: 'off' | 'off-in-sandbox' | 'unknown'
  /** `_meta` of a session that is opened. */
  readonly meta?: (systemPrompt: string, situation: Situation) => JsonObject
  /** Mode that a session is set to; null: it keeps the mode that it begins in. */
  readonly mode: (situation: Situation) => string | null
  /** The program's way to log in without a person; null: none. */
  readonly authentication: (situation: Situation) => string | null
  /** Capabilities that are known without asking; they go over what the program says of itself. */
  readonly capabilities: Partial<AgentCapabilities>
  /** How long the program may take to end by itself, in milliseconds. */
  readonly endsMs: number
  readonly nameOf: NameOf
}

/** The circumstances of one start. */
export interface Situation {
  readonly isConfined: boolean
  /** The user is logged in to it, by one of `logins`. */
  readonly hasLogin: boolean
  readonly env: Readonly<Record<string, string>>
  readonly model: string | null
  /** The agent may search and fetch from the web. */
  readonly web: boolean
}
