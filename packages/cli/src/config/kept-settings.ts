/** What a configuration written anew keeps of the one that is there: all that `sigma init` does not find out by itself. */
import { isDeepStrictEqual } from 'node:util'
import { configSchema } from './config.ts'
import type { Proposed, Settings } from './config-text.ts'

/** What `sigma init` finds anew each time, by group; '' is the top. */
const found: Readonly<Record<string, readonly string[]>> = {
  '': ['source', 'checks', 'format'],
  tests: ['runner', 'files', 'node', 'env', 'reads'],
  // Named on the command line.
  agents: [],
  roles: [],
}

export interface Kept {
  readonly settings: Proposed
  /** Settings written by hand that have another value now, e.g. `source`, with the value that they had. */
  readonly replaced: Settings
  /** Names of the settings that stay, e.g. `limits.cost`. */
  readonly stays: readonly string[]
}

/** `old` as it stands in its file. Of what both say, `proposed` counts where it is found anew, and in agents and roles. */
export function keeping(old: Settings, proposed: Proposed): Kept {
  const replaced: [string, unknown][] = []
  const stays: string[] = []
  const byDefault: Settings = configSchema.parse({})
  const over = (group: string, before: Settings, now: Settings, usual: Settings): Settings => {
    const result: Record<string, unknown> = { ...now }
    for (const [key, value] of Object.entries(before)) {
      const name = group === '' ? key : `${group}.${key}`
      const isGroup = group === '' && isSettings(value) && isSettings(usual[key])
      if (isGroup) {
        const inner = now[key]
        result[key] = over(key, value, isSettings(inner) ? inner : {}, settingsOf(usual[key]))
      } else if (isFound(group, key) || (isNamed(group) && now[key] !== undefined)) {
        if (!isDeepStrictEqual(value, now[key] ?? usual[key])) replaced.push([name, value])
      } else {
        result[key] = value
        if (!isDeepStrictEqual(value, usual[key])) stays.push(name)
      }
    }
    return result
  }
  const settings = over('', old, proposed, byDefault)
  const { agents, roles, tests, source } = proposed
  return {
    settings: { agents, roles, tests, source, ...settings },
    replaced: Object.fromEntries(replaced),
    stays,
  }
}

/** Hand-written settings that only a trial finds out: without one they stay. */
export function untried(old: Settings): Settings {
  const entries = Object.entries(settingsOf(old['tests'])).filter(([key]) => isGiven(`tests.${key}`))
  return Object.fromEntries(entries)
}

export const isGiven = (name: string): boolean => name === 'tests.env' || name === 'tests.reads'

const isFound = (group: string, key: string): boolean => found[group]?.includes(key) ?? false
const isNamed = (group: string): boolean => group === 'agents' || group === 'roles'
const settingsOf = (value: unknown): Settings => (isSettings(value) ? value : {})

const isSettings = (value: unknown): value is Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
