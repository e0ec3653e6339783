import type { Brief, Cycle, Finding, JsonObject } from '@sigma/protocol'
import { sessionOf } from './places.ts'
import { concerning } from './project-checks.ts'
import type { CycleState, Seat, Working } from './state.ts'
import { phaseOf, refactors, tasks } from './tasks.ts'

/** What the asked role is told. */
export function briefOf(seat: Seat): Brief {
  const { state, cycle, turn } = seat
  const { input } = state.run
  const plan = input.cycles[cycle.number - 1]
  return {
    type: turn.task,
    purpose: purposeOf(seat, plan),
    from: tasks[turn.task].from,
    subject: input.module,
    context: {
      module: input.module,
      designPath: input.design.path,
      planPath: input.plan.path,
      interfaceSignature: plan?.signature ?? everySignature(input.cycles),
      session: {
        sid: sessionOf(input.session, cycle.number),
        cycle: cycle.number,
        phase: phaseOf(state.kind, turn.task),
        round: state.round,
      },
    },
    documents: [input.design, input.plan],
    refused: [...reasonsFor(seat), ...turn.refused],
    parameters: parametersOf(seat, plan),
  }
}

/** Why the last combination was refused, and why the work would not go together as it was when it was tried. */
function reasonsFor({ state, cycle }: Seat): readonly Finding[] {
  const { kind, outstanding, warnings = [] } = state
  return refactors(kind) ? concerning(kind, cycle.number, [...outstanding, ...warnings]) : []
}

function everySignature(cycles: readonly Cycle[]): string {
  return [...new Set(cycles.map(({ signature }) => signature))].join('\n')
}

function parametersOf({ state, cycle, turn }: Seat, plan: Cycle | undefined): JsonObject {
  const points = pointsFor(state, cycle)
  return {
    ...(plan && { cycle: plan.id, title: plan.title, interfaces: plan.interfaces }),
    ...(turn.note && { [turn.note.kind]: turn.note.text }),
    ...(turn.task === 'adjust' && { exchangesLeft: cycle.exchanges, raisedBy: turn.note?.by ?? 'dev' }),
    ...(points !== null && { points }),
    ...(mayReplace(state, turn.task) && replacedIn(plan)),
  }
}

/** Tests are accepted in RED, and once more where a test issue adjusts them before GREEN. */
function mayReplace({ kind }: Working, task: Seat['turn']['task']): boolean {
  return task === 'red' || (task === 'adjust' && kind === 'green')
}

/** As ids of tests are shown. */
function replacedIn(plan: Cycle | undefined): JsonObject {
  if (plan?.replaces === undefined) return {}
  const plain = (glob: string): string => glob.replace(/\\(.)/g, '$1')
  return {
    replaces: plan.replaces.map(({ files, test }) => (test === null ? plain(files) : `${plain(files)} › ${test}`)),
  }
}

/** The reviewer of the tests speaks to QA, the reviewer of the implementation to the developer. */
function pointsFor(state: Working, cycle: CycleState): string | null {
  if (state.kind === 'refactoring-tests') return cycle.points.tests
  if (state.kind === 'refactoring-implementation') return cycle.points.implementation
  return null
}

function purposeOf({ state, turn }: Seat, plan: Cycle | undefined): string {
  const replacing =
    plan?.replaces === undefined
      ? ''
      : ' The tests in parameters.replaces are obsolete by the plan: these may go or be changed.'
  const what = plan ? `${plan.id} (${plan.title})` : `the module ${state.run.input.module}`
  const isHeldBack = state.run.input.project.held === true
  const holding = isHeldBack
    ? ' Beside each test file write a second one that is held back from the developer, e.g. slug.held.test.js beside slug.test.js: for each new test whose behaviour has inputs, a test of the same name (a table of other rows under the same title) that calls the same interfaces with other inputs.'
    : ''
  const heldBack = isHeldBack
    ? '; the same behaviours are measured with other inputs too, which are not shown to you'
    : ''
  switch (turn.task) {
    case 'phase0':
      return `Create the minimal interface definitions of ${what} as the design has them: callable, each throwing "not implemented". Change implementation files only. Answer P0C.`
    case 'red':
      return `Write failing tests for ${what}: each new test calls the code under test and fails by an assertion or by the interface's "not implemented".${replacing}${holding} Change test files only. Answer RC.`
    case 'green':
      return `Write the minimal implementation of ${what} that makes all tests pass${heldBack}. Change implementation files only; when a test is wrong, do not work around it: answer TI with the reason. Otherwise answer GC.`
    case 'adjust':
      if (turn.note?.by === 'gate') {
        return `Sigma ran the tests of ${what} twice, and the same tree gave two outcomes; what was seen is in parameters.issue. Make the test give one outcome and answer TA, or change nothing and answer RC with your reason when it is the implementation that leaves it to chance. Change test files only.`
      }
      if (turn.note?.by === 'measured') {
        return `Sigma measured a test of ${what} that demands nothing of the code, or looks at how it is written; what was seen is in parameters.issue. Correct the test${holding === '' ? '' : ', and the one that is held back beside it,'} and answer TA, or change nothing and answer RC with your reason when the test stands. Change test files only.`
      }
      return `The developer says that a test of ${what} is wrong; the reason is in parameters.issue. Correct the test and answer TA, or change nothing and answer RC with your reason when the test stands. Change test files only.`
    case 'refactor-tests':
      return `Improve the tests of ${what} without changing what they demand; they must still pass. Change test files only. Answer RTC, also when nothing needs to change.`
    case 'refactor-implementation':
      return `Improve the implementation of ${what} without changing its behaviour; all tests must still pass. Change implementation files only; when a test is wrong, answer TI with the reason. Otherwise answer RIC, also when nothing needs to change.`
    case 'review-tests':
      return `Review the tests of ${what} against the design. Change no file. Answer APPROVED, or NEEDS_CHANGE with the points.`
    case 'review-implementation':
      return `Review the implementation of ${what} against the design. Change no file. Answer APPROVED, or NEEDS_CHANGE with the points.`
  }
}
