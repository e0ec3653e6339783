/** The stages of a project run: each is a run of its own, begun with what the stages before it handed over. */
import type { Ended, Json, JsonObject, Spawn } from '@sigma/protocol'
import { z } from 'zod'
import type { ModuleStage, ProjectInput, Stage } from './input.ts'
import { freshLane, isAlone } from './lanes.ts'
import { atDesign, atOf, idOf } from './places.ts'
import type { Going, Lane } from './state.ts'

/** `nonce`: of the event that the stage follows from; it keeps the sessions of stages apart. */
export function designStage({ input }: Going, nonce: string): Spawn {
  const { template, session } = begun(input, 'design', nonce)
  return spawn('design', 'design', atDesign, { ...template, base: input.base, session })
}

/** Begins the stage of the module at that position; gives what is known of the module then. */
export function moduleStage(
  going: Going,
  at: number,
  stage: ModuleStage,
  nonce: string,
): { readonly lane: Lane; readonly spawn: Spawn } | null {
  const before = going.lanes[at]
  if (before === undefined) return null
  const { integrated, trunk } = going
  // Whoever waited builds on what is integrated now; a stage that is done again, on what it was begun with.
  const isFresh = before.stand.kind === 'waiting' || before.start === null
  const from = isFresh ? { commit: trunk.commit, after: integrated.length } : before.start
  const { template, session } = begun(going.input, stage, nonce, at)
  const built =
    stage === 'tdd'
      ? { base: from.commit, session, run: null, work: null, from: { commit: from.commit, evidence: null } }
      : before.built
  const lane: Lane = { ...before, start: from, built, stand: { kind: 'working', stage } }
  const input = { ...carriedOver(going, at, from.commit, template), ...given(stage, lane), session }
  return { lane, spawn: spawn(idOf(lane, stage), stage, atOf(lane, stage), input) }
}

const spawn = (id: string, protocol: Stage, at: Spawn['at'], input: JsonObject): Spawn => ({
  kind: 'spawn',
  id,
  at,
  protocol,
  input,
  onParentEnd: 'stop',
  finds: samples[protocol],
})

const sessionSchema = z.object({ session: z.string() })

/** The beginning of a session's name is made with the run (D7); two stages may follow from one event. */
function begun(
  { templates }: ProjectInput,
  stage: Stage,
  nonce: string,
  at = 0,
): { readonly template: JsonObject; readonly session: string } {
  const template = templates[stage] ?? {}
  const session = sessionSchema.safeParse(template).data?.session ?? stage
  return { template, session: `${session}${nonce.replace(/[^a-z0-9]/gi, '').slice(0, 6)}${at === 0 ? '' : at}` }
}

/** Only what grows alone from where the person's branch stood is carried over where that has moved: others could not be merged with it. */
function carriedOver(going: Going, at: number, commit: string, { target, ...template }: JsonObject): JsonObject {
  const isFirst = commit === going.input.base && going.integrated.length === 0 && isAlone(going, at)
  return target === undefined || !isFirst ? template : { ...template, target }
}

function given(stage: ModuleStage, { module, start, planned, built, told }: Lane): JsonObject {
  const own = { module: module.module, design: { ...module.design } }
  const base = start?.commit ?? ''
  if (stage === 'plan') return { ...own, base, plan: { ...module.plan } }
  if (stage === 'tdd') return { ...own, ...planned, base, ...(told.length > 0 && { refused: told.map(plain) }) }
  return { ...own, ...planned, commit: built?.work?.commit ?? base, base: built?.base ?? base, run: built?.run ?? '' }
}

const plain = ({ rule, message, remedy, evidence }: Lane['told'][number]): JsonObject => ({
  rule,
  message,
  remedy,
  ...(evidence !== undefined && { evidence }),
})

const handed: z.ZodType<JsonObject> = z.record(z.string(), z.json())
const document = z.object({ path: z.string(), blob: z.string() })

const designed = z.object({
  modules: z
    .array(
      z.object({
        module: z.string().min(1),
        hands: z.object({ design: document }),
        needs: z.array(z.string().min(1)).exactOptional(),
      }),
    )
    .min(1),
})
const planned = z.object({ hands: handed })
/** `base`: where the work grew from in the end; it may have been carried over to a branch that had moved. */
const committed = z.object({
  commit: z.string(),
  base: z.string().exactOptional(),
  evidence: z.string().nullable().default(null),
  /** Of the commit that it began from. */
  measured: z.string().nullable().default(null),
})

/** The modules that the design stage hands over; null: none that could be planned. */
export function designedIn(going: Going, { result }: Pick<Ended, 'result'>): Going | null {
  const { data } = designed.safeParse(result)
  if (data === undefined) return null
  const first = data.modules.filter(({ module }, at, all) => all.findIndex((each) => each.module === module) === at)
  const lanes = first.map(({ module, hands: { design }, needs }) => {
    const known = going.input.modules.find((each) => each.module === module)
    const plan = known?.plan ?? { path: planBeside(design.path), blob: null }
    return freshLane({ module, design, plan, needs: needs ?? known?.needs ?? null }, going.input.returns)
  })
  return { ...going, lanes }
}

/** What a stage that is over adds to its module; null: it handed over nothing that the next could begin with. */
export function taken(stage: ModuleStage, lane: Lane, { result, run }: Pick<Ended, 'result' | 'run'>): Lane | null {
  switch (stage) {
    case 'plan': {
      const { data } = planned.safeParse(result)
      return data === undefined ? null : { ...lane, planned: data.hands }
    }
    case 'tdd': {
      const { data } = committed.safeParse(result)
      if (data === undefined || lane.built === null) return null
      const { commit, evidence, measured, base = lane.built.base } = data
      const from = { commit: lane.start?.commit ?? base, evidence: measured }
      return { ...lane, built: { ...lane.built, base, run, work: { commit, evidence }, from } }
    }
    case 'review':
      return lane
  }
}

const planBeside = (design: string): string => `${design.slice(0, design.lastIndexOf('/') + 1)}tdd_plan.md`

const [commit, blob] = ['e'.repeat(40), `sha256:${'0'.repeat(64)}`]
const module = (name: string, needs?: readonly string[]): Json => ({
  module: name,
  hands: { design: { path: `${name}/design.md`, blob } },
  ...(needs !== undefined && { needs: [...needs] }),
})

/** What the explorer has each stage hand over: what goes on, and nothing of use. */
const samples: Readonly<Record<Stage, readonly Json[]>> = {
  design: [{ modules: [module('one'), module('two', [])] }, { modules: [module('one'), module('two')] }, null],
  plan: [{ hands: {} }, null],
  tdd: [{ commit, evidence: blob }, null],
  review: [null],
}
