/** What became of each mutant that Sigma planted, from what its programs wrote down. */
import type { Account } from './account.ts'
import type { PlantedMutant } from './schemata.ts'
import type { Tried } from './trial.ts'

/**
 * `unreached`: no test runs it. `untried`: time was up. `unsure`: a test file that may notice it says nothing, since it does not
 * pass over planted source, or not a second time in one process.
 */
export type Standing = 'noticed' | 'survived' | 'unreached' | 'untried' | 'unsure'

export interface Outcome extends PlantedMutant {
  readonly standing: Standing
  /** Tests that run it, as `<file> › <name>`: of one that survived those that should have noticed. */
  readonly tests: readonly string[]
}

export function outcomesOf({ mutants, account }: Pick<Tried, 'mutants' | 'account'>): readonly Outcome[] {
  const fit = account.files.filter(({ failed, doubted }) => failed === null && !doubted)
  const isAllFit = fit.length === account.files.length && account.isWhole
  const noticed = new Set(
    account.tries.flatMap(({ file, mutant, by }) =>
      by !== null && fit.some((each) => each.file === file) ? [mutant] : [],
    ),
  )
  const tried = new Set(account.tries.map(({ file, mutant }) => `${mutant} ${file}`))
  return mutants.map((mutant) => {
    const { id } = mutant
    const reaching = fit.filter(({ load, tests }) => load.has(id) || tests.some(({ ids }) => ids.has(id)))
    const tests = reaching.flatMap((file) => testsIn(file, id))
    const standing = noticed.has(id)
      ? 'noticed'
      : reaching.some(({ file }) => !tried.has(`${id} ${file}`))
        ? 'untried'
        : !isAllFit
          ? 'unsure'
          : reaching.length === 0
            ? 'unreached'
            : 'survived'
    return { ...mutant, standing, tests }
  })
}

const testsIn = ({ file, tests }: Account['files'][number], id: number): readonly string[] =>
  tests.flatMap(({ name, ids }) => (ids.has(id) ? [`${file} › ${name}`] : []))
