/** Where the effects of a project run stand, and which event is about which. */
import type { At, Event } from '@sigma/protocol'
import type { Stage } from './input.ts'
import type { Going, ProjectState } from './state.ts'

type Open = Exclude<ProjectState['kind'], 'over'>

/** One is open at a time. */
export const idOf = (kind: Open): string => (kind === 'deciding' ? 'decision' : kind)

export const isAbout = (kind: Open, event: Event): boolean => 'id' in event && event.id === idOf(kind)

export function atOf({ modules, at }: Going, stage: Stage): At {
  const module = stage === 'design' ? undefined : modules[at]?.module
  return { ...(module !== undefined && { unit: module, called: `the module ${module}` }), step: stage }
}
