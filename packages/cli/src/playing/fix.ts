import { type Operation, type Reader, SigmaError } from '@sigma/engine'
import type { Place } from '@sigma/protocol'
import { tddInputSchema } from '@sigma/protocols/tdd'
import type { WorkspaceStore } from '@sigma/runtime'
import { z } from 'zod'
import { fixRefused, missingWorkspace } from '../errors.ts'

const cycleState = z.object({ number: z.number(), head: z.string() })
const headsSchema = z.object({ cycles: z.array(cycleState) })

/** Asked of the host, whose workspaces they are. The commit; null: nothing was changed. */
export const fixOperation: Operation<{ readonly run: string; readonly about: Place }, string | null> = {
  name: 'fix',
  asked: z.strictObject({
    run: z.string(),
    about: z.object({ cycle: z.number().optional(), workspace: z.string().optional() }),
  }),
  answer: z.string().nullable(),
}

/**
 * Takes in what a person changed in a cycle's workspace, as a commit on top of what the cycle stands at. Null: nothing
 * was changed. Fails where a guarded file was.
 */
export async function takeInFix(
  reader: Reader,
  workspaces: WorkspaceStore,
  run: string,
  about: Place,
): Promise<string | null> {
  const view = reader.run(run)
  const state = headsSchema.safeParse(view?.state)
  const input = tddInputSchema.safeParse(view?.input)
  const head = state.data?.cycles.find(({ number }) => number === (about.cycle ?? 0))?.head
  if (about.workspace === undefined || head === undefined || !input.success) throw missingWorkspace(run)
  const taken = await workspaces.takeInFix({
    run,
    workspace: about.workspace,
    base: head,
    documents: [input.data.design, input.data.plan],
    guarded: input.data.project.guarded,
    message: `Fix by hand of cycle ${about.cycle ?? 0}`,
    trailers: { 'Sigma-Run': run, 'Sigma-Cycle': String(about.cycle ?? 0), 'Sigma-Role': 'person' },
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
