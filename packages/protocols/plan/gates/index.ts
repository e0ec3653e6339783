/** The one gate of the plan loop. */
import { type GateKit, type GateWorld, matches } from '@sigma/engine'
import { isReadableDesign } from '@sigma/measuring'
import {
  critiquePlan,
  cycleInRepository,
  type DesignInterface,
  type Finding,
  type JsonObject,
  jsonOf,
  type PlanFault,
  type PlanPoint,
  planToCycles,
  type ReadPlan,
  readDesign,
  readPlan,
} from '@sigma/protocol'
import { globsInFolder } from '../../modules/globs-in-folder.ts'
import {
  handed as handedSchema,
  type PlanFound,
  type PlanParameters,
  planParameters,
} from '../machine/gate-parameters.ts'
import { proofs } from './proofs/proofs.ts'

export const gateKit: GateKit = {
  open: (world) => ({
    check: async ({ gate, commit, parameters: given }) => {
      const parameters = planParameters.parse(given)
      const texts = await textsOf(world, commit, parameters)
      const { refusals, found } = judged(texts, parameters, (text) => world.blobs.put(text))
      const evidence = world.blobs.put(JSON.stringify({ gate, commit, ...texts, refusals, found }))
      const findings = refusals.map((refusal): Finding => ({ ...refusal, evidence }))
      return { verdict: findings.length === 0 ? 'pass' : 'fail', findings, data: found, evidence }
    },
  }),
  proofs: () => proofs,
}

interface Texts {
  readonly design: string | null
  /** Null: it is not where it belongs. */
  readonly plan: string | null
  readonly designChanged: boolean
}

async function textsOf(
  { checkouts, blobs }: GateWorld,
  commit: string,
  { base, design, plan }: PlanParameters,
): Promise<Texts> {
  const textOf = async ({ path, blob, content }: PlanParameters['plan'], at: string): Promise<string | null> => {
    if (content !== undefined) return content
    const bytes = blob === null ? await checkouts.read(at, path) : blobs.get(blob)
    return bytes === null ? null : new TextDecoder().decode(bytes)
  }
  const [before, after] = await Promise.all([checkouts.read(base, design.path), checkouts.read(commit, design.path)])
  return {
    design: await textOf(design, base),
    plan: await textOf(plan, commit),
    designChanged: !isSame(before, after),
  }
}

function isSame(left: Uint8Array | null, right: Uint8Array | null): boolean {
  return left === null || right === null ? left === right : Buffer.compare(left, right) === 0
}

/** A plan that is told in more could not be handed on: what a gate finds goes into the journal. */
const mostHanded = 48 * 1024

/** What judges the plan, and keeps the text of one that can be built. */
function judged(texts: Texts, parameters: PlanParameters, keep: (text: string) => string): Judged {
  const { refusals, found } = judge(texts, parameters)
  if (refusals.length > 0 || texts.plan === null) return { refusals, found }
  const hands = handed(texts.plan, readDesign(texts.design ?? ''), parameters, keep)
  if (JSON.stringify(hands).length <= mostHanded) return { refusals, found: { ...found, hands } }
  const message = `The ${found.cycles} cycles of the plan are more than one run can be handed.`
  const remedy = 'Plan fewer cycles; the others are a module of their own.'
  return { refusals: [at(parameters.plan.path)({ rule: 'plan-too-large', line: 1, message, remedy })], found }
}

/** The plan, and its cycles with paths as the repository has them. */
function handed(
  text: string,
  interfaces: readonly DesignInterface[],
  { plan: { path }, folder, tests, source, ...parameters }: PlanParameters,
  keep: (text: string) => string,
): JsonObject | null {
  const read = readPlan(text, parameters)
  if (read.kind === 'faults') return null
  const planned = planToCycles(read.plan, interfaces, { tests, source, matches }, read.lines)
  if (planned.kind === 'faults') return null
  const here = globsInFolder(folder)
  return handedSchema.parse(
    jsonOf({
      plan: { path, blob: keep(text) },
      cycles: planned.cycles.map((cycle) => cycleInRepository(here, cycle)),
      batches: planned.batches,
    }),
  )
}

