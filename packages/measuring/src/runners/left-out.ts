/** Test files that the runner's own configuration leaves out. They are no fault of anybody's work: each is told with why. */
import { z } from 'zod'
import { bounded } from '../text.ts'
import type { LeftOut } from './test-run.ts'
import { inTree, type Tree } from './tree.ts'

/** What a project of the runner's takes in, in the words of its configuration: by the name of each setting what is set. */
export const takenSchema = z.array(z.record(z.string(), z.string()))
export type Taken = z.infer<typeof takenSchema>

/** Files of type tests, as vitest and tsd name them. */
export const isTypeTest = (file: string): boolean => /[.-]test-d\.[cm]?tsx?$/.test(file)

export function leftOut(runner: string, file: string, taken: Taken, tree: Tree): LeftOut {
  const settings = taken.map((each) =>
    Object.entries(each)
      .map(([name, value]) => `${name}: ${value}`)
      .join('; '),
  )
  const words = settings.length === 0 ? '' : ` (${bounded(inTree([...new Set(settings)].join(' | '), tree), 400)})`
  const what = isTypeTest(file) ? ' It holds type tests, which a compiler checks and Sigma does not run.' : ''
  return { file, message: `${runner} leaves it out by its configuration${words}.${what}` }
}
