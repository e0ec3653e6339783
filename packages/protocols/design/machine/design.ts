/**
 * Ω₁: the architecture, then each module that it lists, one after another: designed by a person (or by an agent, where one is
 * configured), looked at by Sigma, audited by a critic, until it is accepted (DPTR-46 to DPTR-52).
 *
 *     from a wish: exploring ──DC──▶ designing (all of it) ──DC──▶ checking ──▶ the first item
 *
 *     of each item:
 *       checking ──pass──▶ auditing ──ACCEPT──▶ the next item, after the last one: over
 *          ▲    │ fail         │ REVISE
 *          │    ▼              ▼
 *          └─designing ◀───────┴──an agent designs, and rounds are left
 *       no agent designs: what fails ends the run, REVISE asks a person
 *     REJECT, no rounds left, any failure ──▶ deciding ──edit──▶ taking (a person's own text) ──pass──▶ as by ACCEPT
 *                                                ▲─────────────────┘ fail
 */
import type { Answered, Event, Failed, Finding, Judged, Protocol } from '@sigma/protocol'
import { failureCodes } from '@sigma/protocol'
import { asked } from './asking.ts'
import { checked } from './checking.ts'
import { consult } from './consulting.ts'
import { decided } from './decisions.ts'
import { refused } from './ending.ts'
import { type DesignFound, designFound } from './gate-parameters.ts'
import { type DesignInput, designInputSchema } from './input.ts'
import { invariants } from './invariants.ts'
import { asBefore, taken } from './own-text.ts'
import { calledOf, explorationPath, isAbout, nameOf, pathOf } from './places.ts'
import { accepted, enter, nextRound, withNeeds } from './progress.ts'
import type { DesignState, DesignStep, Loop } from './state.ts'

function start(input: DesignInput): DesignStep {
  const { base, limits, wish, architecture, modules, designer } = input
  const loop: Loop = {
    input,
    item: { kind: wish === null ? 'architecture' : 'draft' },
    queue: null,
    listed: [],
    round: 0,
    left: limits.rounds,
    head: base,
    checked: null,
    points: [],
    accepted: [],
    written: [],
    texts: [],
    found: null,
  }
  if (wish !== null) return designer ? asked('exploring', loop) : refused(loop, 'No agent designs.', [noDesigner])
  if (architecture.blob !== null) return enter(loop, { kind: 'architecture' }, null)
  const [first, ...rest] = modules.map(({ module }) => module)
  if (first === undefined) return refused(loop, 'There is nothing to audit.', [nothingThere])
  return enter(loop, { kind: 'module', module: first }, rest)
}

const noDesigner: Finding = {
  rule: 'no-designer',
  message: 'A wish becomes a design by an agent, and no agent has the role designer.',
  remedy: 'Name one in the configuration ("roles": { "designer": "…" }), or write the design.',
}

const nothingThere: Finding = {
  rule: 'no-modules',
  message: 'There is neither an architecture nor the design of a module.',
  remedy: 'Write memory-bank/modules/<module>/design.md, or begin with a skeleton: sigma init --example <module>',
}

function step(state: DesignState, event: Event): DesignStep {
  if (state.kind === 'over' || !isAbout(state.kind, event)) return { state, effects: [] }
  switch (event.kind) {
    case 'answered':
      return answered(state, event)
    case 'judged':
      return state.kind === 'taking' ? taken(state, event) : judged(state, event)
    case 'failed':
      return failed(state, event)
    case 'decided':
      return state.kind === 'deciding' ? decided(state, event) : { state, effects: [] }
    default:
      return { state, effects: [] }
  }
}

type Open = Exclude<DesignState, { readonly kind: 'over' }>

function answered(state: Open, event: Answered): DesignStep {
  const { code, commit, message, changed } = event
  if (failureCodes.includes(code)) return gaveUp(state, event)
  if (code === 'DN') return refused(state, 'The wish is about nothing in this repository.', [notHere(message)])
  switch (state.kind) {
    case 'exploring':
      return asked('designing', { ...explored(state, commit), found: message })
    case 'designing': {
      const own = commit === null ? null : pathOf(state)
      const written = [...new Set([...state.written, ...changed, ...(own === null ? [] : [own])])]
      const texts = state.texts.filter(({ path }) => !written.includes(path))
      return checked({ ...state, head: commit ?? state.head, written, texts })
    }
    default:
      return audited(state, code, message)
  }
}

