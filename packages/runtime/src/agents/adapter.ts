/**
 * What drives one kind of agent program. An adapter turns what the program says, in a protocol of its own, into one
 * stream of events; it decides nothing about the turn. Everything that comes out of the program is data.
 */
import type { Confinement, ProcessResult } from '@sigma/engine'
import type { Usage } from '@sigma/protocol'
import type { Failure } from './turn.ts'

export interface Adapter {
  /** What to start where the configuration names no command; resolved by whoever plays the turn. */
  readonly command: readonly string[]
  /** What its environment holds unless the configuration says otherwise; `$NAME` as there. */
  readonly env: Readonly<Record<string, string>>
  /** What it needs in a sandbox beside what the configuration opens, written as there. */
  readonly opens: Opens
  /**
   * Starts the program and opens a session in it, the one of `resume` where that can be. Never throws for what the
   * program does. Whoever calls bounds it by the signal; what was started is ended then.
   */
  start(spec: StartSpec, signal: AbortSignal): Promise<Start>
}

export interface Opens {
  readonly reads: readonly string[]
  readonly writes: readonly string[]
  readonly hosts: readonly string[]
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
  /** Its workspace. A session is resumed in the folder that it was begun in. */
  readonly cwd: string
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>
  readonly confined?: Confinement | undefined
  /** As it names them; null: its own choice. */
  readonly model: string | null
  /** What it is told beyond its prompts, where it can be; see `capabilities.systemPrompt`. */
  readonly systemPrompt: string
  readonly servers: readonly McpServer[]
  /** Session of an earlier attempt; null: a new one. Where it cannot be gone on with, a new one is opened. */
  readonly resume: string | null
  /** What the program wants to do, before it does it. Answers at once. */
  readonly permission: (request: PermissionRequest) => Permission
  readonly onStarted: (pid: number) => void
  /** What it wanted to connect to and may not, as `host:port`. */
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
  /** By which it can be resumed; null: it cannot. */
  readonly id: string | null
  /** It goes on where the session of `StartSpec.resume` was left. */
  readonly resumed: boolean
  readonly capabilities: AgentCapabilities
  /** Plays one prompt; the last event is `end`, always, also when it is cancelled or the program is gone. One at a time. */
  send(prompt: string): AsyncIterable<AgentEvent>
  /**
   * Interrupts the prompt that is played; who has not ended it after `cancelMs` is ended: TERM, then KILL, of the whole
   * group. The prompt's end comes as an event all the same.
   */
  cancel(): Promise<void>
  /** Ends its input, waits, then TERM, then KILL; resolves when nothing of it runs. Short after `cancel`. */
  close(): Promise<ProcessResult>
}

/** From an interrupt to TERM, and from TERM to KILL: together with what closing takes, less than the five seconds of `sigma stop`. */
export const cancelMs = 2_000
export const graceMs = 1_000
/** How long a program may take to end by itself once its input has ended; it was cancelled: hardly at all. */
export const closeMs: Readonly<Record<'ended' | 'cancelled', number>> = { ended: 3_000, cancelled: 300 }

/** As the program says of itself, corrected by its profile. */
export interface AgentCapabilities {
  /** `resume`: goes on; `load`: tells all of the session again first; `none`: a new one each time. */
  readonly resume: 'resume' | 'load' | 'none'
  /** After a refusal it is told why and goes on; else its prompt ends, and the reason is the next one. */
  readonly softDeny: boolean
  readonly systemPrompt: boolean
  /** What the usage that it reports is of. */
  readonly usage: 'turn' | 'session' | 'last-call' | 'none'
  /** MCP servers over HTTP can be handed to it. */
  readonly mcp: boolean
}

export type AgentEvent =
  /** A piece; pieces that follow each other are one text. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thought'; readonly text: string }
  | { readonly kind: 'tool-call'; readonly call: ToolCall }
  | { readonly kind: 'tool-result'; readonly id: string; readonly isError: boolean; readonly denied: boolean }
  /** The model was not reached, or would not answer; the program tries again by itself. */
  | { readonly kind: 'retry'; readonly attempt: number; readonly why: string; readonly waitMs: number | null }
  /** Since the session was started, over all its prompts, in place of what was said before. */
  | { readonly kind: 'usage'; readonly usage: Usage }
  | { readonly kind: 'model'; readonly name: string }
  | { readonly kind: 'end'; readonly end: PromptEnd }

export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly action: ToolAction
  /** What it touches, as the program gave them: absolute, or relative to its folder. */
  readonly paths: readonly string[]
  /** In a few words, e.g. the command of a shell. */
  readonly title: string
  /** Of what it was called with, for noticing repetition. */
  readonly fingerprint: string
}

export type ToolAction = 'read' | 'edit' | 'delete' | 'move' | 'search' | 'execute' | 'fetch' | 'think' | 'other'

export type PromptEnd =
  | { readonly reason: 'done' }
  /** By us, or by a refusal that ends the prompt. */
  | { readonly reason: 'cancelled' }
  /** The model's own limits: overloaded, too many requests, quota. */
  | { readonly reason: 'limited'; readonly message: string; readonly retryAfterMs: number | null }
  /** It cannot be used at all as it is set up: no login, no such model. */
  | { readonly reason: 'unusable'; readonly message: string }
  /** Turns or tokens of its own are spent. */
  | { readonly reason: 'exhausted'; readonly message: string }
  | { readonly reason: 'failed'; readonly message: string }
  /** The program is gone. */
  | { readonly reason: 'over'; readonly result: ProcessResult }

/** A call that is not carried out yet. */
export type PermissionRequest = Omit<ToolCall, 'fingerprint'>

export type Permission = { readonly allowed: true } | { readonly allowed: false; readonly reason: string }
