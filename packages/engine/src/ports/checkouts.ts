import type { BaseFound } from '@sigma/protocol'
import type { Confinement } from './confinement.ts'

/** Fresh folders that hold a commit, for gates: never where an agent wrote. */
export interface Checkouts {
  open(spec: CheckoutSpec): Promise<Checkout>
  /** Paths that differ between two commits, as `{ path, status: A|M|D|T }`. */
  diff(from: string, to: string): Promise<readonly Difference[]>
  /** The difference as text in git's form, of these paths or of all; cut after `most` characters. */
  patch(from: string, to: string, most: number, paths?: readonly string[]): Promise<string>
  /** Paths of all files of a commit. */
  files(commit: string): Promise<readonly string[]>
  /** All that a checkout of the commit holds, by path: its mode and the name of its content, `100644 <hash>`. */
  entries(commit: string): Promise<ReadonlyMap<string, string>>
  read(commit: string, path: string): Promise<Uint8Array | null>
  /** The name that git gives the tree of the commit. */
  treeHash(commit: string): Promise<string>
  /** A commit that holds these merged in order, with nothing done to make them fit; null: they conflict, or grew from nothing in common. */
  merged(commits: readonly string[]): Promise<string | null>
  /** Which of these paths lie in the person's folder and not in the commit, and which of these variables are set. */
  beside(asked: {
    readonly commit: string
    readonly paths: readonly string[]
    readonly variables: readonly string[]
  }): Promise<Beside>
  /** How a branch of the user's, by its full name, stands to a commit that it once stood at. */
  standing(branch: string, from: string): Promise<BaseFound>
}

export interface CheckoutSpec {
  readonly commit: string
  /** Take the files that match these globs from another commit: added, changed and deleted alike. */
  readonly overlay?: { readonly commit: string; readonly globs: readonly string[] } | undefined
  /** Variables for test commands there; a value `$NAME` stands for the person's own, and is unset where that is. */
  readonly env?: Readonly<Record<string, string>> | undefined
  /**
   * Paths and globs, from the root, of what lies in the person's folder and not in the commit: copies are laid there. `.git`
   * is a git folder of the checkout's own, with `commit` as HEAD. Fails with `reads-missing`, `reads-outside`, `reads-too-much`.
   */
  readonly reads?: readonly string[] | undefined
  /** A checkout that is closed later: where the same is installed in both, only that one looks whether it stayed as it was. */
  readonly within?: Pick<Checkout, 'installed'> | undefined
}

/** What a person's folder and shell hold, and a checkout does not. */
export interface Beside {
  readonly files: readonly BesideFile[]
  /** Of the variables that were asked for, those that the person has set. */
  readonly variables: readonly BesideVariable[]
}

export interface BesideVariable {
  readonly name: string
  /** It is called like a secret, so that it is given by a person's word alone. */
  readonly isSecret: boolean
}

export interface BesideFile {
  /** As it was asked for. */
  readonly path: string
  /** The outermost folder round it of which the commit holds nothing; the path itself where there is none. */
  readonly reads: string
  /** Why it is not laid without a person's word: what it is called tells of a secret, or there is too much of it. Null: it is. */
  readonly unfit: 'secret' | 'too-much' | null
}

/**
 * To dispose of one fails with `dependencies-changed` when what is installed is no more what it was when it was opened: what
 * ran there was of neither state.
 */
export interface Checkout extends AsyncDisposable {
  readonly path: string
  /** An empty folder of this check's own, outside the checkout, for reports and coverage. */
  readonly scratch: string
  /** The environment for a test command there: allow-listed, with the user's PATH. */
  readonly env: Readonly<Record<string, string>>
  /** Files that were laid there beside the commit's, by path, `sha256:<hex>`. */
  readonly laid?: Readonly<Record<string, string>> | undefined
  /** A name of what is installed there, another where anything in it is; absent: nobody can tell. */
  readonly installed?: string | undefined
  /** What a test command there may reach; absent: it is not confined. */
  readonly confined?: Confinement | undefined
  /**
   * A folder for what is compiled of that which is installed there, another where anything in it is; it need not be there. What is
   * confined can read in it, and not write. Absent: nothing is kept, for something could write there.
   */
  readonly compiled?: string | undefined
}

export interface Difference {
  readonly path: string
  readonly status: 'A' | 'M' | 'D' | 'T'
}
