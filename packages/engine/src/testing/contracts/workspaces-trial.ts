import type { Blobs, Workspaces } from '../../ports/ports.ts'
import type { Files } from '../world/world-commits.ts'

/** Workspaces, and the hands and eyes of those who use what they give. */
export interface WorkspacesTrial extends Disposable {
  readonly workspaces: Workspaces
  readonly blobs: Blobs
  /** The commit to start from, which holds the files that were asked for. */
  readonly base: string
  /** The files below a path that `prepare` gave. */
  files(path: string): Files
  /** Writes a file there as an agent does; null: removes it. */
  write(path: string, file: string, content: string | null): void
  /** What the first restore of the workspace kept of a file. */
  kept(run: string, workspace: string, file: string): string | null
  /** Where a branch of the person's repository stands. */
  branch(name: string): string | null
  /** Changes something that a person sees. */
  disturb(): void
}
