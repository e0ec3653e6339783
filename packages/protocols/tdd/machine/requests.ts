/** The effects of a turn, each a function of its seat. */

import type { Ask, Baseline, Check, JsonObject, Project, Restore, Retry } from '@sigma/protocol'
import { heldFiles, readDeclarations, withHeld } from '@sigma/protocol'
import { briefOf } from './briefs.ts'
import type {
  CombinedParameters,
  DemandsParameters,
  GateName,
  GreenParameters,
  Phase0Parameters,
  RedParameters,
  RefactorParameters,
} from './gate-parameters.ts'
import { askId, atAsk, atOf, checkId, restoreId, workspaceOf } from './places.ts'
import { concerning } from './project-checks.ts'
import type { Run, Seat, Slice } from './state.ts'
import { phaseOf, tasks } from './tasks.ts'

export function askOf(seat: Seat): Ask {
  const { role, codes } = tasks[seat.turn.task]
  const { state } = seat
  const { limits } = state.run.input
  return {
    kind: 'ask',
    id: askId(seat),
    at: atAsk(seat),
    role,
    phase: phaseOf(state.kind, seat.turn.task),
    brief: briefOf(seat),
    codes,
    writes: writesOf(seat),
    ...createsOf(seat),
    ...(role === 'dev' && state.run.input.project.held === true && { hides: heldFiles }),
    workspace: workspaceOf(seat),
    base: seat.cycle.head,
    limitMs: limits.turnMs,
    retry: retriesOf(seat),
  }
}

/**
 * A reviewer that writes is simply asked again. Elsewhere a trespass counts with what the gate refuses, so it comes
 * to the protocol; a failed agent does as soon as the person's own further attempts for it are spent, of which there are none
 * unless the project wants them (D9).
 */
function retriesOf({ state }: Seat): readonly Retry[] {
  const { reasks, crashes, tries } = state.run.input.limits
  return [
    { causes: ['invalid'], times: reasks },
    ...(crashes > 0 ? [{ causes: ['crash', 'timeout'], times: crashes } as const] : []),
    ...(state.kind === 'reviewing' ? [{ causes: ['trespass'], times: tries - 1 } as const] : []),
  ]
}

/** QA writes tests, the developer implementation, nobody both (DPTR-72). */
function writesOf({ state, cycle, turn }: Seat): readonly string[] {
  const { project, cycles } = state.run.input
  const plan = cycles[cycle.number - 1]
  switch (tasks[turn.task].writes) {
    case 'tests':
      return ownTests(project, plan?.tests ?? [])
    case 'source':
      return plan?.source ?? [...project.source, ...project.tests.filter(isPositive).map((glob) => `!${glob}`)]
    case 'nothing':
      return []
  }
}

/** New files are free within the role's globs, but for those that another cycle names, whichever batch it is in. */
function createsOf({ state, cycle, turn }: Seat): Pick<Ask, 'creates'> {
  const { cycles, project } = state.run.input
  const [plan, kind] = [cycles[cycle.number - 1], tasks[turn.task].writes]
  if (plan?.creates === undefined || kind === 'nothing') return {}
  const kept = cycles.flatMap(({ id, files = [] }) =>
    id === plan.id || files.length === 0 ? [] : [{ by: id, files: ownTests(project, files) }],
  )
  const globs = kind === 'tests' ? ownTests(project, plan.creates[kind]) : plan.creates[kind]
  return { creates: { globs, since: state.run.trunk.commit, kept } }
}

/** Held-out tests lie beside the files that a plan names. */
const ownTests = ({ held }: Project, globs: readonly string[]): readonly string[] =>
  held === true ? withHeld(globs) : globs

function isPositive(glob: string): boolean {
  return !glob.startsWith('!')
}

export function restoreOf(seat: Seat): Restore {
  return {
    kind: 'restore',
    id: restoreId(seat),
    at: atOf(seat, 'restore'),
    workspace: workspaceOf(seat),
    commit: seat.cycle.green.commit,
  }
}

/** The gate that measures what a turn claims (DPTR-30). */
export function checkOf(seat: Seat, commit: string): Check {
  const [gate, parameters] = gateOf(seat)
  return { kind: 'check', id: checkId(seat), at: atOf(seat, 'check'), gate, commit, parameters }
}

