/** The turns and the check of a plan loop, each a function of its state. */
import type { Ask, Check, Document, Finding, Retry } from '@sigma/protocol'
import type { PlanParameters } from './gate-parameters.ts'
import { atOf, idOf, workspace } from './places.ts'
import type { Loop, PlanStep } from './state.ts'

export function asked(kind: 'planning' | 'criticizing', state: Loop): PlanStep {
  const ask = kind === 'planning' ? planAsk(state) : critiqueAsk(state)
  return { state: { ...state, kind }, effects: [ask] }
}

/** Sigma's own look at the plan, before any critic is asked (DPTR-67). */
export function checked(state: Loop): PlanStep {
  return { state: { ...state, kind: 'checking', checked: null }, effects: [checkOf(state, 'checking', null)] }
}

/** `own`: a person's text, in the place of the plan. */
export function checkOf(state: Loop, kind: 'checking' | 'taking', own: string | null): Check {
  const { input } = state
  const { module, design, plan, sorting } = input
  return {
    kind: 'check',
    id: idOf(kind),
    at: atOf(state, 'checking'),
    gate: 'plan',
    commit: state.head,
    parameters: {
      module,
      base: input.base,
      design: { path: design.path, blob: design.blob },
      plan: {
        path: plan.path,
        blob: isUntouched(state) && own === null ? plan.blob : null,
        ...(own !== null && { content: own }),
      },
      ...sorting,
    } satisfies PlanParameters,
  }
}

/** A plan is a file like any other, and the only one that the planner may write. */
function planAsk(state: Loop): Ask {
  const { input, round, points } = state
  const [create, change] = [
    `Plan the module ${input.module} in ${input.plan.path}.`,
    `Revise the plan in ${input.plan.path}.`,
  ]
  return askOf(state, 'planning', {
    purpose: round === 0 ? create : change,
    from: round === 0 ? 'engine' : 'critic',
    codes: round === 0 ? ['PC', 'PR'] : ['PR', 'DG'],
    writes: [literal(input.plan.path)],
    refused: points,
  })
}

function critiqueAsk(state: Loop): Ask {
  const { objection } = state
  const asks = 'Find what keeps this plan from being built, or accept it.'
  return askOf(state, 'criticizing', {
    purpose: objection === null ? asks : `The planner disagrees with your points. ${asks}`,
    from: isUntouched(state) ? 'engine' : 'spec',
    codes: ['PA', 'NR', 'EN', 'DA'],
    writes: [],
    refused: [],
  })
}

interface Told {
  readonly purpose: string
  readonly from: string
  readonly codes: readonly string[]
  readonly writes: readonly string[]
  readonly refused: readonly Finding[]
}

function askOf(state: Loop, kind: 'planning' | 'criticizing', told: Told): Ask {
  const { input, round, objection, points } = state
  const { purpose, from, codes, writes, refused } = told
  const isPlan = kind === 'planning'
  return {
    kind: 'ask',
    id: idOf(kind),
    at: atOf(state, kind),
    role: isPlan ? 'spec' : 'critic',
    phase: isPlan ? 'PLAN' : 'CRITIQUE',
    brief: {
      type: isPlan ? 'plan' : 'critique',
      purpose,
      from,
      subject: input.module,
      context: {
        module: input.module,
        designPath: input.design.path,
        ...((!isPlan || round > 0) && { planPath: input.plan.path }),
        session: { sid: input.session, phase: isPlan ? 'PLAN' : 'CRITIQUE', round },
      },
      documents: documentsOf(state),
      refused,
      parameters: {
        ...(objection !== null && { objection }),
        ...(!isPlan && points.length > 0 && { points: points.map(({ message }) => message) }),
      },
    },
    codes,
    writes,
    workspace,
    base: state.head,
    limitMs: input.limits.turnMs,
    retry: retriesOf(state, isPlan),
  }
}

/** Design and plan are those of the person's folder, as they stood when the run began; what an agent wrote stands in its commit. */
function documentsOf({ input, head }: Pick<Loop, 'input' | 'head'>): readonly Document[] {
  const { design, plan } = input
  const own =
    plan.blob === null || !isUntouched({ input, head })
      ? []
      : [{ path: plan.path, blob: plan.blob, draft: true } as const]
  return [design, ...own]
}

/** No agent has written yet. */
const isUntouched = ({ input, head }: Pick<Loop, 'input' | 'head'>): boolean => head === input.base

/** A critic that writes is simply asked again. */
function retriesOf({ input }: Loop, isPlan: boolean): readonly Retry[] {
  const { reasks, crashes, rounds } = input.limits
  return [
    { causes: ['invalid'], times: reasks },
    ...(crashes > 0 ? [{ causes: ['crash', 'timeout'], times: crashes } as const] : []),
    { causes: ['trespass'], times: isPlan ? rounds : 1 },
  ]
}

/** Globs are meant as they stand. */
const literal = (path: string): string => path.replace(/[[\](){}!*?+@\\]/g, '\\$&')
