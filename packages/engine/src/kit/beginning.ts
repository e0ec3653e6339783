/** How a command makes a run of what is asked: what it is told, and what it gives. */
import type { BlobRef, Budget, Document, Json, Project } from '@sigma/protocol'
import type { Reader } from '../views/views.ts'
import type { GivenFlags } from './flags.ts'
import type { Premises } from './premises.ts'

/** Makes a run of what is asked, before anything is written. Fails with what a person can put right. */
export type Begin = (asked: Asked) => Beginning | Promise<Beginning>

/** What a program knows of the run that is to begin. */
export interface Asked {
  readonly subject: string
  readonly flags: GivenFlags
  readonly place: Workplace
  /** Absent: what lies beside the repository is no matter for it. */
  readonly premises?: Premises | undefined
  /** Looked at, with every default; durations in milliseconds. A kit reads what it knows by a schema of its own. */
  readonly config: object
  /** How the code is tested, as the configuration has it. */
  readonly project: Project
  /** What bounds the run beside its agent calls, as the configuration has it. */
  readonly budgets: readonly Budget[]
  /** The project's own prompt templates. */
  readonly templates: readonly Document[]
  /** Commit that the run starts from. */
  readonly base: string
  /** Full name of the branch that it is begun on; null: none. */
  readonly target: string | null
  /** What the subject names, where the argument says that it names a change; absent: it names none, or nothing is begun. */
  readonly change?: Change | undefined
  /** Wall time in milliseconds. */
  readonly now: number
  /** This many unpredictable bytes. */
  readonly random: (count: number) => Uint8Array
  /** What this project's runs have come to so far. */
  readonly history: History
  /** Names the content, and keeps it once the run begins. */
  readonly keep: (content: Uint8Array) => BlobRef
}

/** Commits, as git names them. */
export interface Change {
  /** Where it began; the commit itself where it is the whole. */
  readonly base: string
  readonly commit: string
  /** True: the commit is the working tree as it stands; no branch holds it. */
  readonly isSnapshot?: true | undefined
  /** Number of the issue that it was named by. */
  readonly issue?: number | undefined
}

/** Runs of a project, read from their journals. */
export type History = Pick<Reader, 'runs' | 'run' | 'events' | 'verdicts' | 'blob'>

/** Where somebody stands, and how the repository names what lies there. */
export interface Workplace {
  /** Where paths of the command line count from. */
  readonly cwd: string
  /** Folder of the configuration: paths and globs of the configuration count from it. */
  readonly root: string
  /** Top folder of the repository. */
  readonly top: string
  /** A path that counts from the root, as git names it. */
  inRepository(path: string): string
  /** Globs that count from the root, as git names what they match. */
  globsInRepository(globs: readonly string[]): readonly string[]
}

export interface Beginning {
  /** Id of the run. */
  readonly run: string
  readonly input: Json
  /** What begins, for people, e.g. `3 cycles in 1 batch, from 1f2e3d4c5b`. */
  readonly summary: string
  /** Files that were read as they lie there, committed or not, as git names them. */
  readonly read: readonly string[]
}
