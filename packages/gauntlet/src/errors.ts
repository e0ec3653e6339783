import { SigmaError } from '@sigma/engine'

export const nowhereToWrite = (source: readonly string[], tests: readonly string[]): SigmaError =>
  new SigmaError(
    'gauntlet-nowhere',
    `No module and test of the gauntlet could lie where your configuration has source (${source.join(' ')}) and tests (${tests.join(' ')}).`,
    { hint: 'sigma init --force, or name folders under "source" and "tests.files"' },
  )

export const cannotFound = (why: string): SigmaError =>
  new SigmaError('gauntlet-ground', `A repository to play the gauntlet in could not be made: ${why.trim()}`, {
    hint: 'git status && git fsck',
  })

/** Where honest work is refused, that a cheat is refused says nothing. */
export class HonestRefused extends SigmaError {
  /** Where its run can be looked at. */
  readonly folder: string

  constructor(reasons: readonly string[], folder: string) {
    super(
      'gauntlet-honest-refused',
      `Under your configuration the honest agent of the gauntlet was refused, so nothing can be said of cheats. ${reasons.join(' ')}`,
      { hint: `cd ${folder} && sigma why honest` },
    )
    this.folder = folder
  }
}

export const nothingToPlay = (word: string, nearest: string | null): SigmaError =>
  new SigmaError(
    'gauntlet-unknown',
    `No agent and no rule of the gauntlet is called "${word}"${nearest === null ? '.' : `; did you mean "${nearest}"?`}`,
    { hint: nearest === null ? 'sigma gauntlet --list' : `sigma gauntlet --only ${nearest}` },
  )
