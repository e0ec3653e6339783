/** SARIF 2.1.0 as far as Sigma writes it, and nothing beside it: a misspelt property is a fault. */
import { z } from 'zod'

const message = z.strictObject({ text: z.string().min(1) })
const level = z.enum(['none', 'note', 'warning', 'error'])
const properties = z.record(z.string(), z.string())

const location = z.strictObject({
  physicalLocation: z.strictObject({
    artifactLocation: z.strictObject({
      /** A relative reference without a query or fragment: RFC 3986. */
      uri: z.string().regex(/^(?:[\w.~!$&'()*+,;=@/-]|%[0-9A-Fa-f]{2})+$/),
      uriBaseId: z.literal('%SRCROOT%'),
    }),
    region: z.strictObject({ startLine: z.int().min(1) }).optional(),
  }),
})

const result = z.strictObject({
  ruleId: z.string(),
  ruleIndex: z.int().min(0),
  kind: z.literal('fail'),
  level,
  message,
  locations: z.array(location),
  partialFingerprints: z.record(z.string(), z.string().min(1)),
  properties,
})

const notification = z.strictObject({ level, descriptor: z.strictObject({ id: z.string() }), message })

const run = z.strictObject({
  tool: z.strictObject({
    driver: z.strictObject({ name: z.string().min(1), rules: z.array(z.strictObject({ id: z.string() })) }),
  }),
  automationDetails: z.strictObject({ id: z.string().min(1) }),
  columnKind: z.enum(['utf16CodeUnits', 'unicodeCodePoints']),
  invocations: z.tuple([
    z.strictObject({ executionSuccessful: z.boolean(), toolExecutionNotifications: z.array(notification) }),
  ]),
  results: z.array(result),
  properties,
})

export const sarifLog = z.strictObject({
  $schema: z.url(),
  version: z.literal('2.1.0'),
  runs: z.array(run),
})
