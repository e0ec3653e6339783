/** Says what was noticed, and lists what was not. */
import { areas, type Copy } from './copy.ts'
import { equivalents } from './equivalents.ts'
import type { Mutant } from './plant.ts'
import { keyOf, type Notes } from './results.ts'
import type { Trial } from './rounds.ts'

type Fate = 'killed' | 'survived' | 'equivalent' | 'unfinished' | 'unreached'

/** Whether nothing is left to be said: no survivor, and a list of equivalent ones that holds. */
export function report({ mutants }: Copy, trials: readonly Trial[], notes: Notes): boolean {
  const named = new Set(equivalents.map(({ file, within, what }) => `${file}\t${within}\t${what}`))
  const loaded = new Set(Object.values(notes.files).flatMap((file) => file.loaded))
  const fates = trials.flatMap((trial) => {
    const mutant = mutants[trial.id]
    return mutant === undefined ? [] : [{ mutant, fate: fateOf(trial, named, loaded) }]
  })
  for (const fate of ['unfinished', 'unreached', 'survived'] as const)
    for (const each of fates) if (each.fate === fate) console.log(`${fate}\t${described(each.mutant)}`)
  for (const area of Object.keys(areas)) {
    const here = fates.filter(({ mutant }) => mutant.file.startsWith(area))
    if (here.length === 0) continue
    const counts = Map.groupBy(here, ({ fate }) => fate)
    console.log(
      `${area}: ${here.length} mutants, ${[...counts].map(([fate, { length }]) => `${length} ${fate}`).join(', ')}`,
    )
  }
  const wrong = [...named].flatMap((key) => {
    const trial = trials.find((each) => each.key === key)
    if (trial === undefined) return mutants.some((each) => keyOf(each) === key) ? [] : `is gone: ${key}`
    return trial.killedBy === null ? [] : `is noticed by "${trial.killedBy}": ${key}`
  })
  for (const line of wrong) console.log(`named as equivalent, but ${line}`)
  return wrong.length === 0 && fates.every(({ fate }) => fate === 'killed' || fate === 'equivalent')
}

function fateOf(trial: Trial, named: ReadonlySet<string>, loaded: ReadonlySet<string>): Fate {
  if (trial.killedBy !== null) return 'killed'
  if (named.has(trial.key)) return 'equivalent'
  if (trial.candidates.length === 0) return loaded.has(trial.key) ? 'survived' : 'unreached'
  return trial.candidates.every(({ test }) => trial.tried.has(test)) ? 'survived' : 'unfinished'
}

const described = ({ file, line, within, what }: Mutant): string => `${file}:${line}\t${within}\t${what}`
