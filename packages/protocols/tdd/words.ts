/** What the TDD loop says to people in its own words. */
import type { MeasuredText, Words } from '@sigma/engine'
import type { Json } from '@sigma/protocol'
import { z } from 'zod'
import { oldFailuresText } from './machine/telling.ts'

export const tddWords: Words = {
  unit: { one: 'cycle', many: 'cycles' },
  measurement,
  shown: ['baseline', 'demands', 'measures', 'checks', 'format'],
  compared: [{ gate: 'demands', called: 'the tests, from the accepted ones to those of now' }],
  regressions: ['old-test-broken', 'test-fails', 'test-vanished'],
}

function measurement(data: Json): MeasuredText {
  return {
    instead: branchText(data) ?? trialText(data) ?? baseText(data),
    measured: measuredText(data),
    warnings: [
      ...flakyTests(data),
      ...failsToday(data),
      ...leftOutFiles(data),
      ...unfitChecks(data),
      ...unreadInterfaces(data),
    ],
  }
}

const measuredSchema = z.object({
  tests: z.number(),
  newTestCount: z.number().optional(),
  asAccepted: z.boolean().optional(),
  failed: z.number().optional(),
  oldFailures: z.number().optional(),
  checks: z.array(z.object({ stands: z.string() })).optional(),
  mutants: z.object({ noticed: z.number(), survived: z.number() }).optional(),
  /** Calls of new tests, and how many of them were made again where no test is. */
  replayed: z.object({ calls: z.number(), compared: z.number() }).optional(),
  /** Test files that were run, and those that stand as they were measured. */
  ran: z.number().optional(),
  stood: z.number().optional(),
  suite: z.string().optional(),
  /** What stands was run on this very tree. */
  wholeTree: z.boolean().optional(),
})

