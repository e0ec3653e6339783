import type { Cause } from '@sigma/measuring'

/** Settings of `tests` that a configuration gets. */
export interface TestSettings {
  readonly env: Readonly<Record<string, string>>
  readonly reads: readonly string[]
}

/** What is told of a file with such a name is told to a model, too, once a test reads it: a person decides. */
const mayBeSecret = /(^|\/)\.(env|npmrc|netrc)([./]|$)|\.(pem|key|p12|pfx)$|secret|credential|token|password/i

/** What `sigma init` sets by itself: what a trial proved, and what opens nothing that a person should be asked about. */
export const isSetByItself = ({ shown, gives }: Cause): boolean =>
  shown === 'trial' &&
  gives !== undefined &&
  (gives.hosts ?? []).length === 0 &&
  !(gives.reads ?? []).some((path) => mayBeSecret.test(path))

/** Against these causes together; null: none of them is set. */
export function settingsAgainst(causes: readonly Cause[]): Partial<TestSettings> | null {
  const all = causes.filter(isSetByItself).flatMap(({ gives }) => gives ?? [])
  if (all.length === 0) return null
  const env = Object.assign({}, ...all.map((gives) => gives.env ?? {}))
  const reads = [...new Set(all.flatMap((gives) => gives.reads ?? []))]
  return { ...(Object.keys(env).length > 0 && { env }), ...(reads.length > 0 && { reads }) }
}
