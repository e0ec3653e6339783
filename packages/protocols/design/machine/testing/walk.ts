/** Test-only: a design loop, walked event by event, and the events of a sample run. */
import type { Ask, Consult, Effect, Event, Json } from '@sigma/protocol'
import { answered, judged } from '@sigma/protocol/testing'
import { design } from '../design.ts'
import { type SampleDesign, sampleBlob, sampleDesignInput } from '../sample.ts'
import type { DesignState } from '../state.ts'

export interface Now {
  readonly state: DesignState
  readonly effects: readonly Effect[]
}

export function after(at: SampleDesign, ...events: readonly Event[]): Now {
  return events.reduce<Now>(({ state }, event) => design.step(state, event), design.start(sampleDesignInput(at)))
}

export const only = ({ effects }: Now): Effect => {
  const [effect, ...more] = effects
  if (effect === undefined || more.length > 0) throw new Error(`${effects.length} effects`)
  return effect
}
export function askIn(now: Now): Ask {
  const effect = only(now)
  if (effect.kind !== 'ask') throw new Error(`a ${effect.kind} instead of an ask`)
  return effect
}
export function consultIn(now: Now): Consult {
  const effect = only(now)
  if (effect.kind !== 'consult') throw new Error(`a ${effect.kind} instead of a consult`)
  return effect
}
export const namesIn = (now: Now): readonly string[] => consultIn(now).options.map(({ name }) => name)
/** State and item. */
export const where = ({ state }: Now): string =>
  state.kind === 'over'
    ? state.outcome
    : `${state.kind} ${state.item.kind === 'module' ? state.item.module : state.item.kind}`

export const sigma2 = 'memory-bank/systemPatterns.md'
export const designPath = (module: string): string => `memory-bank/modules/${module}/design.md`
export const passes = (path: string | null, blob: string, modules: readonly string[] = []): Event =>
  judged('design.check', 'pass', {
    data: { document: path === null ? null : { path, blob }, modules, interfaces: 1 } satisfies Json,
  })
export const architecture: Event = passes(sigma2, sampleBlob('a'), ['text', 'shop'])
export const text: Event = passes(designPath('text'), sampleBlob('0'))
export const shop: Event = passes(designPath('shop'), sampleBlob('1'))
export const accept: Event = answered('audit', 'ACCEPT')
export const revise: Event = answered('audit', 'REVISE', { message: 'Say what happens to an empty text.' })
export const reject: Event = answered('audit', 'REJECT', { message: 'It is two modules.' })
export const fails: Event = judged('design.check', 'fail')
export const written = (path: string): Event => answered('design', 'DC', { commit: 'second', changed: [path] })
export const byAgent: SampleDesign = { designer: true }
