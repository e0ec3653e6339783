/**
 * Command lines that a kit brings, as data: the program makes of them what is parsed, completed and shown as help. A
 * kit knows no program; what it needs of one is handed to it.
 */
import type { Json, JsonObject } from '@sigma/protocol'
import type { Reports } from '../projecting/archive.ts'
import type { Reader, RunView } from '../views/views.ts'
import type { Begin, History, Workplace } from './beginning.ts'
import type { Flag, GivenFlags } from './flags.ts'
import type { Premises } from './premises.ts'

export interface KitCommand {
  /** The word after `sigma`. */
  readonly name: string
  /** In the list of commands. */
  readonly brief: string
  readonly description: string
  /** Flags by name, in the order of the help; `covLines` is typed `--cov-lines`. */
  readonly flags: Readonly<Record<string, Flag>>
  readonly does: Begins | Calls | Reads | Converses | CallsLive | ReadsLive | SetsUp
  /** True: the protocol refuses it to an agent, so it is no tool of a turn. */
  readonly forPeople?: boolean | undefined
  /** Another program than `sigma` that has the command, and it alone. */
  readonly program?: 'pm' | undefined
}

/** What stands on the command line without a flag. */
export interface Argument {
  readonly brief: string
  readonly placeholder: string
  /** The value that the typed word means. Fails with an `Error` that says what is wanted. */
  readonly read: (typed: string) => string
  /** What a shell offers; asked at each press of a key, and what it fails with is told to nobody. */
  readonly propose: (project: Lying) => readonly string[]
  /** What stands for a word that is left out; absent: one must be typed. */
  readonly otherwise?: string | undefined
  /** What a sentence is called that may be typed here, e.g. `wish`; absent: a word is meant. */
  readonly sentence?: string | undefined
  /**
   * The word names a change by a branch, a commit, a range, or as `#42` an issue; the working tree can stand for it. Then
   * `Asked.change` is what it stands for.
   */
  readonly names?: 'change' | undefined
}

/** A project as it lies there. */
export interface Lying {
  /** Folder of the configuration. */
  readonly root: string
  /** Null: there is none, or one that would have to be run to be read; not looked at yet, and without defaults. */
  readonly config: unknown
}

/** Begins a run. Of its subject there is one run at a time: where it is played already it is joined. */
export interface Begins {
  readonly kind: 'begins'
  /** The subject. */
  readonly argument: Argument
  /** Roles that must have an agent for such a run; absent: all of the kit's. */
  readonly needs?: ((subject: string, flags: GivenFlags) => readonly string[]) | undefined
  /** Whether flags make it a run whose `About` is a report: it joins none, and none joins it; absent: never. */
  readonly reports?: ((flags: GivenFlags) => boolean) | undefined
  /** Flags that a run keeps from its beginning, and what they settle, for whoever joins it with others. */
  readonly keeps: {
    readonly flags: readonly string[]
    readonly called: string
    /** True: with any of these flags nobody joins, for what comes of the run would not be what was asked for. */
    readonly isStrict?: boolean | undefined
  }
  readonly load: () => Promise<Begin>
  /** What `--json` prints in place of the Result of a run that has ended; absent: the Result. */
  readonly document?: () => Promise<PrintedDocument>
}

/** Null: there is none, and the Result is printed. */
export type PrintedDocument = (asked: { readonly run: RunView; readonly reports: Reports }) => Json

/** Calls a run that is named on the command line, from outside; what it replies is shown. */
export interface Calls {
  readonly kind: 'calls'
  readonly verb: string
  readonly argumentsOf: (flags: GivenFlags) => Json
}

/** Shows something of a run that is named on the command line, and changes nothing. */
export interface Reads {
  readonly kind: 'reads'
  readonly load: () => Promise<Read>
}

/** What stands on the command line of a command of a live run. */
export interface LiveWord {
  readonly brief: string
  readonly placeholder: string
  /** True: it may be left out; absent: it must be typed. */
  readonly optional?: boolean | undefined
}

