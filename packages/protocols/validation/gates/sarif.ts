/** Reads findings in SARIF 2.1, as far as failures need it. A report is data of the code that is checked, so it is bounded and never trusted. */
import { jsonIn } from '@sigma/measuring'
import { z } from 'zod'
import { pathWithin } from './places.ts'
import type { Found } from './seen.ts'

const text = z.string()
const location = z.looseObject({
  physicalLocation: z
    .looseObject({
      artifactLocation: z.looseObject({ uri: text.optional() }).optional(),
      region: z.looseObject({ startLine: z.int().min(1).optional() }).optional(),
    })
    .optional(),
})
const result = z.looseObject({
  ruleId: text.optional(),
  kind: text.optional(),
  level: z.enum(['none', 'note', 'warning', 'error']).optional(),
  message: z.looseObject({ text: text.optional() }),
  locations: z.array(location).optional(),
  suppressions: z.array(z.unknown()).nullish(),
})
const sarif = z.looseObject({
  version: z.literal('2.1.0'),
  runs: z.array(z.looseObject({ results: z.array(result).max(20_000).nullish() })).max(100),
})

/** Notes, and what somebody suppressed or looked at without finding fault, are no failures. Null: it cannot be read. */
export function sarifFailures(report: string): readonly Found[] | null {
  const { data } = sarif.safeParse(jsonIn(report))
  if (data === undefined) return null
  return data.runs
    .flatMap(({ results }) => results ?? [])
    .filter(({ level = 'warning', kind = 'fail', suppressions }) => {
      const isFault = kind === 'fail' && (level === 'error' || level === 'warning')
      return isFault && (suppressions ?? []).length === 0
    })
    .map(({ ruleId, level, message, locations }) => {
      const at = locations?.[0]?.physicalLocation
      return {
        kind: 'rule',
        file: pathWithin(decoded(at?.artifactLocation?.uri ?? '')),
        name: ruleId ?? 'finding',
        message: message.text ?? '',
        line: at?.region?.startLine ?? null,
        severity: level === 'error' ? 'high' : 'medium',
        suggestion: '',
      }
    })
}

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri)
  } catch {
    return uri
  }
}
