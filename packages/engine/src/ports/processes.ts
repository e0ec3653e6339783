/** Programs: those that run to their end, and those that live on and are talked to. */
import type { Json } from '@sigma/protocol'
import type { Confinement, LimitName } from './confinement.ts'

export interface Processes {
  /**
   * Runs a program in its own process group and returns when it is over: it ended, hit its limit, or was aborted.
   * Never throws for what the program does; open pipes of grandchildren do not hold it up.
   */
  run(spec: ProcessSpec, signal?: AbortSignal): Promise<ProcessResult>
}

export interface ProcessSpec {
  readonly command: readonly string[]
  readonly cwd: string
  /** The whole environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>
  readonly stdin?: string | undefined
  readonly limitMs: number
  /** Most bytes of stdout and of stderr each; beyond it the middle is dropped and `truncated` set. */
  readonly maxOutputBytes: number
  /** A program that prints more than this is ended, and `flooded` set; absent: it may go on. */
  readonly mostPrintedBytes?: number | undefined
  /** Between TERM and KILL. */
  readonly graceMs: number
  readonly onStarted?: ((pid: number) => void) | undefined
  /** True: nothing in its environment tells that Sigma started it. */
  readonly isPlain?: boolean | undefined
  /** What the program may reach; absent: all that the user may. */
  readonly confined?: Confinement | undefined
  /** Is told, where it is confined, of what it wanted to connect to and may not, as `host:port`; each once. */
  readonly onRefused?: ((target: string, why: string) => void) | undefined
  /** Decoded pieces of stdout, as they come, for showing what goes on. */
  readonly onOutput?: ((text: string) => void) | undefined
}

export interface ProcessResult {
  /** Why it is over. `unstartable`: not found, not executable, no such folder. */
  readonly end: 'exited' | 'signalled' | 'timeout' | 'aborted' | 'unstartable'
  readonly exit: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
  readonly truncated: boolean
  readonly durationMs: number
  /** A sentence, when `unstartable`. */
  readonly reason: string | null
  /** The limit of `confined` that it was ended for; absent: none. */
  readonly exceeded?: LimitName | undefined
  /** The program was ended because it printed more than `mostPrintedBytes`; absent: it was not. */
  readonly flooded?: true
}

export interface LivingProcesses {
  /**
   * Starts a program that lives on and is talked to: JSON values, one a line, both ways, over descriptor 3, which what it
   * prints cannot be taken for. Runs in its own process group and dies with Sigma. Never throws for what the program does.
   */
  open(spec: LivingSpec): Living
}

export interface LivingSpec
  extends Pick<ProcessSpec, 'command' | 'cwd' | 'env' | 'maxOutputBytes' | 'graceMs' | 'confined' | 'onStarted'> {
  /** Most bytes of messages not yet taken, the unfinished one included; a program that says more is ended. */
  readonly maxUnreadBytes: number
  /**
   * `stdio`: it is talked to over its standard input and output instead, as agents are; a line there that is no JSON
   * is told to `onOutput` and is no message. Absent: descriptor 3.
   */
  readonly channel?: 'stdio' | undefined
  /** Called with `stdio` for each line of standard output that is no message; `stdout` of the result holds these. */
  readonly onOutput?: ((line: string) => void) | undefined
  /** As for a process. */
  readonly onRefused?: ProcessSpec['onRefused']
}

/** A program that lives on. Disposing of it ends it. */
export interface Living extends AsyncDisposable {
  /** False: it is over, and was told nothing. */
  send(message: Json): boolean
  /** The next message in order, however long ago it came; what was said before the end comes before `over`. */
  receive(limitMs: number): Promise<Received>
  /** Tells it that nothing more will be said, and gives it so long to end by itself; then as `end`. */
  close(patienceMs: number): Promise<ProcessResult>
  /** Ends it with all it started: TERM, then KILL; resolves when nothing of that runs. */
  end(): Promise<ProcessResult>
}

export type Received =
  | { readonly kind: 'said'; readonly message: Json }
  | { readonly kind: 'silent' }
  /** The program ended, or was ended: by `end`, or for saying what is no message, or too much. */
  | { readonly kind: 'over'; readonly result: ProcessResult }
