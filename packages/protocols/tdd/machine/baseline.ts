/**
 * Before anybody is asked, the base commit is measured once: later gates compare with what was seen there, and no agent answers for
 * it. A person decides once about what fails there already (`tolerate: ask`), or the run goes on with it (`known`); it may not
 * grow. Where no test can be run, no gate could judge anything: the run ends before the first turn.
 */
import type { At, Check, Consult, Event, Finding, Judged, Option } from '@sigma/protocol'
import { cannotBeginRule } from '@sigma/protocol'
import { enter, freshCycle, freshSlice } from './barrier.ts'
import { aborted, over } from './ending.ts'
import { faultsOf } from './faults.ts'
import type { BaselineParameters } from './gate-parameters.ts'
import { optionOf } from './options.ts'
import { isAbout } from './places.ts'
import type { MeasuredBase, Measuring, MeasuringStand, Run, TddStep } from './state.ts'
import { foundAtBase, tellBase, withTold } from './telling.ts'

const step = 'baseline'
/** Of the gate `baseline`: the plan names a test to replace that is not there. */
export const replacesUnknownRule = 'replaces-unknown'
const ids = { check: 'baseline.check', decision: 'baseline.decision' } as const

export function measureBase(run: Run): TddStep {
  const { base, project, cycles } = run.input
  const replaces = cycles.flatMap(({ id, replaces: tests = [] }) =>
    tests.length === 0 ? [] : [{ cycle: id, tests: tests.map(({ files, test }) => ({ files, test })) }],
  )
  const at: At = { step, part: 'check' }
  const parameters = { project, ...(replaces.length > 0 && { replaces }) } satisfies BaselineParameters
  const check: Check = { kind: 'check', id: ids.check, at, gate: 'baseline', commit: base, parameters }
  return { state: { kind: 'baseline', run, stand: { kind: 'checking' } }, effects: [check] }
}

export function baseline(state: Measuring, event: Event): TddStep {
  const { run, stand } = state
  switch (stand.kind) {
    case 'checking':
      if (!isAbout(event, ids.check)) break
      if (event.kind === 'judged') return judged(run, event)
      if (event.kind === 'failed')
        return decide(run, { kind: 'halted' }, faultsOf(event, 'Remove the cause, then resume.'))
      break
    case 'halted':
      if (!isAbout(event, ids.decision) || event.kind !== 'decided') break
      if (event.option === 'resume') return measureBase(run)
      if (event.option === 'abort') return aborted(run, event)
      break
    case 'deciding':
      if (!isAbout(event, ids.decision) || event.kind !== 'decided') break
      if (event.option === 'go-on') return prepare(run, stand)
      if (event.option === 'again') return measureBase(run)
      if (event.option === 'abort') return aborted(run, event)
      break
  }
  return { state, effects: [] }
}

function judged(run: Run, { verdict, evidence, findings, data }: Judged): TddStep {
  const measured = { evidence, found: foundAtBase(data) }
  if (verdict === 'unknown') return cannotBegin(run, findings)
  if (verdict === 'pass' || run.input.tolerate === 'known') return prepare(run, measured)
  return decide(run, { kind: 'deciding', ...measured }, findings)
}

/** Nothing of the base commit is measured again: every later gate starts from this evidence. */
function prepare(before: Run, { evidence, found }: MeasuredBase): TddStep {
  const { base, project } = before.input
  const run: Run = {
    ...before,
    trunk: { commit: base, evidence },
    oldFailures: found.failing,
    // What the project's checks said there is asked for at the end of each slice, and by whoever puts the work together with others.
    ...((project.checks !== undefined || before.input.tellsEvidence === true) && { measured: evidence }),
  }
  return withTold(enter('preparing', freshSlice(run, [freshCycle(0, run)])), tellBase(found))
}

function cannotBegin(run: Run, findings: readonly Finding[]): TddStep {
  const { module, base } = run.input
  if (findings.some(({ rule }) => rule === replacesUnknownRule)) {
    const message = `The plan of ${module} replaces tests that are not there at ${base.slice(0, 10)}.`
    const remedy = `Correct its entries, then: sigma tdd ${module}`
    return over('refused', run, `${message} No agent was asked.`, [
      { rule: cannotBeginRule, message, remedy },
      ...findings,
    ])
  }
  const message = `No test of ${module} can be run at ${base.slice(0, 10)}, so no work could be measured.`
  const remedy = 'Put right what is named here, then start a new run; `sigma gates` tries it.'
  return over('refused', run, `${message} No agent was asked.`, [
    { rule: cannotBeginRule, message, remedy },
    ...findings,
  ])
}

const goOn: Option = {
  name: 'go-on',
  consequence:
    'The run goes on with them as they are: no agent has to mend them, and no other may join them. With "tests": { "tolerate": "known" } in sigma.config.json later runs do not ask.',
  input: null,
}

const again: Option = {
  name: 'again',
  consequence:
    'The commit is measured once more, after you put its surroundings right; settings are those of when the run began.',
  input: null,
}

type Asked = Exclude<MeasuringStand, { kind: 'checking' }>

function decide(run: Run, stand: Asked, reasons: readonly Finding[]): TddStep {
  const { session, limits, base } = run.input
  const commit = base.slice(0, 10)
  const asked = { kind: 'consult', id: ids.decision, at: { step, session }, fallback: 'abort', reasons } as const
  const halted: Consult = {
    ...asked,
    question: `Sigma could not measure ${commit}, which the run begins from. How should it go on?`,
    options: [optionOf('resume'), optionOf('abort')],
    expiryMs: null,
    status: 'halted',
  }
  const waiting: Consult = {
    ...asked,
    question: `Not all tests pass at ${commit}, which the run begins from: nobody has changed anything yet. How should it go on?`,
    options: [goOn, again, optionOf('abort')],
    expiryMs: limits.decisionMs,
    status: 'waiting',
  }
  const consult = stand.kind === 'halted' ? halted : waiting
  return { state: { kind: 'baseline', run, stand }, effects: [consult] }
}
