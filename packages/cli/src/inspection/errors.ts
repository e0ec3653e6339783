import { SigmaError } from '@sigma/engine'
import { leastVersions } from '@sigma/measuring'
import { CommandError } from '../errors.ts'
import type { NotOne } from './inspection.ts'

/**
 * Why no configuration can be written yet; `init` is the command line that was typed, `up` leads to the top, `configured`
 * are the folders that have a configuration.
 */
export function notOnePackage(
  found: NotOne,
  { init, up, configured }: { readonly init: string; readonly up: string; readonly configured: readonly string[] },
): SigmaError {
  switch (found.kind) {
    case 'several': {
      const named = found.packages.slice(0, 6).map(({ folder, runner }) => `${folder} (${runner})`)
      const more = found.packages.length > 6 ? ` and ${found.packages.length - 6} more` : ''
      const next = found.packages.find(({ folder }) => !configured.includes(folder))
      return new CommandError(
        'which-package',
        64,
        `Each package of this monorepo has tests of its own, so one is to be chosen: ${named.join(', ')}${more}.`,
        next === undefined ? `cd ${found.packages[0]?.folder} && sigma doctor` : `cd ${next.folder} && ${init}`,
      )
    }
    case 'root-runs': {
      const { name, by } = found.runner
      return new SigmaError(
        'root-runs-tests',
        `The tests of ${found.folder} are run from the top of the repository, by ${name} (${by}), so the configuration belongs there.`,
        { hint: `cd ${up} && ${init}` },
      )
    }
    case 'unjudged': {
      const { name, by } = found.runner
      return new SigmaError(
        'runner-unknown',
        `The tests are run by ${name} (${by}), which Sigma cannot judge; it runs node:test, vitest ${leastVersions.vitest} and jest ${leastVersions.jest}, and newer ones.`,
        { hint: `${init} --runner node:test   # has new tests in node-test/, beside those that are there` },
      )
    }
  }
}

/** What was asked of `sigma init`; `agent` as its words on the command line, undefined where none was named. */
export interface InitLine {
  readonly agent: readonly string[] | undefined
  readonly full: boolean
  /** A configuration that is there is written over. */
  readonly force: boolean
  readonly example?: string | undefined
  readonly bank?: boolean | undefined
}

/** The same command line, as people type it. */
export function initLine({ agent, full, force, example, bank }: InitLine): string {
  const words = agent?.join(' ')
  const named = words === undefined ? '' : ` --agent ${/\s/.test(words) ? `"${words}"` : words}`
  const asked = example === undefined ? '' : ` --example ${example}`
  return `sigma init${force ? ' --force' : ''}${full ? ' --full' : ''}${named}${asked}${bank === true ? ' --bank' : ''}`
}

export const configExists = (file: string, init: InitLine): SigmaError =>
  new SigmaError('config-exists', `${file} exists already.`, {
    hint: file.endsWith('.ts') ? `rm ${file} && ${initLine(init)}` : initLine({ ...init, force: true }),
  })

export const withoutBank = (): CommandError =>
  new CommandError(
    'wrong-command-line',
    64,
    'Modules are confirmed for a memory bank that is laid.',
    'sigma init --bank --yes',
  )
