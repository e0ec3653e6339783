/** Protocols that a project writes down as data, and that a protocol of Sigma's plays. */
import type { Finding, Json } from '@sigma/protocol'
import type { Limits } from './limits.ts'

/** What is wrong in a file of theirs. */
export interface PlacedFault extends Finding {
  /** Relative to the project, or as it was named. */
  readonly file: string
  /** From 1; null: it is about the whole file. */
  readonly line: number | null
}

export interface ReadDefined {
  readonly name: string
  readonly file: string
  readonly faults: readonly PlacedFault[]
  /** Input of an imaginary run, to be explored; null: it has faults. */
  readonly input: Json | null
  /** What it says itself, as a Mermaid diagram; null: it has faults. */
  readonly drawing: string | null
}

/** What is told of one of them, to followers and agents: nobody is before a person confirmed it as it stands. */
export interface DefinedFolder {
  /** Relative to the project. */
  readonly path: string
  /** Hash of exactly what its files hold. */
  readonly digest: string
  /** `text`: as it is told. */
  readonly files: readonly { readonly path: string; readonly digest: string; readonly text: string }[]
}

export interface Defined {
  readonly names: (root: string) => readonly string[]
  /** By its name, or by its folder. Null: there is none. */
  readonly read: (
    named: string,
    place: { readonly root: string; readonly cwd: string },
    limits: Limits,
  ) => ReadDefined | null
  /** Lays a small example, and names its files. Fails where that cannot be, or something lies there. */
  readonly lay: (name: string, root: string) => readonly string[]
  /** What a person confirms before it is played. */
  readonly folders: (root: string) => readonly DefinedFolder[]
}

/** Absent: the protocol reads none. */
export type LoadDefined = (() => Promise<Defined>) | undefined
