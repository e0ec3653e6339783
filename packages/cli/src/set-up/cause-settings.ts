import type { Cause } from '@sigma/measuring'
import { configSchema } from '../config/config.ts'
import { merged, type Settings } from '../config/config-text.ts'

/** Causes that a trial proved, with the settings that a configuration gets against them. */
export function settingsAgainst(
  causes: readonly Cause[],
  settings: Settings,
): { readonly settings: Settings; readonly set: readonly Cause[] } {
  let grown = settings
  const set: Cause[] = []
  for (const cause of causes) {
    const piece = cause.shown === 'trial' ? settingOf(cause) : null
    const next = piece === null ? null : merged(grown, listsJoined(grown, piece))
    if (next === null || !configSchema.safeParse(next).success) continue
    grown = next
    set.push(cause)
  }
  return { settings: grown, set }
}

/** A line of configuration; null: what there is to do is no setting. */
function settingOf({ setting }: Cause): Settings | null {
  try {
    const read: unknown = JSON.parse(`{${setting}}`)
    return isGroup(read) ? read : null
  } catch {
    return null
  }
}

/** Two causes may each add to the same list. */
function listsJoined(under: Settings, over: Settings): Settings {
  const entries = Object.entries(over).map(([key, value]) => {
    const before = under[key]
    if (Array.isArray(value) && Array.isArray(before)) return [key, [...new Set([...before, ...value])]] as const
    return [key, isGroup(value) && isGroup(before) ? listsJoined(before, value) : value] as const
  })
  return Object.fromEntries(entries)
}

const isGroup = (value: unknown): value is Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