interface Judged {
  readonly refusals: readonly Finding[]
  readonly found: PlanFound
}

const nothing: PlanFound = { cycles: 0, batches: 0, warnings: [], hands: null }

function judge({ design, plan, designChanged }: Texts, parameters: PlanParameters): Judged {
  const { path } = parameters.plan
  const changed: readonly Finding[] = designChanged
    ? [
        {
          rule: 'design-changed',
          message: `${parameters.design.path} was changed; a plan keeps to the design as it is.`,
          remedy: 'Put the design back as it was, and say in the answer what is wrong with it.',
        },
      ]
    : []
  if (plan === null) {
    const message = `There is no plan at ${path}.`
    return { refusals: [...changed, { rule: 'no-plan', message, remedy: `Write it to ${path}.` }], found: nothing }
  }
  const read = readPlan(plan, parameters)
  if (read.kind === 'faults') return { refusals: [...changed, ...read.faults.map(at(path))], found: nothing }
  const points = pointsOf(read, readDesign(design ?? ''), parameters)
  const isTold = ({ isOpinion }: PlanPoint): boolean => isOpinion && parameters.opinions === 'warn'
  return {
    refusals: [...changed, ...points.filter((point) => !isTold(point)).map(at(path))],
    found: {
      cycles: read.plan.cycles.length,
      batches: read.plan.batches.length,
      warnings: points.filter(isTold).map((point) => at(path)(point).message),
      hands: null,
    },
  }
}

function pointsOf(
  { plan, lines }: ReadPlan,
  interfaces: readonly DesignInterface[],
  { module, design, plan: { path }, folder, tests, source, most = Number.POSITIVE_INFINITY }: PlanParameters,
): readonly PlanPoint[] {
  const planned = planToCycles(plan, interfaces, { tests, source, matches }, lines)
  const faults = [
    ...(plan.module === null || plan.module === module ? [] : [foreign(plan.module, module)]),
    ...(planned.kind === 'faults' ? planned.faults : unreadable(planned.cycles.flatMap((each) => each.interfaces))),
  ]
  const below = folder === '' ? '' : `${folder}/`
  const documents = [design.path, path].flatMap((each) => (each.startsWith(below) ? [each.slice(below.length)] : []))
  const isTest = (file: string): boolean => matches(file, tests)
  return [
    ...[...faults, ...tooMany()].map((fault) => ({ ...fault, isOpinion: false })),
    ...critiquePlan(plan, { lines, documents, isTest }),
  ].toSorted((left, right) => left.line - right.line)

  /** Phase 0 would have to refuse whatever the developer writes. */
  function unreadable(names: readonly string[]): readonly PlanFault[] {
    return interfaces
      .filter(({ name, declaration }) => names.includes(name) && !isReadableDesign(declaration))
      .map(({ name, declaration }) => ({
        rule: 'interface-unreadable',
        line: lineOf(name),
        message: `The design declares ${name} in a way that cannot be compared with code: \`${declaration.split('\n')[0]?.slice(0, 120)}\`.`,
        remedy: 'Say so in the answer: the design has to declare it as JavaScript or TypeScript does, without a body.',
      }))
  }

  function tooMany(): readonly PlanFault[] {
    const { cycles } = plan
    const [first] = cycles.slice(most)
    if (first === undefined) return []
    const message = `The plan has ${cycles.length} cycles; this run builds at most ${most}.`
    return [
      { rule: 'too-many-cycles', line: lines[first.id] ?? 1, message, remedy: 'Leave out or join what is beyond.' },
    ]
  }

  function lineOf(name: string): number {
    const cycle = plan.cycles.find((each) => each.interfaces.some((one) => one.split('.')[0] === name))
    return lines[cycle?.id ?? ''] ?? 1
  }
}

const foreign = (found: string, module: string): PlanFault => ({
  rule: 'foreign-module',
  line: 1,
  message: `The plan is for the module "${found}", not for "${module}".`,
  remedy: `Set "module" to "${module}".`,
})

/** A fault as the agents and people are told of it. */
const at =
  (path: string) =>
  ({ rule, line, message, remedy }: PlanFault): Finding => ({ rule, message: `${path}:${line}: ${message}`, remedy })
