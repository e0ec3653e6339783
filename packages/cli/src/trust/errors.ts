import { SigmaError } from '@sigma/engine'
import { CommandError } from '../errors.ts'
import { printableLine } from '../printable.ts'

export const untrusted = (file: string | null, keys: readonly string[], isKnown: boolean): CommandError =>
  new CommandError(
    'untrusted',
    1,
    `Nothing was started: you have not confirmed what ${file ?? 'the configuration'} may do here${isKnown ? ' since it changed' : ''} (${keys.map((key) => printableLine(key)).join(', ')}).`,
    'sigma trust',
  )

export const trustUnusable = (file: string, why: string): SigmaError =>
  new SigmaError('trust-unusable', `What you confirm cannot be kept in ${file}: ${why}`, {
    hint: 'export XDG_CONFIG_HOME=<a folder of yours>',
  })
