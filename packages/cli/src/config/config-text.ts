/** The text of `sigma.config.json` that `sigma init` writes: the settings that differ from their defaults, or all of them. */
import { isDeepStrictEqual } from 'node:util'
import { type Config, configSchema } from './config.ts'
import { durationText } from './duration.ts'
import { exactSize } from './size.ts'

/** The settings that `sigma init` finds out. */
export interface Proposed extends Pick<Config, 'agents' | 'roles' | 'source'> {
  readonly tests: Pick<Config['tests'], 'runner' | 'files'>
}

const defaults = configSchema.parse({})

/** Agents and roles always stand there: they are what every project fills in. */
export function differingText({ agents, roles, tests, source }: Proposed): string {
  return textOf({ agents, roles, ...differing({ tests: differing(tests, defaults.tests), source }, defaults) })
}

export function fullText({ tests, ...proposed }: Proposed): string {
  const { turn, check, decisions, written } = defaults.limits
  const durations = { turn: durationText(turn), check: durationText(check), decisions: durationText(decisions) }
  const limits = { ...defaults.limits, ...durations, written: exactSize(written) }
  return textOf({ ...defaults, ...proposed, tests: { ...defaults.tests, ...tests }, limits })
}

/** Without what is as it is by default, and without what has nothing in it then. */
function differing(settings: object, byDefault: object): object {
  const entries = Object.entries(settings).filter(
    ([key, value]) => !isDeepStrictEqual(value, Reflect.get(byDefault, key)) && !isDeepStrictEqual(value, {}),
  )
  return Object.fromEntries(entries)
}

function textOf(settings: object): string {
  const text = JSON.stringify(settings, null, 2)
  return `${text.replace(wordList, (_list, words: string) => `[${words.replace(/\s*\n\s*/g, ' ')}]`)}\n`
}

/** A list of words, which reads better on one line. */
const wordList = /\[\n\s+([^\][{}]*?)\n\s*\]/g
