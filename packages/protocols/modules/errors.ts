/** What is wrong with a module's documents. `command` is what was typed, e.g. `tdd`: hints name it again. */
import { SigmaError } from '@sigma/engine'

export type DocumentKind = 'architecture' | 'design' | 'plan'

export interface UnknownModule {
  readonly module: string
  readonly folder: string
  readonly known: readonly string[]
  readonly nearest: string | null
  readonly command: string
}

export const unknownModule = ({ module, folder, known, nearest, command }: UnknownModule): SigmaError =>
  new SigmaError(
    'unknown-module',
    `There is no module "${module}" in ${folder}${nearest === null ? '.' : `; did you mean "${nearest}"?`}`,
    {
      hint:
        nearest !== null
          ? `sigma ${command} ${nearest}`
          : known.length > 0
            ? `The modules are ${known.map((each) => `"${each}"`).join(', ')}; a new one is begun with: sigma init --example ${module}`
            : `sigma init --example ${module}`,
    },
  )

export const documentMissing = (kind: DocumentKind, path: string, module: string): SigmaError =>
  new SigmaError(`${kind}-missing`, `The ${kind} of "${module}" is missing: ${path}.`, {
    hint: `Write it, or begin with a skeleton: sigma init --example ${module}`,
  })

export const documentUnreadable = (kind: DocumentKind, path: string, why: string): SigmaError =>
  new SigmaError(`${kind}-unreadable`, sentence(`The ${kind} ${path} cannot be read: ${why}`), {
    hint: `Correct ${path}.`,
  })

export const documentFault = (
  kind: DocumentKind,
  path: string,
  { line, message, remedy }: { readonly line: number; readonly message: string; readonly remedy: string },
): SigmaError => new SigmaError(`${kind}-fault`, `${path}:${line}: ${sentence(message)}`, { hint: remedy })

export const documentOutside = (kind: DocumentKind, path: string): SigmaError =>
  new SigmaError(`${kind}-outside`, `The ${kind} ${path} lies outside the repository.`, {
    hint: 'Keep design and plan in the repository that they are for.',
  })

/** `remedy`: the command that has it accepted. */
export const notAccepted = ({
  kind,
  path,
  isChanged,
  remedy,
}: {
  readonly kind: DocumentKind
  readonly path: string
  readonly isChanged: boolean
  readonly remedy: string
}): SigmaError =>
  new SigmaError(
    `${kind}-not-accepted`,
    isChanged
      ? `The ${kind} ${path} changed since it was accepted.`
      : `The ${kind} ${path} was not accepted yet, and this project wants it accepted by its loop ("acceptance": "loops").`,
    { hint: `${remedy}, or accept it by your word: --accept` },
  )

const sentence = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`)
