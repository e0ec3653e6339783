/**
 * What drives one kind of agent program. An adapter turns what the program says, in a protocol of its own, into one
 * stream of events; it decides nothing about the turn. Everything that comes out of the program is data.
 */
import type { Confinement, ProcessResult } from '@sigma/engine'
import type { Usage } from '@sigma/protocol'
import type { Failure } from './turn.ts'

export interface Adapter {
  /**
   * Starts the program and opens a session in it, the one of `resume` where that can be. Never throws for what the
   * program does. Whoever calls bounds it by the signal; what was started is ended then.
   */
  start(spec: StartSpec, signal: AbortSignal): Promise<Start>
}

export type Start =
  | { readonly kind: 'started'; readonly session: AgentSession }
  | { readonly kind: 'failed'; readonly failure: StartFailure }

export interface StartFailure extends Failure {
  /** What it printed, for the evidence. */
  readonly output: string
}

export interface StartSpec {
  readonly command: readonly string[]
  /** The turn's workspace. A session is resumed in the folder that it was begun in. */
  readonly cwd: string
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>
  readonly confined?: Confinement | undefined
  /** The model, as the program names it; null: the program's own choice. */
  readonly model: string | null
  /** Told to the model beyond its prompts, where the program takes that; see `capabilities.systemPrompt`. */
  readonly systemPrompt: string
  readonly servers: readonly McpServer[]
  /** Session of an earlier attempt; null: a new one. A new session is opened where that one cannot go on. */
  readonly resume: string | null
  /** Judges at once what the program wants to do, before the program does it. */
  readonly permission: (request: PermissionRequest) => Permission
  readonly onStarted: (pid: number) => void
  /** Called with the address, as `host:port`, of a connection that the sandbox refused. */
  readonly onRefused: (target: string, why: string) => void
}

/** An MCP server that speaks HTTP: the only kind that every agent takes. */
export interface McpServer {
  readonly name: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** A program with an open session. Disposing of it closes it. */
export interface AgentSession extends AsyncDisposable {
  /** Id by which the session can be resumed; null: it cannot be. */
  readonly id: string | null
  /** True: this is the session of `StartSpec.resume`, which goes on; false: a new one. */
  readonly resumed: boolean
  readonly capabilities: AgentCapabilities
  /** Plays one prompt at a time. The last event is always `end`, also when the prompt is cancelled or the program is gone. */
  send(prompt: string): AsyncIterable<AgentEvent>
  /**
   * Interrupts the prompt that is played; who has not ended it after `cancelMs` is ended: TERM, then KILL, of the whole
   * group. The prompt's end comes as an event all the same.
   */
  cancel(): Promise<void>
  /** Ends the program's input, waits (hardly at all after `cancel`), then TERM, then KILL; resolves when nothing of it runs. */
  close(): Promise<ProcessResult>
}

/** From an interrupt to TERM, and from TERM to KILL: together with what closing takes, less than the five seconds of `sigma stop`. */
export const cancelMs = 2_000
export const graceMs = 1_000
/** How long a program may take to end by itself once its input has ended; a cancelled one hardly at all. */
export const closeMs: Readonly<Record<'ended' | 'cancelled', number>> = { ended: 3_000, cancelled: 300 }

/** What a program can do, as it says of itself, corrected by its profile. */
export interface AgentCapabilities {
  /** `resume`: a session goes on; `load`: it is told again as a whole first; `none`: each session is new. */
  readonly resume: 'resume' | 'load' | 'none'
  /** True: after a refusal the model is told why and goes on; false: the prompt ends, and the reason is sent as the next prompt. */
  readonly softDeny: boolean
  readonly systemPrompt: boolean
  /** Span of the usage that the program reports. */
  readonly usage: 'turn' | 'session' | 'last-call' | 'none'
  /** The program takes MCP servers over HTTP. */
  readonly mcp: boolean
}

export type AgentEvent =
  /** A piece of text; pieces that follow each other are one text. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thought'; readonly text: string }
  | { readonly kind: 'tool-call'; readonly call: ToolCall }
  | { readonly kind: 'tool-result'; readonly id: string; readonly isError: boolean; readonly denied: boolean }
  /** The model was not reached, or would not answer; the program tries again by itself. */
  | { readonly kind: 'retry'; readonly attempt: number; readonly why: string; readonly waitMs: number | null }
  /** Usage since the session was started, over all its prompts; it replaces the usage told before. */
  | { readonly kind: 'usage'; readonly usage: Usage }
  | { readonly kind: 'model'; readonly name: string }
  | { readonly kind: 'end'; readonly end: PromptEnd }

export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly action: ToolAction
  /** Paths that the call touches, as the program gave them: absolute, or relative to its folder. */
  readonly paths: readonly string[]
  /** The call in a few words, e.g. the command of a shell. */
  readonly title: string
  /** Hash of name and input, for noticing repetition. */
  readonly fingerprint: string
}

export type ToolAction = 'read' | 'edit' | 'delete' | 'move' | 'search' | 'execute' | 'fetch' | 'think' | 'other'

export type PromptEnd =
  | { readonly reason: 'done' }
  /** Cancelled by us, or by a refusal that ends the prompt. */
  | { readonly reason: 'cancelled' }
  /** A rate limit of the model: overloaded, too many requests, quota. */
  | { readonly reason: 'limited'; readonly message: string; readonly retryAfterMs: number | null }
  /** The program cannot be used as it is set up: no login, no such model. */
  | { readonly reason: 'unusable'; readonly message: string }
  /** The program's own limit of turns or tokens is reached. */
  | { readonly reason: 'exhausted'; readonly message: string }
  | { readonly reason: 'failed'; readonly message: string }
  /** The program is gone. */
  | { readonly reason: 'over'; readonly result: ProcessResult }

/** A tool call that is not carried out yet. */
export type PermissionRequest = Omit<ToolCall, 'fingerprint'>

export type Permission = { readonly allowed: true } | { readonly allowed: false; readonly reason: string }
