/** How strong tests are: of the small changes that Sigma makes of source, how many some test notices, by function. */
import type { CheckoutSpec } from '@sigma/engine'
import type { Project, WaivedMutant } from '@sigma/protocol'
import type { Tools } from '../../benches/bench.ts'
import { bounded } from '../../text.ts'
import { type Outcome, outcomesOf, type Standing } from './outcomes.ts'
import type { PlantedFunction } from './schemata.ts'
import { type Tried, tryMutants } from './trial.ts'

/** A mutant that no test notices. */
export interface Unnoticed {
  readonly line: number
  readonly mutator: string
  readonly was: string
  readonly becomes: string
  /** Tests that run it; empty: none does. */
  readonly tests: readonly string[]
}

export interface FunctionStrength {
  readonly file: string
  /** With those around it, from the outside in; empty: what the file does outside of any. */
  readonly name: string
  readonly line: number
  /** Percent of the mutants that count; null: none counts. */
  readonly share: number | null
  readonly noticed: number
  readonly unnoticed: readonly Unnoticed[]
  /** By a person's word. */
  readonly waived: number
  /** For want of time. */
  readonly untried: number
  /** Test files that may notice them say nothing. */
  readonly unsure: number
  /** False: no test runs any of it. */
  readonly isReached: boolean
}

export interface Strength {
  readonly files: readonly string[]
  readonly share: number | null
  readonly noticed: number
  readonly unnoticed: number
  readonly untried: number
  readonly unsure: number
  /** The weakest first. */
  readonly functions: readonly FunctionStrength[]
  /** Test files that say nothing, each with why. */
  readonly silent: readonly { readonly file: string; readonly why: string }[]
  readonly durationMs: number
}

export async function strengthOf(
  tools: Tools,
  project: Project,
  spec: CheckoutSpec,
  files: readonly string[],
  limitMs: number,
  signal: AbortSignal,
): Promise<Strength> {
  const wanted = files.map((path) => ({ path, lines: null }))
  const tried = await tryMutants(tools, project, spec, wanted, { runs: null, leastMs: 0, limitMs }, signal)
  return strengthIn(tried, files, project.mutants?.waived ?? [])
}

function strengthIn(
  tried: Pick<Tried, 'mutants' | 'functions' | 'account' | 'unread' | 'durationMs'>,
  files: readonly string[],
  waived: readonly WaivedMutant[],
): Strength {
  const outcomes = outcomesOf(tried)
  const places = new Map<string, PlantedFunction>()
  for (const each of tried.functions)
    if (!places.has(`${each.file} ${each.name}`)) places.set(`${each.file} ${each.name}`, each)
  for (const { file, within, line } of outcomes)
    if (!places.has(`${file} ${within}`)) places.set(`${file} ${within}`, { file, name: within, line })
  const functions = [...places.values()]
    .map((place) => ofFunction(place, outcomes, waived))
    .filter(
      ({ name, noticed, unnoticed, untried, unsure }) =>
        name !== '' || noticed + unnoticed.length + untried + unsure > 0,
    )
    .toSorted(weakestFirst)
  const sum = (of: (each: FunctionStrength) => number): number => functions.reduce((all, each) => all + of(each), 0)
  const [noticed, unnoticed] = [sum((each) => each.noticed), sum((each) => each.unnoticed.length)]
  return {
    ...{ files, noticed, unnoticed, functions },
    share: percentOf(noticed, unnoticed),
    untried: sum((each) => each.untried),
    unsure: sum((each) => each.unsure),
    silent: [
      ...tried.account.files.flatMap(({ file, failed, doubted }) =>
        failed !== null
          ? [{ file, why: failed }]
          : doubted
            ? [{ file, why: 'it fails when it is run again in one process' }]
            : [],
      ),
      ...tried.unread.map((file) => ({ file, why: 'it cannot be read' })),
    ],
    durationMs: tried.durationMs,
  }
}

function ofFunction(
  { file, name, line }: PlantedFunction,
  outcomes: readonly Outcome[],
  waived: readonly WaivedMutant[],
): FunctionStrength {
  const own = outcomes.filter((each) => each.file === file && each.within === name)
  const count = (standing: Standing): number => own.filter((each) => each.standing === standing).length
  const survivors = own.filter(({ standing }) => standing === 'survived' || standing === 'unreached')
  const isWaived = ({ from, to }: Outcome): boolean =>
    waived.some((each) => each.file === file && each.was === bounded(from, 300) && each.becomes === bounded(to, 300))
  const unnoticed = survivors.filter((each) => !isWaived(each))
  return {
    ...{ file, name, line },
    share: percentOf(count('noticed'), unnoticed.length),
    noticed: count('noticed'),
    unnoticed: unnoticed.map(({ line, mutator, from, to, tests }) => ({
      ...{ line, mutator, tests },
      was: bounded(from, 300),
      becomes: bounded(to, 300),
    })),
    waived: survivors.length - unnoticed.length,
    untried: count('untried'),
    unsure: count('unsure'),
    isReached: own.length === 0 || own.some(({ standing }) => standing !== 'unreached'),
  }
}

const percentOf = (noticed: number, unnoticed: number): number | null =>
  noticed + unnoticed === 0 ? null : Math.floor((1000 * noticed) / (noticed + unnoticed)) / 10

/** What is not known comes last; of two that are as weak the one with more to notice is first. */
function weakestFirst(a: FunctionStrength, b: FunctionStrength): number {
  const [left, right] = [a.share ?? 101, b.share ?? 101]
  return (
    left - right || b.unnoticed.length - a.unnoticed.length || (`${a.file} ${a.name}` < `${b.file} ${b.name}` ? -1 : 1)
  )
}
