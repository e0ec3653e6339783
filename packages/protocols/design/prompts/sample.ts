/** A turn that nobody plays: what a template comes to is seen before there is a run. */
import type { SampleTurn } from '@sigma/engine'
import { type Finding, handoffOf, type TurnHandoff } from '@sigma/protocol'
import { asked } from '../machine/asking.ts'
import { design } from '../machine/design.ts'
import type { DesignInput } from '../machine/input.ts'
import { pathOf } from '../machine/places.ts'
import { sampleDesignInput } from '../machine/sample.ts'
import type { Item, Loop } from '../machine/state.ts'

export const exampleInput: DesignInput = sampleDesignInput({
  modules: 1,
  wish: 'What the person wishes for stands here.',
})

const point: Finding = {
  rule: 'audit',
  message: 'What the critic wants changed stands here.',
  remedy: 'The way out stands here.',
}

const turns = { explore: 'exploring', design: 'designing', audit: 'auditing' } as const

export function sampleHandoff({ task, input: given, unit, withTalk }: SampleTurn): TurnHandoff | null {
  const input = design.input.parse(given)
  const kind = Object.entries(turns).find(([type]) => type === task.type)?.[1]
  if (kind === undefined) return null
  const loop: Loop = {
    input,
    item: itemOf(input, unit, kind !== 'auditing'),
    queue: [],
    listed: [],
    round: withTalk && kind !== 'exploring' ? 1 : 0,
    left: input.limits.rounds,
    head: input.base,
    checked: null,
    points: withTalk && kind !== 'exploring' ? [point] : [],
    accepted: [],
    written: [],
    texts: [],
    found: input.wish === null ? null : 'What was found in the repository stands here.',
  }
  const path = pathOf(loop)
  const checked = path === null ? null : { path, blob: 'sha256:0', evidence: 'sha256:0' }
  const [ask] = asked(kind, { ...loop, checked }).effects
  return ask?.kind === 'ask' ? handoffOf(ask, 'example', []) : null
}

/** Whoever designs is told of the whole wish first; a critic of a module. */
function itemOf({ wish, modules, architecture }: DesignInput, unit: string | null, isDesign: boolean): Item {
  if (unit === 'architecture') return { kind: 'architecture' }
  if (unit === 'draft' || (unit === null && isDesign && wish !== null)) return { kind: 'draft' }
  const module = unit ?? modules[0]?.module
  if (module !== undefined) return { kind: 'module', module }
  return { kind: architecture.blob === null ? 'draft' : 'architecture' }
}
