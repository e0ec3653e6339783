/** Test-only: a project run, walked event by event, and what happens to its modules. */
import type { Consult, Effect, End, Event, Json, JsonObject } from '@sigma/protocol'
import { project } from '../project.ts'
import { type SampleProject, sampleProjectInput } from '../sample.ts'
import type { ProjectState } from '../state.ts'

export interface Now {
  readonly state: ProjectState
  readonly effects: readonly Effect[]
}

export const start = (at: SampleProject): Now => project.start(sampleProjectInput(at))
export const after = ({ state }: Now, ...events: readonly Event[]): Now =>
  events.reduce<Now>((now, event) => project.step(now.state, event), { state, effects: [] })

export const stamp = { tick: 0, nonce: 'nonce' } as const
export const ended = (
  id: string,
  result: Json = {},
  outcome: 'completed' | 'refused' | 'aborted' = 'completed',
): Event => ({
  kind: 'ended',
  id,
  run: `run-of-${id}`,
  outcome,
  result,
  ...stamp,
})
export const planned = (module: string): Event => ended(`${module}.plan`, { hands: { cycles: [] } })
export const built = (module: string, commit = `${module}'s`): Event =>
  ended(`${module}.tdd`, { commit, evidence: `of ${commit}`, measured: 'at the base' })
export const through = (module: string, commit?: string): readonly Event[] => [
  planned(module),
  built(module, commit),
  ended(`${module}.review`, { code: 'VC' }),
]
export const integrated = (module: string, commit: string): Event => ({
  kind: 'integrated',
  id: `${module}.integrate`,
  commit,
  ...stamp,
})
export const judged = (module: string, verdict: 'pass' | 'fail', units?: readonly string[]): Event => ({
  kind: 'judged',
  id: `${module}.check`,
  verdict,
  findings:
    verdict === 'pass'
      ? []
      : [{ rule: 'test-fails', message: 'It fails.', remedy: 'Mend it.', ...(units && { units }) }],
  data: {},
  evidence: 'seen',
  ...stamp,
})
export const conflicted = (module: string, branches: readonly string[]): Event => ({
  kind: 'conflicted',
  id: `${module}.integrate`,
  files: ['src/index.js'],
  evidence: null,
  branches,
  commit: 'unfinished',
  ...stamp,
})

/** What is wished for, by id. */
export const wishes = ({ effects }: Now): readonly string[] =>
  effects.map((effect) => ('id' in effect ? effect.id : effect.kind))
export const inputs = ({ effects }: Now): readonly Json[] =>
  effects.flatMap((effect) => (effect.kind === 'spawn' ? [effect.input] : []))
export function the<Kind extends Effect['kind']>(
  { effects }: Now,
  kind: Kind,
): Extract<Effect, { readonly kind: Kind }> {
  const found = effects.find((each): each is Extract<Effect, { readonly kind: Kind }> => each.kind === kind)
  if (found === undefined) throw new Error(JSON.stringify(effects))
  return found
}
export const asked = (now: Now): Consult => the(now, 'consult')
/** Where the branch of the run stands, as whoever looked found it. */
export const looked = (found: JsonObject): Event => ({
  ...{ kind: 'judged', id: 'base-look', verdict: 'pass', findings: [], data: found, evidence: 'seen' },
  ...stamp,
})
/** The end, with a branch that did not move where it is looked for. */
export const end = (now: Now): End =>
  the(wishes(now).includes('base-look') ? after(now, looked({ stands: 'still' })) : now, 'end')

export const base: string = '1'.repeat(40)
