/** What a command may touch, handed in: only `main.ts` knows the process it runs in. */
import type { Readable, Writable } from 'node:stream'
import type { Session } from '@sigma/engine'
import type { CommandContext, StricliProcess } from '@stricli/core'
import type { ExitCode } from './errors.ts'
import type { LiveDoor } from './live/operations.ts'
import { jsonLine, printable } from './printable.ts'
import type { Project } from './project/shape.ts'

/** A program that people start: the same kits bring commands of each. */
export type Program = 'sigma' | 'pm'

export interface World {
  readonly cwd: string
  /** How sigma is started, as a program and its arguments. */
  readonly program: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdout: Terminal
  readonly stderr: Terminal
  /** Where it is said at once why a command waits, while other talk is kept back; absent: on `stderr`. */
  readonly meanwhile?: Terminal | undefined
  /** Aborted when the command should shut down (first SIGINT or SIGTERM). */
  readonly signal: AbortSignal
  /** Sends a signal to a process; false when there is none. */
  readonly kill: (pid: number, signal: NodeJS.Signals | 0) => boolean
  readonly now: () => number
  /** The process's own input and output, for a protocol that is spoken there; absent: a person sits at them. */
  readonly streams?: (() => Streams) | undefined
  /** Absent: a host carries out no command line for another program. */
  readonly plays?: Plays | undefined
  /** The way to live runs, where a host carries out a command line for another program; absent: it is looked for. */
  readonly door?: LiveDoor | undefined
  /** The command line as it was typed; absent: it is not this process's own. */
  readonly words?: readonly string[] | undefined
  /** What a host that stands by lends to a command line that it plays for another process; absent: it is played for nobody else. */
  readonly lent?: Lent | undefined
  /** Reads a line that the person at the terminal types; null: there is no more, or the signal came. Absent: no terminal. */
  readonly typed?: ((prompt: string, signal: AbortSignal) => Promise<string | null>) | undefined
  /** Opens a file in the person's editor until they leave it; gives its exit code, null for a signal. Absent: no terminal. */
  readonly edit?: ((file: string) => Promise<number | null>) | undefined
  /** Takes the whole terminal until it is disposed of; absent: there is none, or none that can be drawn on. */
  readonly screen?: ((press: (key: string) => void, resumed: () => void) => Promise<Screen>) | undefined
}

export interface Streams {
  readonly input: Readable
  readonly output: Writable
}

export interface Lent {
  /** As the host opened it: the line is played only where that is as it would be opened now. */
  readonly project: Project
  /** The host's own; whoever uses it leaves it open. */
  readonly session: Session
  /** Of the call: the same key again is the same call. */
  readonly key: string
  /** The line is gone through beforehand, for nobody: git is not asked for it. */
  readonly isDrill?: true
  /** Gives the line back, to be carried out by the process that asked; nothing was done by then. */
  readonly giveBack: () => never
}

export interface Terminal {
  readonly write: (text: string) => void
  readonly isTTY: boolean
  readonly columns: number
  /** Absent: it has no height. */
  readonly rows?: number | undefined
  /** Gives what was written and nobody has seen yet, and forgets it; absent: all is shown as it is written. */
  readonly kept?: (() => string) | undefined
}

/** A terminal that is used as a whole, until it is disposed of. */
export interface Screen extends Disposable {
  readonly columns: number
  readonly rows: number
  write(text: string): void
}

/** Plays a command line of a program in a world; never throws for what a user did. */
export type Plays = (world: World, words: readonly string[], program: Program) => Promise<ExitCode>

export type Play = (world: World, args: readonly string[]) => Promise<ExitCode>

/** What stricli hands to every command. */
export interface Context extends CommandContext {
  readonly process: StricliProcess & { exitCode?: ExitCode | number | null }
  readonly world: World
  /** Plays another command line, as the user would. */
  readonly play: Play
  /** The words of the command line so far, where a shell asks what may come next. */
  readonly words?: readonly string[]
}

/** A line (or several) on stdout: the result. */
export function print(world: World, text: string): void {
  world.stdout.write(`${printable(text)}\n`)
}

/** One JSON value on a line of stdout. */
export function printJson(world: World, value: unknown): void {
  world.stdout.write(`${jsonLine(value)}\n`)
}

/** A line (or several) on stderr: talk. */
export function talk({ stderr }: Pick<World, 'stderr'>, text: string): void {
  stderr.write(`${printable(text)}\n`)
}
