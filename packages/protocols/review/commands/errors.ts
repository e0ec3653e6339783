/** What keeps a module from being reviewed. */
import { SigmaError } from '@sigma/engine'

export const nothingBuilt = (module: string): SigmaError =>
  new SigmaError('nothing-built', `There is no finished TDD run of "${module}" to review.`, {
    hint: `sigma tdd ${module}`,
  })
