import { existsSync } from 'node:fs'
import { aboutRun, type Intake, type Operation, protocolOf, type Reader, SigmaError } from '@sigma/engine'
import { kits } from '@sigma/protocols'
import type { WorkspaceStore } from '@sigma/runtime'
import { z } from 'zod'
import { fixRefused, marksLeft, missingWorkspace, workspaceGone } from '../errors.ts'

const word = z.string().optional()

/** What was put right by hand, as the decision about it says. */
const fixed = z.strictObject({ run: z.string(), unit: word, workspace: word })

type Fixed = z.infer<typeof fixed>

/** Asks the host, which owns the workspaces, to take in a fix. Gives the commit; null: nothing was changed. */
export const fixOperation: Operation<Fixed, string | null> = {
  name: 'fix',
  asked: fixed,
  answer: z.string().nullable(),
}

/**
 * Takes in what a person changed in a unit's workspace, as a commit on top of what the unit stands at. Null: nothing
 * was changed. Fails where a guarded file was.
 */
export async function takeInFix(
  reader: Reader,
  workspaces: WorkspaceStore,
  { run, unit, workspace }: Fixed,
): Promise<string | null> {
  const view = reader.run(run)
  if (view === null) throw missingWorkspace(run)
  const about = aboutRun(kits, view)
  const working = protocolOf(kits, view)?.standing(view.state)?.working ?? []
  const name = unit ?? workspace
  const head = working.find((each) => each.unit === name)?.head
  const worked = about?.units.find((each) => each.name === name)
  if (workspace === undefined || head === undefined || worked === undefined || about === null)
    throw missingWorkspace(run)
  const taken = await workspaces.takeInFix({
    run,
    workspace,
    base: head,
    documents: about.documents,
    guarded: about.guarded,
    message: `Fix by hand of ${worked.called}`,
    trailers: { 'Sigma-Run': run, ...(unit !== undefined && { 'Sigma-Unit': unit }), 'Sigma-Role': 'person' },
  })
  return commitOf(taken, run)
}

/** A merge that was finished by hand, as the decision about it says. */
const merged = z.strictObject({ run: z.string() })

type MergedByHand = z.infer<typeof merged>

/** Asks the host to take in a merge that a person finished. Gives the commit; null: nothing was changed. */
export const mergeOperation: Operation<MergedByHand, string | null> = {
  name: 'merge',
  asked: merged,
  answer: z.string().nullable(),
}

/**
 * Takes in a merge that a person finished in the workspace that was laid for it. Null: nothing was changed. Fails where marks
 * of conflicts are left, and where a file was changed that none of the units may change.
 */
export async function takeInMerge(
  reader: Reader,
  workspaces: WorkspaceStore,
  { run }: MergedByHand,
): Promise<string | null> {
  const view = reader.run(run)
  if (view === null) throw missingWorkspace(run)
  const about = aboutRun(kits, view)
  const merge = protocolOf(kits, view)?.standing(view.state)?.merge
  if (merge === undefined || about === null) throw missingWorkspace(run)
  const { workspace, base, writes, creates, called, isUnfinished } = merge
  const folder = workspaces.pathOf(run, workspace)
  if (!existsSync(folder)) {
    await workspaces.restore({ run, workspace, commit: base, for: 'person' })
    throw workspaceGone(folder)
  }
  const spec = {
    run,
    workspace,
    base,
    documents: [],
    guarded: about.guarded,
    writes,
    creates,
    message: `Merge ${called} by hand`,
    trailers: { 'Sigma-Run': run, 'Sigma-Role': 'person' },
  }
  const taken = await workspaces.takeInMerge(spec, isUnfinished)
  if (taken.kind === 'marked') throw marksLeft(taken.files, folder)
  return commitOf(taken, run)
}

/** What was taken in; null: nothing was changed. Fails where something was that may not be. */
function commitOf(taken: Intake, run: string): string | null {
  switch (taken.kind) {
    case 'unchanged':
      return null
    case 'committed':
      return taken.commit
    case 'trespass': {
      const [finding] = taken.findings
      throw finding === undefined
        ? fixRefused(run)
        : new SigmaError(finding.rule, finding.message, { hint: finding.remedy })
    }
  }
}
