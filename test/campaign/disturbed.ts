import type { Repository } from '../kit/repository.ts'
import { leanRepository } from './lean-project.ts'
import { type Place, places } from './places.ts'
import { type Faults, faultsIn, faultsInGit, type Rule } from './preload.ts'
import { usersFiles } from './projections.ts'
import { type Disturbance, type End, endOf, judge, playThrough, type Trial } from './trial.ts'

/** A run with its repository, played with what `next` does to its processes, and compared with the undisturbed one. */
export async function disturbed(
  next: (repository: Repository) => (number: number) => Disturbance | null,
  most = 12,
): Promise<Trial> {
  const repository = leanRepository()
  return await judged(repository, next(repository), most)
}

/** The same in a repository that is there already, which is removed afterwards. */
export async function judged(
  given: Repository,
  next: (number: number) => Disturbance | null,
  most: number,
): Promise<Trial> {
  using repository = given
  const wanted = await undisturbed()
  const before = usersFiles(repository)
  return await judge(repository, before, await playThrough(repository, next, most), wanted.end)
}

export function faultsAt(repository: Repository, { whose }: Place, rules: readonly Rule[]): Faults {
  return whose === 'git' ? faultsInGit(repository, rules) : faultsIn(repository.home, rules)
}

export function ruleAt({ calls, path }: Place, rule: Pick<Rule, 'from' | 'to' | 'action'>): Rule {
  return { calls, path, ...rule }
}

interface Undisturbed {
  readonly end: End
  /** How many calls there are at each place. */
  readonly calls: ReadonlyMap<string, number>
}

let known: Promise<Undisturbed> | null = null

/** Played once, with all calls counted. */
export function undisturbed(): Promise<Undisturbed> {
  known ??= count()
  return known
}

async function count(): Promise<Undisturbed> {
  using repository = leanRepository()
  const before = usersFiles(repository)
  const rules = (whose: Place['whose']) =>
    places.filter((place) => place.whose === whose).map((place) => ruleAt(place, { from: 0, to: 0, action: 'count' }))
  const own = faultsIn(repository.home, rules('sigma'))
  const ofGit = faultsInGit(repository, rules('git'))
  const processes = await playThrough(repository, () => ({ env: { ...own.env, ...ofGit.env } }), 1)
  if (processes[0]?.exit !== 0) throw new Error(`The undisturbed run failed: ${processes[0]?.stderr}`)
  const end = endOf(repository)
  const { faults } = await judge(repository, before, processes, end)
  if (faults.length > 0) throw new Error(`The undisturbed run is not sound: ${faults.join('; ')}`)
  const counted = (whose: Place['whose'], faults: Faults) => {
    const met = faults.met()
    return places.filter((place) => place.whose === whose).map(({ name }, at) => [name, met[at]?.matched ?? 0] as const)
  }
  return { end, calls: new Map([...counted('sigma', own), ...counted('git', ofGit)]) }
}
