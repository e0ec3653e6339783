import type { SigmaGit } from './sigma-git.ts'

/** How two commits differ, without programs of anybody's: options for `diff-tree`. */
export const plainDiff: readonly string[] = ['-r', '--no-renames', '--no-ext-diff', '--no-textconv']

/** A patch from one commit to another, cut after so many characters. */
export async function patchOf(
  git: SigmaGit,
  revisions: readonly [from: string, to: string],
  most: number,
  paths?: readonly string[],
): Promise<string> {
  // Git gives more than is asked for: an output that is too long loses its middle, and a patch may only lose its end.
  const call = { verb: 'diff-tree', options: [...plainDiff, '-p'], revisions, most: 8 * most } as const
  return (await git.run({ ...call, ...(paths && { paths }) })).stdout.toString('utf8').slice(0, most)
}
