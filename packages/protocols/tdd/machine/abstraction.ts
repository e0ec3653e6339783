/** What distinguishes states when exploring: no commits, texts, ids or evidence, and symmetric cycles sorted. */
import type { CombiningStand, CycleState, ProvingStand, Slice, TddState, Turn } from './state.ts'
import { refactors } from './tasks.ts'

/** One line of text: the explorer asks for it in every state, and comparing text is the fastest. */
export function abstract(state: TddState): string {
  switch (state.kind) {
    case 'baseline':
      return `${state.kind} ${state.stand.kind}`
    case 'preparing':
    case 'red':
    case 'green':
    case 'refactoring-tests':
    case 'refactoring-implementation':
    case 'reviewing':
      return `${state.kind} ${shapeOf(state, refactors(state.kind))}`
    case 'combining':
      return `${state.kind} ${standOf(state.stand)} ${shapeOf(state, false)}`
    case 'proving':
      return `${state.kind} ${provingOf(state.stand)} ${shapeOf(state, false)}`
    case 'stuck':
      return `${state.kind} ${state.merging?.stand} ${shapeOf(state, false)}`
    case 'landing':
      return `${state.kind} ${state.stand.kind} ${state.run.skipped.length > 0}`
    case 'over':
      return `${state.kind} ${state.outcome}`
  }
}

function standOf(stand: CombiningStand): string {
  if (stand.kind === 'deciding') return `${stand.kind} ${standOf(stand.back)}`
  return stand.kind === 'checking' && stand.merge !== undefined ? `${stand.kind} by hand` : stand.kind
}

function provingOf(stand: ProvingStand): string {
  return stand.kind === 'deciding' ? `${stand.kind} ${stand.failing.length}` : stand.kind
}

function shapeOf({ run, cycles, rounds, isRewritten, trial }: Slice, inRefactor: boolean): string {
  const keeps = run.input.refactor === 'unconverged'
  const shapes = cycles.map((cycle) => cycleOf(cycle, inRefactor, keeps))
  const sorted = shapes.sort((a, b) => (a < b ? -1 : 1)).join(' | ')
  return `${run.slice} ${run.skipped.length > 0} ${rounds} ${isRewritten} ${trial?.kind ?? ''} | ${sorted}`
}

/** `head` is compared in the refactor phases only, paths only where approvals are kept. */
function cycleOf(cycle: CycleState, inRefactor: boolean, keeps: boolean): string {
  const { turns, approvals, head, green, touched, recent } = cycle
  const moved = inRefactor && head !== green.commit ? 'moved' : ''
  const paths = keeps ? `${touched.length > 0} ${recent.length > 0}` : ''
  return `${turns.map(turnOf).join(' ')} ${budgetsOf(cycle)} ${approvals.length} ${moved} ${paths}`
}

/** Every decision fills the budgets up, and a finished turn asks for none. */
function budgetsOf({ turns, exchanges, declines }: CycleState): string {
  if (turns.every(({ stand }) => stand.kind === 'deciding' || stand.kind === 'finished')) return ''
  const mayDecline = exchanges > 0 || turns.some(({ task }) => task === 'adjust')
  return mayDecline ? `${exchanges} ${declines}` : `${exchanges}`
}

function turnOf({ task, stand, tries, memory, raisedBy }: Turn): string {
  switch (stand.kind) {
    case 'asking':
      return `${task} ${stand.kind} ${tries} ${memory} ${raisedBy?.tries}`
    case 'checking':
    case 'restoring':
      return `${task} ${stand.kind} ${tries} ${raisedBy?.tries}`
    case 'deciding':
      return `${task} ${stand.kind} ${stand.cause} ${stand.back.kind}`
    case 'finished':
      return task
  }
}
