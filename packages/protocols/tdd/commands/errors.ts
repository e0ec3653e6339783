/** What is wrong with the command line of a TDD run. */
import { SigmaError } from '@sigma/engine'

export const noPlaceForWork = (given: string): SigmaError =>
  new SigmaError('wrong-command-line', `--out "${given}" is no place for work directories.`, {
    hint: 'sigma tdd <module> --out build/sigma',
  })
