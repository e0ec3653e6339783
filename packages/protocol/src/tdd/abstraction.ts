/** What distinguishes states when exploring: no commits, texts, ids or evidence, and symmetric cycles sorted. */
import type { CombiningStand, CycleState, TddState, Turn } from './state.ts'
import { refactors } from './tasks.ts'

export function abstract(state: TddState): unknown {
  switch (state.kind) {
    case 'preparing':
    case 'red':
    case 'green':
    case 'refactoring-tests':
    case 'refactoring-implementation':
    case 'reviewing':
      return [state.kind, ...sliceOf(state, refactors(state.kind))]
    case 'combining':
      return [state.kind, standOf(state.stand), ...sliceOf(state, false)]
    case 'stuck':
      return [state.kind, ...sliceOf(state, false)]
    case 'over':
      return [state.kind, state.outcome]
  }
}

function standOf(stand: CombiningStand): readonly unknown[] {
  return stand.kind === 'deciding' ? [stand.kind, stand.back.kind] : [stand.kind]
}

function sliceOf(
  { run, cycles, rounds }: Exclude<TddState, { kind: 'over' }>,
  inRefactor: boolean,
): readonly unknown[] {
  const keeps = run.input.refactor === 'unconverged'
  const shapes = cycles.map((cycle) => JSON.stringify(cycleOf(cycle, inRefactor, keeps)))
  return [run.slice, run.skipped.length > 0, rounds, shapes.sort((a, b) => (a < b ? -1 : 1))]
}

/** `head` is compared in the refactor phases only, paths only where approvals are kept. */
function cycleOf(cycle: CycleState, inRefactor: boolean, keeps: boolean): readonly unknown[] {
  const { turns, exchanges, declines, approvals, head, green, touched, recent } = cycle
  return [
    turns.map(turnOf),
    budgetsMatter(turns) && [exchanges, mayDecline(cycle) && declines],
    approvals.length,
    inRefactor && head === green.commit,
    keeps && [touched.length > 0, recent.length > 0],
  ]
}

/** Budgets are filled up by every decision, and no longer asked for once the turn is finished. */
function budgetsMatter(turns: readonly Turn[]): boolean {
  return turns.some(({ stand }) => stand.kind !== 'deciding' && stand.kind !== 'finished')
}

function mayDecline({ turns, exchanges }: CycleState): boolean {
  return exchanges > 0 || turns.some(({ task }) => task === 'adjust')
}

function turnOf({ task, stand, tries, memory, raisedBy }: Turn): readonly unknown[] {
  switch (stand.kind) {
    case 'asking':
      return [task, stand.kind, tries, memory, raisedBy?.tries]
    case 'checking':
    case 'restoring':
      return [task, stand.kind, tries, raisedBy?.tries]
    case 'deciding':
      return [task, stand.kind, stand.cause, stand.back.kind]
    case 'finished':
      return [task]
  }
}
