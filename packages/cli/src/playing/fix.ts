import { type Operation, type Reader, SigmaError } from '@sigma/engine'
import { tddInputSchema, unitOf } from '@sigma/protocols/tdd'
import type { WorkspaceStore } from '@sigma/runtime'
import { z } from 'zod'
import { fixRefused, missingWorkspace } from '../errors.ts'

const cycleState = z.object({ number: z.number(), head: z.string() })
const headsSchema = z.object({ cycles: z.array(cycleState) })

/** What was put right by hand, as the decision about it says. */
export interface Fixed {
  readonly run: string
  readonly unit?: string | undefined
  readonly called?: string | undefined
  readonly workspace?: string | undefined
}

const word = z.string().optional()

/** Asked of the host, whose workspaces they are. The commit; null: nothing was changed. */
export const fixOperation: Operation<Fixed, string | null> = {
  name: 'fix',
  asked: z.strictObject({ run: z.string(), unit: word, called: word, workspace: word }),
  answer: z.string().nullable(),
}

/**
 * Takes in what a person changed in a cycle's workspace, as a commit on top of what the cycle stands at. Null: nothing
 * was changed. Fails where a guarded file was.
 */
export async function takeInFix(
  reader: Reader,
  workspaces: WorkspaceStore,
  { run, unit, called = 'Phase 0', workspace }: Fixed,
): Promise<string | null> {
  const view = reader.run(run)
  const state = headsSchema.safeParse(view?.state)
  const input = tddInputSchema.safeParse(view?.input)
  const head = state.data?.cycles.find(({ number }) => unitOf(number) === unit)?.head
  if (workspace === undefined || head === undefined || !input.success) throw missingWorkspace(run)
  const taken = await workspaces.takeInFix({
    run,
    workspace,
    base: head,
    documents: [input.data.design, input.data.plan],
    guarded: input.data.project.guarded,
    message: `Fix by hand of ${called}`,
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
