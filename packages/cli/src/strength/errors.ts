import { SigmaError } from '@sigma/engine'
import { nameText } from '../printable.ts'

export const noSuchModule = (module: string, near: string | null): SigmaError =>
  new SigmaError('no-such-module', `No source file at HEAD belongs to "${nameText(module)}".`, {
    hint: near === null ? 'Name a file or folder of the source, such as src.' : `sigma strength ${near}`,
  })
