/** The change that is meant, for commands of kits whose argument is one. */
import type { Change, Reader } from '@sigma/engine'
import { issueBranch, namedChange, type UsableRepository, usableRepository, workingTreeSnapshot } from '@sigma/runtime'
import { nameText } from '../printable.ts'
import type { Project } from '../project/place.ts'
import { onlySigmas } from '../project/projections.ts'
import { listed } from '../render/columns.ts'
import type { AskedOfKit } from '../runs/read.ts'
import { talk, type World } from '../world.ts'

interface ChangeAsked {
  readonly repository: UsableRepository
  readonly project: Project
  /** Null: there is no run yet. */
  readonly reader: Reader | null
  readonly wish: AskedOfKit
}

/** Fails as `namedChange` and `workingTreeSnapshot` do. */
export async function changeOf(world: World, { repository, project, reader, wish }: ChangeAsked): Promise<Change> {
  const path = world.env['PATH'] ?? ''
  const issue = wish.issue === undefined ? {} : { issue: wish.issue }
  if (wish.workingTree !== true) return { ...(await namedChange(repository, path, wish.word)), ...issue }
  const { base } = await namedChange(repository, path, 'HEAD')
  const { commit, paths } = await workingTreeSnapshot(repository, {
    env: world.env,
    without: async (dirty) =>
      reader === null ? [] : await onlySigmas(world, project, { ...repository, dirty }, reader),
  })
  const what = paths.length === 0 ? 'nothing' : listed(paths.map(nameText), 3)
  talk(world, `Not committed, and part of what is looked at: ${what}.`)
  return { base, commit, isSnapshot: true }
}

/** `#42`, as the argument of a change: the branch that belongs to the issue, which is then the subject. Fails as `issueBranch` does. */
export async function ofIssue(world: World, { root }: Project, wish: AskedOfKit): Promise<AskedOfKit> {
  const [, number] = /^#([1-9]\d{0,8})$/.exec(wish.word) ?? []
  if (number === undefined) return wish
  const path = world.env['PATH'] ?? ''
  const issue = Number(number)
  return { ...wish, word: await issueBranch(await usableRepository(root, path), path, issue), issue }
}
