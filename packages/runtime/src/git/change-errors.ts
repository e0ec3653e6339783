/** What keeps a change from being found. */
import { SigmaError } from '@sigma/engine'

export const noIssueBranch = (issue: number): SigmaError =>
  new SigmaError('no-issue-branch', `No branch has the number ${issue} in its name.`, {
    hint: `sigma validate <branch> --issue ${issue}`,
  })

export const severalIssueBranches = (issue: number, branches: readonly string[]): SigmaError =>
  new SigmaError('several-issue-branches', `Several branches have the number ${issue}: ${branches.join(', ')}.`, {
    hint: `sigma validate ${branches[0]} --issue ${issue}`,
  })

export const workingTreeTooLarge = (bytes: number, largest: string): SigmaError => {
  const megabytes = Math.round(bytes / 1024 / 1024)
  const sentence = `What is not committed has ${megabytes} MB, which is too much to look at; the largest is ${JSON.stringify(largest)}, which git could ignore.`
  return new SigmaError('working-tree-large', sentence, { hint: 'git status' })
}

export const unreadableWorkingTree = (path: string): SigmaError =>
  new SigmaError(
    'working-tree-unreadable',
    `The name of a file that is not committed is no UTF-8 text: ${JSON.stringify(path)}.`,
    {
      hint: 'git status',
    },
  )
