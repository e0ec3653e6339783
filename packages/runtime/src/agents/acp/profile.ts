import type { JsonObject } from '@sigma/protocol'
import type { AgentCapabilities } from '../adapter.ts'
import type { NameOf } from './calls.ts'
import type { OwnFiles } from './own-files.ts'

/** What is known of one program that speaks the protocol, beside what it says of itself. */
export interface Profile {
  /** For people. */
  readonly title: string
  /** The contract suite drives the real program; else what stands here was tried by hand at most. */
  readonly verified: boolean
  /** Empty: the configuration must name it. */
  readonly command: readonly string[]
  /** How to get it, as a command; null: nobody knows. */
  readonly install: string | null
  /** How to log in to it, as a sentence. */
  readonly login: string
  /** What its environment holds unless the configuration says otherwise: calls home off, and such. */
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
  /** What it connects to where nothing says otherwise, as `host:port`. */
  readonly hosts: readonly string[]
  /** Of several vendors' keys and hosts, those that a model needs; null: all. */
  readonly neededFor?: (model: string) => { readonly keys: readonly string[]; readonly hosts: readonly string[] } | null
  /** A variable with a configuration in JSON; what the user's holds there goes over this, key by key. */
  readonly config?: {
    readonly variable: string
    readonly of: (situation: Situation) => JsonObject
    /** What goes over the user's. */
    readonly held: (situation: Situation) => JsonObject
  }
  /** Files of its settings in the home that is its own, by path below it; `config`: as it is started with, or nothing. */
  readonly files?: (config: JsonObject, situation: Situation) => OwnFiles
  /** Arguments at the end of its command. */
  readonly flags: (situation: Situation) => readonly string[]
  /** How its search and fetch from the web are off unless they are opened; `unknown`: nobody knows how. */
  readonly web: 'off' | 'off-in-sandbox' | 'unknown'
  /** `_meta` of a session that is opened. */
  readonly meta?: (systemPrompt: string, situation: Situation) => JsonObject
  /** The mode of its session; null: as it begins. */
  readonly mode: (situation: Situation) => string | null
  /** Of the ways that it offers, how it logs in without a person; null: none. */
  readonly authentication: (situation: Situation) => string | null
  /** As far as they are known without asking it; they go over what it says of itself. */
  readonly capabilities: Partial<AgentCapabilities>
  /** How long it may take to end by itself, in milliseconds. */
  readonly endsMs: number
  readonly nameOf: NameOf
}

/** How it is started this time. */
export interface Situation {
  readonly isConfined: boolean
  /** The user is logged in to it, by one of `logins`. */
  readonly hasLogin: boolean
  readonly env: Readonly<Record<string, string>>
  readonly model: string | null
  /** It may search and fetch from the web. */
  readonly web: boolean
}
