import { SigmaError } from '@sigma/engine'
import { CommandError } from '../errors.ts'
import { nameText } from '../printable.ts'

export const interruptedMeasuring = (module: string): CommandError =>
  new CommandError(
    'interrupted',
    130,
    'Sigma was interrupted while it measured; nothing of it is left.',
    `sigma strength ${nameText(module)}`,
  )

export const noSuchModule = (module: string, near: string | null): SigmaError =>
  new SigmaError('no-such-module', `No source file at HEAD belongs to "${nameText(module)}".`, {
    hint: near === null ? 'Name a file or folder of the source, such as src.' : `sigma strength ${near}`,
  })
