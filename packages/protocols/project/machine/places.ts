/** Where the effects of a project run stand, and which event is about which. */
import type { At, Event } from '@sigma/protocol'
import type { Stage } from './input.ts'
import type { Lane } from './state.ts'

/** Of what is asked about the run as a whole, before there are modules. */
export const wholeDecision = 'decision'

/** Of a module one stage, or the question about it, is open at a time; its integration may follow. */
export const idOf = ({ module: { module } }: Lane, what: Stage | 'decision' | JoiningPart): string =>
  `${module}.${what}`

export type JoiningPart = 'integrate' | 'check' | 'lay' | 'merge'

export const isAbout = (id: string, event: Event): boolean => 'id' in event && event.id === id

export const atDesign: At = { step: 'design' }

export function atOf({ module: { module } }: Lane, step: string): At {
  return { unit: module, called: `the module ${module}`, step }
}

export const atJoining = (lane: Lane, part: Exclude<JoiningPart, 'merge'>): At => ({ ...atOf(lane, 'joining'), part })

/** Where a person finishes by hand what does not fit. */
export const mergeWorkspaceOf = (at: number): string => `module${at + 1}-merge`
