import { aboutRun, type Operation, protocolOf, type Reader, SigmaError } from '@sigma/engine'
import { kits } from '@sigma/protocols'
import type { WorkspaceStore } from '@sigma/runtime'
import { z } from 'zod'
import { fixRefused, missingWorkspace } from '../errors.ts'

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
