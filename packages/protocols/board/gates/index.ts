/** The one gate of a board: what was decided, and can be checked, holds in the work that lands. */
import type { GateKit } from '@sigma/engine'
import { all, findingsOf, verdictOf } from '@sigma/measuring'
import type { DecisionCheck } from '../machine/calls.ts'
import { decisionsParameters } from '../machine/gate-parameters.ts'
import { apiUnchanged } from './api-unchanged.ts'
import type { Seen, Work } from './checked.ts'
import { command } from './command.ts'
import { noNewDependency } from './no-new-dependency.ts'
import { proofs } from './proofs/proofs.ts'

export const gateKit: GateKit = {
  open: (world) => ({
    check: async ({ gate, commit, parameters: given }, signal, acts = () => {}) => {
      const { base, checks } = decisionsParameters.parse(given)
      const seen: Seen[] = []
      for (const check of unlike(checks)) seen.push(await look(check, { world, base, commit, signal, acts }))
      const reasons = all(...seen.map((each) => each.reasons))
      const told = seen.map(({ check, reasons, by }) => ({ check, verdict: verdictOf(reasons), by }))
      const evidence = world.blobs.put(JSON.stringify({ gate, commit, base, checks: told }))
      return {
        verdict: verdictOf(reasons),
        findings: findingsOf(reasons, evidence),
        data: { checks: told.map(({ check, verdict }) => ({ kind: check.kind, verdict })) },
        evidence,
      }
    },
  }),
  proofs: () => proofs,
}

/** The same thing may have been decided twice, by a task and by its parent. */
const unlike = (checks: readonly DecisionCheck[]): readonly DecisionCheck[] => [
  ...new Map(checks.map((check) => [JSON.stringify(check), check])).values(),
]

function look(check: DecisionCheck, work: Work): Promise<Seen> {
  switch (check.kind) {
    case 'no-new-dependency':
      return noNewDependency(check, work)
    case 'api-unchanged':
      return apiUnchanged(check, work)
    case 'command':
      return command(check, work)
  }
}