/** `7 tests, 2 new`; nothing where a gate gives no such numbers. */
function measuredText(data: Json): string {
  const read = measuredSchema.safeParse(data)
  if (!read.success) return ''
  const { tests, newTestCount = 0, failed = 0, oldFailures = 0, asAccepted = false, checks = [] } = read.data
  const { ran, stood = 0, suite, wholeTree = false, mutants, replayed } = read.data
  const more = [
    ...(newTestCount > 0 ? [`${newTestCount} new`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(oldFailures > 0 ? [`${oldFailuresText(oldFailures)} as before the run`] : []),
    ...(asAccepted ? ['as they were accepted'] : []),
    ...(checks.length > 0
      ? [`${checks.filter(({ stands }) => stands === 'passes').length} of ${checks.length} checks pass`]
      : []),
    ...(mutants === undefined ? [] : [`${mutants.noticed} of ${mutants.noticed + mutants.survived} mutants noticed`]),
    ...(replayed === undefined || replayed.compared === replayed.calls
      ? []
      : [`${replayed.compared} of ${replayed.calls} calls could be made again where no test is`]),
    ...(ran === undefined ? [] : [standText(ran, stood, wholeTree ? ranBefore : unreached)]),
  ]
  return [[counted(tests), ...more].join(', '), ...(suite === undefined ? [] : [suite])].join('; ')
}

const unreached = 'nothing was run, for no test reaches what changed'
const ranBefore = 'all of it was run on this very tree before'

const standText = (ran: number, stood: number, nothing: string): string =>
  ran === 0 ? nothing : `${ran} of ${ran + stood} test files run`

const checksSchema = z.object({
  checksBefore: z.array(z.object({ command: z.string(), stands: z.string(), why: z.string().nullable() })),
})

/** Told once, where the base commit is measured: nobody is held to what does not work there. */
function unfitChecks(data: Json): readonly string[] {
  return (checksSchema.safeParse(data).data?.checksBefore ?? []).flatMap(({ command, stands, why }) => {
    if (stands === 'failed-before')
      return [`\`${command}\` fails already; of what it says only what is new in changed files will be refused.`]
    if (stands !== 'cannot-run') return []
    return [
      `\`${command}\` cannot be run, so nobody is held to it: ${why ?? ''}. Install what it needs, or take it out of \`checks\`.`,
    ]
  })
}

const branchSchema = z.object({
  stands: z.enum(['still', 'ahead', 'elsewhere', 'gone']),
  target: z.string(),
  head: z.string().default(''),
})

/** Where the branch stands that a run was begun on; null for all that is measured otherwise. */
function branchText(data: Json): string | null {
  const read = branchSchema.safeParse(data)
  if (!read.success) return null
  const { stands, target, head } = read.data
  const name = target.replace(/^refs\/heads\//, '')
  const texts = {
    still: 'stands where it stood',
    ahead: `has moved on, to ${head.slice(0, 10)}`,
    elsewhere: `was set to another history, ${head.slice(0, 10)}`,
    gone: 'is gone',
  }
  return `${name} ${texts[stands]}`
}

const trialSchema = z.object({ fits: z.boolean() })

/** Cycles that are tried together before they are combined: nothing is accepted or refused by it; null for all else. */
function trialText(data: Json): string | null {
  const { data: read } = trialSchema.safeParse(data)
  if (read === undefined) return null
  const how = read.fits ? 'all of it passes' : 'it does not fit yet, and the cycles are told'
  return `tried together: ${how} (${measuredText(data)})`
}

const baseSchema = z.object({
  tests: z.number(),
  passed: z.number(),
  failed: z.number(),
  failing: z.number(),
  suite: z.string().optional(),
})

/** Nobody's work is refused by what fails before there is any; null for all that is measured otherwise. */
function baseText(data: Json): string | null {
  const { data: read } = baseSchema.safeParse(data)
  if (read === undefined || read.failing === 0 || read.passed + read.failed === 0) return null
  const { tests, failing, suite } = read
  return `sigma measures: ${[`${counted(tests)}, ${oldFailuresText(failing)} already`, suite ?? []].flat().join('; ')}`
}

const flakySchema = z.object({ flaky: z.array(z.string()) })

/** Found at the base commit, or by a later gate that looked back; nobody's work is judged by them. */
function flakyTests(data: Json): readonly string[] {
  const flaky = flakySchema.safeParse(data).data?.flaky ?? []
  if (flaky.length === 0) return []
  const more = flaky.length > 3 ? ` and ${flaky.length - 3} more` : ''
  return [`Two outcomes on the same tree, so they count for nothing: ${flaky.slice(0, 3).join(', ')}${more}.`]
}

const todaySchema = z.object({ failsToday: z.array(z.string()).min(1) })

/** A service may be gone, or a day be over. */
function failsToday(data: Json): readonly string[] {
  const { data: read } = todaySchema.safeParse(data)
  if (read === undefined) return []
  const more = read.failsToday.length > 3 ? ` and ${read.failsToday.length - 3} more` : ''
  return [
    `Passed when the run began, and fails by now where it began from as well, so it counts against nobody: ${read.failsToday.slice(0, 3).join(', ')}${more}. Something beside the code has changed.`,
  ]
}

const leftOutSchema = z.object({ leftOut: z.array(z.object({ file: z.string(), message: z.string() })).min(1) })

/** Test files that match `tests.files`, and that the runner's own configuration leaves out. */
function leftOutFiles(data: Json): readonly string[] {
  const read = leftOutSchema.safeParse(data)
  if (!read.success) return []
  const [first, ...others] = read.data.leftOut
  const more = others.length === 0 ? '' : ` And ${others.length} more files.`
  return [`${first?.file} is not run: ${first?.message}${more}`]
}

const notComparedSchema = z.object({ notCompared: z.array(z.string()).min(1) })

/** Interfaces that are there, and whose shape shows only when they run. */
function unreadInterfaces(data: Json): readonly string[] {
  const read = notComparedSchema.safeParse(data)
  if (!read.success) return []
  return [
    `Not compared with the design, for their shape cannot be read from the code: ${read.data.notCompared.join(', ')}.`,
  ]
}

const counted = (tests: number): string => `${tests} ${tests === 1 ? 'test' : 'tests'}`
