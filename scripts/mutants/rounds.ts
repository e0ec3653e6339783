/** Tries mutants: first the tests that are quick or stand beside the source, then more of them, as long as the time for each mutant lasts. */
import { basename } from 'node:path'
import type { Copy } from './copy.ts'
import { type Played, play } from './play.ts'
import { keepTries, keyOf, type Notes, type Try } from './results.ts'

export interface Candidate {
  readonly file: string
  readonly test: string
  readonly name: string
  readonly ms: number
}

export interface Trial {
  readonly id: number
  readonly key: string
  /** Candidates in the order in which they are tried. */
  readonly candidates: readonly Candidate[]
  readonly tried: Set<string>
  spentMs: number
  killedBy: string | null
}

export function trialsOf({ mutants }: Copy, notes: Notes, tries: readonly Try[]): readonly Trial[] {
  const reaching = new Map<string, Candidate[]>()
  for (const [file, { tests }] of Object.entries(notes.files))
    for (const { test, name, ms, reached } of tests)
      for (const key of reached) {
        const known = reaching.get(key) ?? []
        known.push({ file, test, name, ms })
        reaching.set(key, known)
      }
  const before = Map.groupBy(tries, ({ key }) => key)
  return mutants.map((mutant) => {
    const key = keyOf(mutant)
    const source = basename(mutant.file, '.ts')
    const cost = ({ file, ms }: Candidate): number => (basename(file).startsWith(`${source}.`) ? ms / 5 : ms)
    const candidates = (reaching.get(key) ?? []).toSorted((left, right) => cost(left) - cost(right))
    const known = before.get(key) ?? []
    const killedBy = known.find(({ by }) => by !== null)?.by ?? null
    return { id: mutant.id, key, candidates, tried: new Set(known.map(({ test }) => test)), spentMs: 0, killedBy }
  })
}

/** Tries mutants that are reached before any test begins: switched on from the start, in the quickest of the files that load them. */
export async function tryAtLoad({ path }: Copy, trials: readonly Trial[], notes: Notes): Promise<void> {
  const files = Object.entries(notes.files).map(([file, { loaded, tests }]) => ({
    file,
    loaded: new Set(loaded),
    ms: tests.reduce((sum, { ms }) => sum + ms, 0),
  }))
  files.sort((left, right) => left.ms - right.ms)
  for (const trial of trials) {
    if (trial.killedBy !== null) continue
    for (const { file } of files.filter(({ loaded }) => loaded.has(trial.key)).slice(0, mostFiles)) {
      if (trial.tried.has(file) || trial.killedBy !== null) continue
      const { events } = await play(path, { tests: {}, always: trial.id, files: [file], limitMs: () => 60_000 })
      const isNoticed = events.length === 0 || events.some((event) => event.kind === 'tried' && event.failed)
      trial.tried.add(file)
      trial.killedBy = isNoticed ? file : null
      keepTries([{ key: trial.key, test: file, by: trial.killedBy }])
    }
  }
}

/** A mutant at load costs a process each time. */
const mostFiles = 4

/** How many tests a mutant is tried with in each round. */
const breadths: readonly number[] = [1, 1, 2, 4, 8, 1000]
/** What is played at a time, so that little is lost when it is ended. */
const portionMs = 90_000

export async function tryAll(
  copy: Copy,
  trials: readonly Trial[],
  budgetMs: number,
  tell: (line: string) => void,
): Promise<void> {
  for (const breadth of breadths) {
    const wanted = wantedOf(trials, breadth, budgetMs)
    const alive = trials.filter(({ killedBy }) => killedBy === null).length
    tell(`${alive} of ${trials.length} mutants are alive; ${wanted.size} tests try up to ${breadth} times each`)
    await round(copy, trials, wanted)
  }
}

interface Wanted extends Candidate {
  readonly trials: Set<Trial>
}

