/**
 * What agents may do to what is the user's: nothing. What changed while they worked is a breach only where it is proved
 * to be theirs; all else may be a person's, who works on meanwhile (D21).
 */
import type { BlobRef, Document } from '@sigma/protocol'
import { sha256 } from '../identity/canonical.ts'

/** One attempt of an ask, as far as it is known by what it leaves. */
export interface Turn {
  readonly run: string
  readonly attempt: string
  /** Id of the ask. */
  readonly ask: string
  readonly role: string
  /** Name of the agent in the configuration; null: not known. */
  readonly agent: string | null
  readonly workspace: string
  readonly base: string
  readonly documents: readonly Document[]
  /** Wall time, in milliseconds since 1970. */
  readonly beganAt: number
  /** True: the turn ran in a sandbox, where nothing of the user's can be changed. */
  readonly confined: boolean
}

/**
 * How it is known whose doing a change is.
 * - `identity`: git itself wrote down who did it, and it is the turn's identity, which nobody else has;
 * - `content`: it is what stands in the turn's workspace, was in no commit before, and is too long to be chance; of a
 *   turn in a sandbox it is no proof, for only a person can have copied it;
 * - `open-file`: a process of the turn was seen with the file open for writing.
 */
export type ProofKind = 'identity' | 'content' | 'open-file'

export interface Proof {
  readonly attempt: string
  /** Name of the part, as in an observation. */
  readonly part: string
  readonly kind: ProofKind
  /** What was seen, as a sentence's end: `its reflog names the turn (commit: x)`. */
  readonly seen: string
}

/** Equal observations mean that nothing changed; `parts` names what did, e.g. `HEAD`, `refs/heads/x`, `index`, `src/a.js`. */
export interface Observation {
  readonly hash: string
  readonly parts: Readonly<Record<string, string>>
  /** Where the content of a file is kept that no commit may have, by part: names of blobs in Sigma's git folder. */
  readonly kept?: Readonly<Record<string, string>> | undefined
}

/** What is the user's, seen from outside. */
export interface Isolation {
  /** What a person could see change: their tree, index, HEAD, refs. Compared before and after a turn (D21). */
  observe(): Promise<Observation>
  /** Looks now and then what the processes of a turn do there, until it is left. */
  attend(turn: Turn): Disposable
  /** Which of the parts that changed are proved to be whose doing; at most one proof for each part and turn. */
  trace(spec: TraceSpec): Promise<readonly Proof[]>
  /** Keeps what stands in the workspace, and both versions of what was changed. Takes in nothing, undoes nothing. */
  quarantine(breach: Breach): Promise<Quarantine>
}

export interface TraceSpec {
  readonly after: Observation
  readonly parts: readonly string[]
  readonly turns: readonly Turn[]
}

/** What is proved of one turn. */
export interface Breach {
  readonly turn: Turn
  readonly proofs: readonly Proof[]
  readonly before: Observation
  readonly after: Observation
}

export interface Quarantine {
  readonly evidence: BlobRef
  /** Sigma's own ref that holds the workspace as it stood. */
  readonly ref: string
  /** Commands with which a person can undo it, in the repository's root; none is ever run by Sigma. */
  readonly undo: readonly string[]
}

/** The e-mail address by which git, and whoever reads what git wrote down, knows that a change was made in the turn. */
export function turnIdentity({ run, attempt }: Pick<Turn, 'run' | 'attempt'>): string {
  return `turn-${sha256(`${run} ${attempt}`).slice(0, 24)}@sigma.invalid`
}

/** Whether an e-mail address is the identity of any turn. */
export const isTurnIdentity = (email: string): boolean => /^turn-[0-9a-f]{24}@sigma\.invalid$/.test(email)

/** The variable by which processes of a turn are known. */
export const turnVariable = 'SIGMA_TURN'

/** What an agent's process gets in its environment, and its children after it. */
export function turnEnvironment(turn: Turn): Readonly<Record<string, string>> {
  const [name, email] = [`Sigma ${turn.role}`, turnIdentity(turn)]
  return {
    [turnVariable]: email,
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
  }
}