/** As it was typed: the words in their order, and the flags. */
export interface GivenLive {
  readonly words: readonly string[]
  readonly flags: GivenFlags
}

/** Calls the one run that a project has of the protocol; from a turn of it as that turn's agent. */
export interface CallsLive {
  readonly kind: 'calls-live'
  readonly verb: string
  readonly takes: readonly LiveWord[]
  /** Fails with `wrong-command-line`. */
  readonly argumentsOf: (given: GivenLive) => Json
  /** True: a person's call begins the run where there is none. */
  readonly begins?: boolean | undefined
  /** A question that a person must affirm first. */
  readonly confirms?: string | undefined
  /** What is printed of the reply. */
  readonly textOf: (reply: Json) => string
  /** True: the reply says that something was not as it was to be, so the exit code is 2. */
  readonly isUnmet?: ((reply: Json) => boolean) | undefined
}

/** Shows something of that run. */
export interface ReadsLive {
  readonly kind: 'reads-live'
  readonly view: string
  readonly takes: readonly LiveWord[]
  /** Fails with `wrong-command-line`. */
  readonly argumentsOf: (given: GivenLive) => Json
  /** True: it can be waited for what is new. */
  readonly waits?: boolean | undefined
}

/** Talks with one of the protocol's runs by single calls, each a process of its own: nothing of the run need be played in between. */
export interface Converses {
  readonly kind: 'converses'
  readonly takes: readonly LiveWord[]
  /** Makes the run that is talked with; absent: it is there already. */
  readonly begin?: (() => Promise<Begin>) | undefined
  /** Folder of `Defined.folders` whose texts whoever begins is told: confirmed before; absent: none. */
  readonly follows?: ((flags: GivenFlags) => string | null) | undefined
  readonly load: () => Promise<Converse>
}

/** What is called, and how what comes of it is told. Fails with what a person can put right. */
export type Converse = (asked: Conversing) => Conversation | Promise<Conversation>

export interface Conversing {
  /** As they were typed. */
  readonly words: readonly string[]
  readonly flags: GivenFlags
  readonly place: Workplace
  readonly premises: Premises
  readonly history: History
  /** The run that was begun for it; null: none was. */
  readonly begun: string | null
  /** All that comes on the standard input. */
  readonly input: () => string
}

export interface Conversation {
  /** Null: nothing is called, and what is told of null is all. */
  readonly call: ConversationCall | null
  /** Where nothing is called: a run that is waited for until it ends or a person is; then its state is told, as after a refusal. */
  readonly awaits?: string | undefined
  /** Folder of `Defined.folders` whose texts are told, or handed to agents: confirmed before the call; absent: none. */
  readonly follows?: string | undefined
  /** The call has agents work, so it takes its time, and is played by whoever waits for it. */
  readonly isLong?: boolean | undefined
  readonly told: (reply: Json) => Told
  /** When the call was refused: told beside the refusal, from the run's state as it stands then. */
  readonly refused: (state: JsonObject) => Told
}

export interface ConversationCall {
  readonly run: string
  readonly verb: string
  readonly arguments: Json
}

export interface Told {
  /** Printed as the result. */
  readonly text: string
  /** The same for programs. */
  readonly data: Json
  /** Talk for people, a line each. */
  readonly notes: readonly string[]
  /** The text is to be followed, so nothing may be shown after it: what is talked stands above it, on the same stream. */
  readonly isLast?: boolean
  /** 2: something is not as it was to be; 3: a person is waited for. */
  readonly exit: 0 | 2 | 3
}

/** Lays a file into the project, where it does not lie yet. */
export interface SetsUp {
  readonly kind: 'sets-up'
  /** Relative to the root. */
  readonly path: string
  readonly content: () => string
  /** Folder that git is told to leave out, in the repository's own list and not in a file of the project's. */
  readonly excluded: string
}

export type Read = (asked: { readonly reader: Reader; readonly run: RunView; readonly flags: GivenFlags }) => {
  readonly text: string
  readonly data: Json
}
