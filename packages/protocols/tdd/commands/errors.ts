/** What is wrong with a module's design and plan, and with the command line that names it. */
import { SigmaError } from '@sigma/engine'

export const unknownModule = (
  name: string,
  folder: string,
  known: readonly string[],
  nearest: string | null,
): SigmaError =>
  new SigmaError(
    'unknown-module',
    `There is no module "${name}" in ${folder}${nearest === null ? '.' : `; did you mean "${nearest}"?`}`,
    {
      hint:
        nearest !== null
          ? `sigma tdd ${nearest}`
          : known.length > 0
            ? `The modules are ${known.map((module) => `"${module}"`).join(', ')}; a new one is begun with: sigma init --example ${name}`
            : `sigma init --example ${name}`,
    },
  )

export const documentMissing = (kind: 'design' | 'plan', path: string, module: string): SigmaError =>
  new SigmaError(`${kind}-missing`, `The ${kind} of "${module}" is missing: ${path}.`, {
    hint: `Write it, or begin with a skeleton: sigma init --example ${module}`,
  })

export const documentUnreadable = (kind: 'design' | 'plan', path: string, why: string): SigmaError =>
  new SigmaError(`${kind}-unreadable`, sentence(`The ${kind} ${path} cannot be read: ${why}`), {
    hint: `Correct ${path}.`,
  })

export const documentFault = (
  kind: 'design' | 'plan',
  path: string,
  { line, message, remedy }: { readonly line: number; readonly message: string; readonly remedy: string },
): SigmaError => new SigmaError(`${kind}-fault`, `${path}:${line}: ${sentence(message)}`, { hint: remedy })

export const documentOutside = (kind: 'design' | 'plan', path: string): SigmaError =>
  new SigmaError(`${kind}-outside`, `The ${kind} ${path} lies outside the repository.`, {
    hint: 'Keep design and plan in the repository that they are for.',
  })

export const noPlaceForWork = (given: string): SigmaError =>
  new SigmaError('wrong-command-line', `--out "${given}" is no place for work directories.`, {
    hint: 'sigma tdd <module> --out build/sigma',
  })

const sentence = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`)
