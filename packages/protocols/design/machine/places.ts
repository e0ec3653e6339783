/** Where the effects of a design loop stand, which event is about which, and where its documents lie. */
import type { At, Document, Event } from '@sigma/protocol'
import type { DesignInput } from './input.ts'
import type { DesignState, Item, Loop, Work } from './state.ts'

/** What the work of a state is called; also the id of its effect, of which one is open at a time. */
const steps: Readonly<Record<Exclude<DesignState['kind'], 'over'>, string>> = {
  exploring: 'explore',
  designing: 'design',
  checking: 'design.check',
  auditing: 'audit',
  deciding: 'decision',
  taking: 'text.check',
}

export const idOf = (kind: keyof typeof steps): string => steps[kind]

export const isAbout = (kind: keyof typeof steps, event: Event): boolean => 'id' in event && event.id === idOf(kind)

/** The name of an item in `At`: a module's own, else a word that no module is called by its place. */
export const nameOf = (item: Item): string => (item.kind === 'module' ? item.module : item.kind)

/** The item within a sentence. */
export function calledOf(item: Item): string {
  if (item.kind === 'module') return `the module ${item.module}`
  return item.kind === 'draft' ? 'the draft' : 'the architecture'
}

export function atOf({ input, item, round }: Loop, kind: Work): At {
  const own = { unit: nameOf(item), called: calledOf(item), session: input.session, round }
  if (kind === 'checking') return { ...own, step: 'design', part: 'check', role: 'designer' }
  return { ...own, step: idOf(kind) }
}

/** A question to a person stands where the work does that it is about. */
export function atDecision(state: Loop, back: Work): At {
  const isAudit = back === 'auditing'
  return {
    ...atOf(state, back),
    part: 'decision',
    role: isAudit ? 'critic' : 'designer',
    phase: isAudit ? 'AUDIT' : 'DESIGN',
    workspace,
  }
}

/** One for both: the critic reads what the designer wrote. */
export const workspace = 'design'

export function designPath({ folder }: Pick<DesignInput, 'folder'>, module: string): string {
  return `${folder === '' ? '' : `${folder}/`}${module}/design.md`
}

/** The file of an item; a draft is more than one. */
export function pathOf({ input, item }: Pick<Loop, 'input' | 'item'>): string | null {
  if (item.kind === 'module') return designPath(input, item.module)
  return item.kind === 'architecture' ? input.architecture.path : null
}

/** What whoever explores writes down for the turns after it; it goes to nobody's folder. */
export const explorationPath = ({ architecture }: Pick<DesignInput, 'architecture'>): string =>
  architecture.path.replace(/[^/]*$/, 'exploration.md')

/** Documents as they lay in the person's folder, but for those that were written since; of these a person's own texts. */
export function untouched({ input, written, texts }: Pick<Loop, 'input' | 'written' | 'texts'>): readonly Document[] {
  const isNew = (path: string): boolean => written.includes(path) || texts.some((text) => text.path === path)
  const lying = [input.architecture, ...input.modules.map(({ design }) => design)].flatMap(({ path, blob }) =>
    blob === null || isNew(path) ? [] : [{ path, blob }],
  )
  return [...lying, ...texts]
}

/** Whether there is a text of that path. */
export const isThere = (state: Pick<Loop, 'input' | 'written' | 'texts'>, path: string): boolean =>
  state.written.includes(path) || untouched(state).some((each) => each.path === path)

/** Globs are meant as they stand. */
export const literal = (path: string): string => path.replace(/[[\](){}!*?+@\\]/g, '\\$&')
