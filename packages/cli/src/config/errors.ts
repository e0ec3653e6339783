/** All wording of failures of a configuration. */
import { SigmaError } from '@sigma/engine/reading'
import { didYouMean, sentence } from '../errors.ts'

export const configUnreadable = (file: string, why: string, hint?: string): SigmaError =>
  new SigmaError('config-unreadable', sentence(`${file} cannot be read: ${why}`), {
    hint: hint ?? `Correct ${file}, or have it written anew, with the old one beside it: sigma init --force`,
  })

export const configUnknownKey = (where: string, key: string, nearest: string | null): SigmaError =>
  new SigmaError('config-unknown-key', sentence(`${where}: there is no key "${key}"${didYouMean(nearest)}`), {
    hint: nearest === null ? `Take "${key}" out of the configuration.` : `Rename "${key}" to "${nearest}".`,
  })

export const configKeyElsewhere = (where: string, key: string, places: string): SigmaError =>
  new SigmaError('config-unknown-key', `${where}: there is no key "${key}" at the top; there is ${places}.`, {
    hint: `Move what "${key}" says to ${places}.`,
  })

/** `key`: null for the file as a whole. `example`: a line that would do; null: none is known. */
export const configWrongValue = (
  where: string,
  key: string | null,
  wanted: string,
  found: string,
  example: string | null,
): SigmaError =>
  new SigmaError(
    'config-wrong-value',
    sentence(`${key === null ? where : `${where}: "${key}"`} must be ${wanted}, not ${found}`),
    {
      hint:
        key === null
          ? 'sigma init --force'
          : example === null
            ? `Correct "${key}" in ${where}.`
            : `Write e.g. ${example}`,
    },
  )

/** `why` as a clause. */
export const configExcludedKey = (where: string, key: string, why: string): SigmaError =>
  new SigmaError('config-wrong-value', sentence(`${where}: "${key}" must not be set, for ${why}`), {
    hint: `Take "${key}" out of the configuration.`,
  })

/** `what`: the sentence's second half, of a value that does not fit another. */
export const configUnfit = (where: string, key: string, what: string, hint: string): SigmaError =>
  new SigmaError('config-wrong-value', sentence(`${where}: "${key}" ${what}`), { hint })

export const configNotBuilt = (where: string, what: string, hint: string): SigmaError =>
  new SigmaError('not-built-yet', sentence(`${where}: ${what}`), { hint })

export const twoConfigs = (folder: string): SigmaError =>
  new SigmaError('two-configs', `${folder} holds both sigma.config.json and sigma.config.ts.`, {
    hint: 'rm sigma.config.ts',
  })