function wantedOf(trials: readonly Trial[], breadth: number, budgetMs: number): Map<string, Wanted> {
  const wanted = new Map<string, Wanted>()
  for (const trial of trials) {
    if (trial.killedBy !== null) continue
    for (const candidate of trial.candidates.filter(({ test }) => !trial.tried.has(test)).slice(0, breadth)) {
      if (trial.spentMs + candidate.ms > budgetMs) break
      trial.spentMs += candidate.ms
      const known = wanted.get(candidate.test) ?? { ...candidate, trials: new Set() }
      known.trials.add(trial)
      wanted.set(candidate.test, known)
    }
  }
  return wanted
}

async function round(copy: Copy, trials: readonly Trial[], wanted: Map<string, Wanted>): Promise<void> {
  for (;;) {
    const portion = portionOf(wanted)
    if (portion.length === 0) return
    const played = await playPortion(copy, portion)
    const { tries, doubted } = settle(trials, wanted, played)
    keepTries(tries)
    for (const [test, trial] of doubted) {
      const one = wanted.get(test)
      if (one === undefined) continue
      const alone = await playPortion(copy, [{ ...one, trials: new Set([trial]) }])
      keepTries(settle(trials, wanted, alone, new Set([trial])).tries)
    }
    // A file that does not load, or a test that is gone, is not asked again.
    if (played.events.every(({ kind }) => kind !== 'begun')) for (const { test } of portion) wanted.delete(test)
  }
}

function portionOf(wanted: Map<string, Wanted>): readonly Wanted[] {
  const portion: Wanted[] = []
  let ms = 0
  for (const [test, each] of wanted) {
    for (const trial of each.trials) if (trial.killedBy !== null || trial.tried.has(test)) each.trials.delete(trial)
    if (each.trials.size === 0) wanted.delete(test)
    else if (ms < portionMs) {
      portion.push(each)
      ms += each.ms * (each.trials.size + 1)
    }
  }
  return portion
}

function playPortion({ path }: Copy, portion: readonly Wanted[]): Promise<Played> {
  const limits = new Map(portion.map(({ test, ms }) => [test, 20_000 + Math.min(ms * 3, 60_000)]))
  return play(path, {
    tests: Object.fromEntries(portion.map(({ test, trials }) => [test, [...trials].map(({ id }) => id)])),
    always: null,
    files: [...new Set(portion.map(({ file }) => file))],
    limitMs: (test) => limits.get(test) ?? 20_000,
  })
}

interface Settled {
  readonly tries: readonly Try[]
  /** Noticed by a test that failed afterwards without a mutant too: something may have been left behind. */
  readonly doubted: readonly (readonly [test: string, trial: Trial])[]
}

/** Takes in what was seen; `sure` are those that were played alone. */
export function settle(
  trials: readonly Trial[],
  wanted: Map<string, Pick<Wanted, 'name'>>,
  { events, cut }: Played,
  sure: ReadonlySet<Trial> = new Set(),
): Settled {
  const tries: Try[] = []
  const doubted: [string, Trial][] = []
  const unsteady = new Set(
    events.flatMap((each) => (each.kind === 'tried' && each.mutant === null && each.failed ? each.test : [])),
  )
  const take = (test: string, id: number, by: string | null): void => {
    const trial = trials.find((each) => each.id === id)
    if (trial === undefined) return
    if (by !== null && unsteady.has(test) && !sure.has(trial)) {
      doubted.push([test, trial])
      return
    }
    trial.tried.add(test)
    trial.killedBy ??= by
    tries.push({ key: trial.key, test, by })
  }
  for (const event of events)
    if (event.kind === 'tried' && event.mutant !== null)
      take(event.test, event.mutant, event.failed ? (wanted.get(event.test)?.name ?? event.test) : null)
  if (cut !== null && cut.mutant !== null) take(cut.test, cut.mutant, `${wanted.get(cut.test)?.name} (never ended)`)
  if (cut !== null && cut.mutant === null) wanted.delete(cut.test)
  return { tries, doubted }
}
