/** Keeps a program to what it may reach. What does the keeping is the machine's; what is asked of it is the same everywhere. */
import { isAbsolute } from 'node:path'
import type { Confinement, SandboxMode, SandboxStanding } from '@sigma/engine'
import type { Environment } from '../environment.ts'
import { findProgram } from '../process/program.ts'
import { placesOfFile, placesOnPath } from './installations.ts'

export interface Sandbox {
  readonly standing: SandboxStanding
  /** How a program is really started so that it is confined. Fails with `sandbox-failed` when that cannot be prepared. */
  launch(request: LaunchRequest): Promise<Launch>
}

export interface LaunchRequest {
  readonly command: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly confined: Confinement
  readonly onRefused?: ((target: string, why: string) => void) | undefined
}

export interface Launch {
  /** The whole command, for a program that is given so many descriptors; `filter` is read on the next one, and what the sandbox `tells` is written on the one after these. */
  command(descriptors: 3 | 4): readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Given to the sandbox itself on a descriptor of its own; null: it takes none. */
  readonly filter: Uint8Array | null
  /** The sandbox tells of the first process in it. */
  readonly tells: boolean
  /** Takes away what was made for it, when it has ended. */
  release(): Promise<void>
}

/** Places of this machine that are open to every confined program, and those that are never shown. */
export interface SandboxSpec {
  readonly mode: SandboxMode
  /** The user's: where programs are looked for, and how the network is reached. */
  readonly environment: Environment
  /** Folders of Sigma's own installation. */
  readonly installation: readonly string[]
  /** Folders that stay out of sight wherever they lie: Sigma's data. */
  readonly hidden: readonly string[]
}

/** The user's home folder; null: there is none. */
export const homeOf = ({ environment }: SandboxSpec): string | null => {
  const { HOME = '' } = environment
  return isAbsolute(HOME) && HOME !== '/' ? HOME : null
}

/** The folders that are open: those asked for, those that the PATH leads to, Sigma's, and the program's own. */
export function readsOf(
  { command, cwd, env, confined }: LaunchRequest,
  spec: SandboxSpec,
  onPath: typeof placesOnPath = placesOnPath,
): readonly string[] {
  const { PATH = '' } = env
  const program = findProgram(command[0] ?? '', cwd, PATH)
  const own = program.kind === 'found' ? placesOfFile(program.file, homeOf(spec)) : []
  return [...confined.reads, ...onPath(PATH, homeOf(spec)), ...spec.installation, ...own]
}

export const unconfined = (why: string): SandboxStanding => ({ confined: false, by: null, why })

/** The sandbox in a few words: `sandboxed (bubblewrap 0.8.0)`, `unsandboxed`. */
export const standingText = ({ confined, by }: SandboxStanding): string =>
  confined ? `sandboxed (${by})` : 'unsandboxed'