/** The one file that the turn may write is there where anything was written. */
function explored(state: Loop, commit: string | null): Loop {
  return commit === null ? state : { ...state, head: commit, written: [explorationPath(state.input)] }
}

const notHere = (message: string): Finding => ({
  rule: 'not-here',
  message,
  remedy: 'Say what is wanted in the words of this repository, or in the repository that it is about.',
})

function audited(state: Loop, code: string, message: string): DesignStep {
  const point: Finding = { rule: 'audit', message, remedy: 'Change the design, or say in the answer why it is right.' }
  switch (code) {
    case 'ACCEPT':
      return accepted(state, 'critic')
    case 'REJECT':
      return consult({ ...state, points: [point] }, 'rejected', [{ ...point, rule: 'rejected' }], 'auditing')
    default:
      return nextRound(state, [point])
  }
}

function judged(state: Loop, { verdict, findings, data, evidence }: Judged): DesignStep {
  if (verdict === 'unknown') return consult(state, 'engine-failed', findings, 'checking')
  if (verdict === 'fail') {
    if (state.input.designer) return nextRound(state, findings)
    return refused(state, `The design of ${calledOf(state.item)} cannot be audited as it is.`, findings)
  }
  const found = designFound.safeParse(data).data
  if (found === undefined || (found.document?.path ?? null) !== pathOf(state))
    return consult(state, 'engine-failed', [unreadable], 'checking')
  return passed(state, found, evidence)
}

const unreadable: Finding = {
  rule: 'verdict-unreadable',
  message: 'The check passed, and does not say what.',
  remedy: 'sigma doctor',
}

function passed(known: Loop, { document, modules, needs }: DesignFound, evidence: string): DesignStep {
  const { input, item } = known
  const before = item.kind === 'module' ? known : withNeeds(known, needs)
  if (document === null) {
    if (input.architecture.blob !== null) return enter(before, { kind: 'architecture' }, modules)
    const [first, ...rest] = modules
    return first === undefined
      ? consult(before, 'engine-failed', [unreadable], 'checking')
      : enter(before, { kind: 'module', module: first }, rest)
  }
  const listed = item.kind === 'architecture' ? modules : before.listed
  const state: Loop = { ...before, checked: { ...document, evidence }, listed }
  const isSame = (each: { readonly path: string; readonly blob: string }): boolean =>
    each.path === document.path && each.blob === document.blob
  // What was accepted and is as it was keeps that (DPTR-48, DPTR-53).
  const earlier = state.accepted.find(isSame) ?? input.known.find(isSame)
  if (earlier !== undefined) return accepted(state, earlier.by)
  return input.audit ? asked('auditing', state) : accepted(state, 'unaudited')
}

function failed(state: Open, { findings, cause }: Failed): DesignStep {
  if (state.kind === 'taking') return asBefore(state, findings)
  const back = state.kind === 'deciding' ? state.back : state.kind
  if (cause === 'budget') return consult(state, 'asks-spent', findings, back)
  if (cause === 'late') return consult(state, 'late', findings, back)
  return consult(state, state.kind === 'checking' ? 'engine-failed' : 'agent-failed', findings, back)
}

function gaveUp(state: Open, { code, message }: Answered): DesignStep {
  const back = state.kind === 'deciding' || state.kind === 'taking' ? state.back : state.kind
  const reason: Finding = {
    rule: 'gave-up',
    message: `→${code}: ${message}`,
    remedy: 'See what keeps the agent from it.',
  }
  return consult(state, code === 'BL' ? 'blocked' : 'agent-failed', [reason], back)
}

export const design: Protocol<DesignInput, DesignState> = {
  name: 'design',
  version: 1,
  input: designInputSchema,
  start,
  step,
  calls: () => [],
  abstract: (state) =>
    state.kind === 'over'
      ? [state.kind, state.outcome]
      : [
          state.kind,
          nameOf(state.item),
          state.queue,
          state.left,
          state.round === 0,
          state.checked !== null,
          state.points.length > 0,
          state.found !== null,
          state.written.length > 0,
          state.accepted.map(({ path, blob }) => [path, blob]),
          state.texts.map(({ path }) => path),
          ...(state.kind === 'deciding' || state.kind === 'taking' ? [state.cause, state.back] : []),
          ...(state.kind === 'taking' ? [state.text.path] : []),
        ],
  label: (state) =>
    state.kind === 'over' ? state.outcome : `${state.kind} ${nameOf(state.item)} (${state.left} left)`,
  invariants,
}