function gateOf(seat: Seat): readonly [GateName, JsonObject] {
  const { state, cycle, turn } = seat
  const { input, trunk } = state.run
  const { project } = input
  const plan = input.cycles[cycle.number - 1]
  const red = {
    project,
    before: plain(trunk),
    tests: ownTests(project, plan?.creates?.tests ?? plan?.tests ?? []),
    interfaces: plan?.interfaces ?? [],
    ...(plan?.replaces && { replaces: plan.replaces.map(({ files, test }) => ({ files, test })) }),
  }
  switch (turn.task) {
    case 'phase0': {
      const interfaces = [...new Set(input.cycles.flatMap(({ signature }) => declarationsOf(signature)))]
      return ['phase0', { project, before: plain(trunk), interfaces } satisfies Phase0Parameters]
    }
    case 'red':
      return ['red', { ...red, sourceFrom: null } satisfies RedParameters]
    case 'adjust':
      if (state.kind === 'green') return ['red', { ...red, sourceFrom: cycle.untouched } satisfies RedParameters]
      return ['refactor', refactor(seat, 'tests')]
    case 'green':
      return [
        'green',
        {
          project,
          before: plain(trunk),
          red: plain(cycle.red),
          ...(input.tellsDesign && { design: input.design.blob }),
        } satisfies GreenParameters,
      ]
    case 'refactor-tests':
    case 'review-tests':
      return ['refactor', refactor(seat, 'tests')]
    case 'refactor-implementation':
    case 'review-implementation':
      return ['refactor', refactor(seat, 'implementation')]
  }
}

function refactor(seat: Seat, of: 'tests' | 'implementation'): JsonObject {
  const asked = isAsked(seat, of) ? ({ asked: true } as const) : {}
  const { project } = seat.state.run.input
  return { project, before: plain(seat.cycle.green), of, ...asked } satisfies RefactorParameters
}

/** Its reviewer, the developer by a test issue, or the combination with other cycles wanted a change of this work. */
function isAsked({ state, cycle, turn }: Seat, of: 'tests' | 'implementation'): boolean {
  return (
    cycle.points[of] !== null ||
    turn.task === 'adjust' ||
    concerning(state.kind, cycle.number, state.outstanding).length > 0
  )
}

/** The whole suite on the combination of the slice (DPTR-88, DPTR-101). */
export function sliceParameters({ run, cycles }: Slice): JsonObject {
  return {
    project: run.input.project,
    cycles: cycles.map(({ number, green }) => ({ name: `C${number}`, accepted: plain(green) })),
    ...headOf(run, { commit: run.input.base, evidence: run.measured ?? null }),
    ...mutantsOf(run),
  } satisfies CombinedParameters
}

/** In what the slice wrote; in the first one, with what Phase 0 did. Work that is carried over was tried before, with the tests that it has. */
function mutantsOf({ input, slice, trunk }: Run): { readonly mutantsSince?: string; readonly strengthSince?: string } {
  const since = slice === 0 ? input.base : trunk.commit
  const { mutants, strength } = input.project
  return {
    ...(input.mutants === true && mutants !== undefined && { mutantsSince: since }),
    ...(strength !== undefined && { strengthSince: since }),
  }
}

/** The project's own checks, where it has any, are compared with what they say there. */
function headOf({ input }: Run, head: Baseline): { readonly head?: ReturnType<typeof plain> } {
  return (input.project.checks ?? []).length === 0 ? {} : { head: plain(head) }
}

/** The accepted tests of each cycle over the combination that its work ended in. */
export function provingParameters({ run, cycles }: Slice): JsonObject {
  return {
    project: run.input.project,
    cycles: cycles.map(({ number, accepted, green }) => ({
      name: `C${number}`,
      accepted: plain(accepted),
      now: plain(green),
    })),
  } satisfies DemandsParameters
}

/** The whole suite on finished work that was carried over to another commit; its tests are those of the trunk. */
export function landedParameters(run: Run, head: string): JsonObject {
  const { input, trunk } = run
  return {
    project: input.project,
    cycles: [{ name: 'the work', accepted: plain(trunk) }],
    moved: { from: input.base, to: head },
    ...headOf(run, { commit: head, evidence: null }),
  } satisfies CombinedParameters
}

/** One each; what cannot be read is left to the gate, which says so. */
function declarationsOf(signature: string): readonly string[] {
  const found = readDeclarations(signature).map(({ text }) => text)
  return found.length > 0 || signature.trim() === '' ? found : [signature]
}

function plain({ commit, evidence }: Baseline): { readonly commit: string; readonly evidence: string | null } {
  return { commit, evidence }
}
