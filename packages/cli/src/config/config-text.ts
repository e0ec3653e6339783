/** The text of `sigma.config.json` that `sigma init` writes: the settings that differ from their defaults, or all of them. */
import { isDeepStrictEqual } from 'node:util'
import { type Config, configSchema } from './config.ts'
import { durationText } from './duration.ts'
import { exactSize } from './size.ts'

/** The settings that `sigma init` finds out. */
export interface Proposed extends Pick<Config, 'agents' | 'roles' | 'source'> {
  readonly tests: Pick<Config['tests'], 'runner' | 'files'> & Partial<Pick<Config['tests'], 'held' | 'node'>>
  readonly [setting: string]: unknown
}

/** Settings as they stand in a file. */
export type Settings = Readonly<Record<string, unknown>>

const defaults = configSchema.parse({})

/** Every setting with its default, as people write it. */
export function writtenDefaults(): Settings {
  const { turn, check, decisions, context, standby, written } = defaults.limits
  const durations = {
    turn: durationText(turn),
    check: durationText(check),
    decisions: durationText(decisions),
    standby: standby === null ? null : durationText(standby),
  }
  const mutants = { ...defaults.mutants, limit: durationText(defaults.mutants.limit) }
  const sizes = { context: exactSize(context), written: exactSize(written) }
  return { ...defaults, mutants, limits: { ...defaults.limits, ...durations, ...sizes } }
}

/** Agents and roles always stand there: they are what every project fills in. */
export function differingText({ agents, roles, ...settings }: Proposed): string {
  return textOf({ agents, roles, ...differing(settings, writtenDefaults()) })
}

export const fullText = (settings: Proposed): string => textOf(merged(writtenDefaults(), settings))

/** Settings of `over` win; of groups of settings each one by itself. Agents are no group. */
function merged(under: Settings, over: Settings): Settings {
  const entries = Object.entries(over).map(([key, value]) => {
    const before = under[key]
    const isGroup = key !== 'agents' && key !== 'roles' && isSettings(value) && isSettings(before)
    return [key, isGroup ? merged(before, value) : value] as const
  })
  return { ...under, ...Object.fromEntries(entries) }
}

const isSettings = (value: unknown): value is Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Without what is as it is by default, and without what has nothing in it then. */
function differing(settings: Settings, byDefault: Settings): Settings {
  const entries = Object.entries(settings).map(([key, value]) => {
    const usual = byDefault[key]
    return [key, isSettings(value) && isSettings(usual) ? differing(value, usual) : value] as const
  })
  return Object.fromEntries(
    entries.filter(([key, value]) => !isDeepStrictEqual(value, byDefault[key]) && !isDeepStrictEqual(value, {})),
  )
}

function textOf(settings: object): string {
  const text = JSON.stringify(settings, null, 2)
  return `${text.replace(wordList, (_list, words: string) => `[${words.replace(/,\n\s*/g, ', ')}]`)}\n`
}

/** A list of words, which reads better on one line. */
const wordList = /\[\n\s+("(?:[^"\\]|\\.)*"(?:,\n\s+"(?:[^"\\]|\\.)*")*)\n\s*\]/g
