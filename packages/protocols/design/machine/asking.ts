/** The turns of a design loop, each a function of its state. */
import type { Ask, Document, Finding, JsonObject, Retry } from '@sigma/protocol'
import {
  atOf,
  calledOf,
  designPath,
  explorationPath,
  idOf,
  isThere,
  literal,
  nameOf,
  pathOf,
  untouched,
  workspace,
} from './places.ts'
import type { DesignStep, Item, Loop } from './state.ts'

type Turn = 'exploring' | 'designing' | 'auditing'

export function asked(kind: Turn, state: Loop): DesignStep {
  return { state: { ...state, kind }, effects: [askOf(state, kind, tellers[kind](state))] }
}

interface Told {
  readonly type: 'explore' | 'design' | 'audit'
  readonly purpose: string
  readonly from: string
  readonly codes: readonly string[]
  readonly writes: readonly string[]
  readonly context: JsonObject
  readonly refused: readonly Finding[]
  readonly parameters: JsonObject
}

const tellers: Readonly<Record<Turn, (state: Loop) => Told>> = {
  exploring: explore,
  designing: (state) => (state.item.kind === 'draft' ? draft(state) : redesign(state)),
  auditing: audit,
}

/** Looks, before anything is designed: what is changed of the project is thrown away. */
function explore({ input }: Loop): Told {
  return {
    type: 'explore',
    purpose: `Explore the repository for whoever designs next, and write down what they need to know.${
      input.isBug === true ? ' The wish is the report of a bug: find where the code does what it tells, and why.' : ''
    }`,
    from: 'engine',
    codes: ['DC', 'DN'],
    writes: [literal(explorationPath(input))],
    context: {},
    refused: [],
    parameters: wishIn(input.wish),
  }
}

function draft({ input, found, written, round, points }: Loop): Told {
  const isChange = round > 0 || points.length > 0
  return {
    type: 'design',
    purpose: isChange
      ? 'Revise the designs that you drafted from the wish.'
      : input.isBug === true
        ? 'The wish is the report of a bug. Design what should happen instead, as one module: under ## Interface the functions that exist already and are wrong, under ## Behaviour what they should do, with the report’s own example. Nothing else is to be built.'
        : 'Draft from the wish the design of each module that it needs, new or existing.',
    from: isChange ? 'critic' : 'engine',
    codes: ['DC', 'DN'],
    writes: draftGlobs(input),
    context: written.includes(explorationPath(input)) ? { explorationPath: explorationPath(input) } : {},
    refused: points,
    parameters: { ...wishIn(input.wish), ...(found !== null && { found }) },
  }
}

/** Designs of modules in folders of others are named one by one: a glob for them would be one for any file called so. */
function draftGlobs(input: Loop['input']): readonly string[] {
  const { architecture, modules } = input
  const deeper = modules.filter(({ module }) => module.includes('/')).map(({ design }) => literal(design.path))
  const any = literal(designPath(input, 'any')).replace(/any(?=\/design\.md$)/, '*')
  return [any, ...deeper, ...(architecture.blob === null ? [] : [literal(architecture.path)])]
}

function redesign(state: Loop): Told {
  const { input, item, points, found } = state
  const path = pathOf(state) ?? ''
  const isChange = isThere(state, path)
  return {
    type: 'design',
    purpose: isChange
      ? `Revise the design of ${calledOf(item)} in ${path}.`
      : `Design ${calledOf(item)}, as the architecture means it, in ${path}.`,
    from: isChange ? 'critic' : 'engine',
    codes: ['DC'],
    writes: [literal(path)],
    // The file may be gone, and a path that is named must be there: the file is told as what may be written.
    context: { module: nameOf(item) },
    refused: points,
    parameters: { ...wishIn(input.wish), ...(found !== null && { found }) },
  }
}

function audit(state: Loop): Told {
  const { input, item, points, checked } = state
  const path = checked?.path ?? ''
  return {
    type: 'audit',
    purpose: `Find what keeps ${calledOf(item)} from being built as it is designed in ${path}, or accept it.`,
    from: state.written.includes(path) ? 'designer' : 'engine',
    codes: ['ACCEPT', 'REVISE', 'REJECT'],
    writes: [],
    context: { module: nameOf(item), designPath: path },
    refused: [],
    parameters: {
      ...wishIn(input.wish),
      ...(points.length > 0 && { points: points.map(({ message }) => message) }),
    },
  }
}

const wishIn = (wish: string | null): JsonObject => (wish === null ? {} : { wish })

function askOf(state: Loop, kind: Turn, told: Told): Ask {
  const { input, item, round } = state
  const { type, purpose, from, codes, writes, context, refused, parameters } = told
  const phase = kind === 'auditing' ? 'AUDIT' : 'DESIGN'
  return {
    kind: 'ask',
    id: idOf(kind),
    at: atOf(state, kind),
    role: kind === 'auditing' ? 'critic' : 'designer',
    phase,
    brief: {
      type,
      purpose,
      from,
      subject: nameOf(item),
      context: {
        ...context,
        ...(namesArchitecture(state) && { architecturePath: input.architecture.path }),
        session: { sid: input.session, phase, round },
      },
      documents: documentsOf(state, kind),
      refused,
      parameters,
    },
    codes,
    writes,
    workspace,
    base: state.head,
    limitMs: input.limits.turnMs,
    retry: retriesOf(state, kind),
  }
}

/** Whoever may change it may have taken it away; once it is accepted it is there. */
function namesArchitecture(state: Loop): boolean {
  const { item, input, written } = state
  if (item.kind === 'architecture') return false
  return (
    isThere(state, input.architecture.path) && (item.kind === 'module' || !written.includes(input.architecture.path))
  )
}

/** All that lies there; what is to be changed is a draft, and else nobody changes it. */
function documentsOf(state: Loop, kind: Turn): readonly Document[] {
  const own = pathOf(state)
  const isDraft = (path: string): boolean => kind === 'designing' && (own === null || path === own)
  return untouched(state).map((each) => (isDraft(each.path) ? { ...each, draft: true } : each))
}

/** Who may write nothing, and does, is simply asked again. */
function retriesOf({ input }: Loop, kind: Turn): readonly Retry[] {
  const { reasks, crashes, rounds } = input.limits
  return [
    { causes: ['invalid'], times: reasks },
    ...(crashes > 0 ? [{ causes: ['crash', 'timeout'], times: crashes } as const] : []),
    { causes: ['trespass'], times: kind === 'designing' ? rounds : 1 },
  ]
}

/** Where an item is taken up: it is looked at, or designed where there is nothing yet and an agent designs. */
export function entered(
  before: Loop,
  item: Item,
  queue: Loop['queue'],
): { readonly state: Loop; readonly isNew: boolean } {
  const { limits, designer } = before.input
  const state: Loop = { ...before, item, queue, round: 0, left: limits.rounds, checked: null, points: [] }
  const path = pathOf(state)
  return { state, isNew: designer && path !== null && !isThere(state, path) }
}
