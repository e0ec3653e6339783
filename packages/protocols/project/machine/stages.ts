/** The stages of a project run: each is a run of its own, begun with what the stages before it handed over. */
import type { Ended, Json, JsonObject, Spawn } from '@sigma/protocol'
import { z } from 'zod'
import type { Stage } from './input.ts'
import { atOf, idOf } from './places.ts'
import type { Going, ProjectStep } from './state.ts'

/** `nonce`: of the event that the stage follows from; it keeps the sessions of stages apart. */
export function begun(stage: Stage, going: Going, nonce: string): ProjectStep {
  const session = sessionOf(stage, going, nonce)
  const built = stage === 'tdd' ? { base: going.commit, session, run: null } : going.built
  const now: Going = { ...going, built }
  const spawn: Spawn = {
    kind: 'spawn',
    id: idOf(stage),
    at: atOf(now, stage),
    protocol: stage,
    input: { ...templateOf(stage, now), ...given(stage, now), session },
    onParentEnd: 'stop',
    finds: samples[stage],
  }
  return { state: { ...now, kind: stage }, effects: [spawn] }
}

/** Only the first module grows from where the person's branch stood, and is carried over where that has moved. */
function templateOf(stage: Stage, { input, commit }: Going): JsonObject {
  const { target, ...template } = input.templates[stage] ?? {}
  return target === undefined || commit !== input.base ? template : { ...template, target }
}

/** The beginning of a session's name is made with the run (D7). */
function sessionOf(stage: Stage, going: Going, nonce: string): string {
  const { session } = z.object({ session: z.string() }).catch({ session: stage }).parse(templateOf(stage, going))
  return `${session}${nonce.replace(/[^a-z0-9]/gi, '').slice(0, 6)}`
}

function given(stage: Stage, going: Going): JsonObject {
  const { input, modules, at, commit, planned, built } = going
  const module = modules[at]
  if (stage === 'design' || module === undefined) return { base: input.base }
  const own = { module: module.module, design: { ...module.design } }
  if (stage === 'plan') return { ...own, base: commit, plan: { ...module.plan } }
  if (stage === 'tdd') return { ...own, ...planned, base: commit }
  return { ...own, ...planned, commit, base: built?.base ?? commit, run: built?.run ?? '' }
}

const handed: z.ZodType<JsonObject> = z.record(z.string(), z.json())
const document = z.object({ path: z.string(), blob: z.string() })

const designed = z.object({
  modules: z.array(z.object({ module: z.string().min(1), hands: z.object({ design: document }) })).min(1),
})
const planned = z.object({ hands: handed })
/** `base`: where the work grew from in the end; it may have been carried over to a branch that had moved. */
const committed = z.object({ commit: z.string(), base: z.string().exactOptional() })

/** What a stage that is over adds; null: it handed over nothing that the next could begin with. */
export function taken(stage: Stage, going: Going, { result, run }: Pick<Ended, 'result' | 'run'>): Going | null {
  switch (stage) {
    case 'design': {
      const { data } = designed.safeParse(result)
      if (data === undefined) return null
      const modules = data.modules.map(({ module, hands: { design } }) => {
        const known = going.modules.find((each) => each.module === module)
        return { module, design, plan: known?.plan ?? { path: planBeside(design.path), blob: null } }
      })
      return { ...going, modules, at: 0 }
    }
    case 'plan': {
      const { data } = planned.safeParse(result)
      return data === undefined ? null : { ...going, planned: data.hands }
    }
    case 'tdd': {
      const { data } = committed.safeParse(result)
      if (data === undefined) return null
      const built = going.built === null ? null : { ...going.built, base: data.base ?? going.built.base, run }
      return { ...going, commit: data.commit, built }
    }
    case 'review':
      return going
  }
}

const planBeside = (design: string): string => `${design.slice(0, design.lastIndexOf('/') + 1)}tdd_plan.md`

const [commit, blob] = ['e'.repeat(40), `sha256:${'0'.repeat(64)}`]
const module = (name: string): Json => ({ module: name, hands: { design: { path: `${name}/design.md`, blob } } })

/** What the explorer has each stage hand over: what goes on, and nothing of use. */
const samples: Readonly<Record<Stage, readonly Json[]>> = {
  design: [{ modules: [module('one'), module('two')] }, { modules: [module('one')] }, null],
  plan: [{ hands: {} }, null],
  tdd: [{ commit }, null],
  review: [null],
}
