/** What changed in what was demanded, or got worse, is never silent: it is told where it is accepted (SIG-45). */

import type { Finding, Json, JsonObject, Tell } from '@sigma/protocol'
import { z } from 'zod'
import {
  type BaselineFound,
  baselineFound,
  type ChangedDemand,
  changedDemand,
  type DemandsFound,
  demandsFound,
} from './gate-parameters.ts'
import type { Run, Seat, TddStep } from './state.ts'
import { phaseOf } from './tasks.ts'

/** What the gate `baseline` told; nothing where it told nothing that can be read. */
export function foundAtBase(data: Json): BaselineFound {
  return baselineFound.safeParse(data).data ?? { failing: 0, flaky: [], leftOut: [] }
}

/** How things stand before any work: no agent answers for it. */
export function tellBase({ failing, flaky, leftOut }: BaselineFound): readonly Tell[] {
  const parts = [
    ...(failing > 0 ? [oldFailuresText(failing)] : []),
    ...(flaky.length > 0 ? [`flaky: ${flaky.join(', ')}`] : []),
    ...(leftOut.length > 0
      ? [`left out by the configuration of the test runner: ${leftOut.map(({ file }) => file).join(', ')}`]
      : []),
  ]
  if (parts.length === 0) return []
  const message = `Before the run: ${parts.join('; ')}.`
  return [
    {
      kind: 'tell',
      message: { type: 'baseline', data: { message, failing, flaky, leftOut: leftOut.map((each) => ({ ...each })) } },
    },
  ]
}

/** `2 tests or files fail`. */
export function oldFailuresText(failing: number): string {
  return failing === 1 ? '1 test or file fails' : `${failing} tests or files fail`
}

const oldFailuresFound = z.object({ oldFailures: z.int().min(0) })

/** Old failures that the combined work mended are none any more. */
export function withOldFailures(run: Run, data: Json): Run {
  const found = oldFailuresFound.safeParse(data).data
  return found === undefined ? run : { ...run, oldFailures: found.oldFailures }
}

/** What the gate `demands` told; nothing where it told nothing that can be read. */
export function demandsIn(data: Json): DemandsFound {
  return demandsFound.safeParse(data).data ?? { failing: [], changes: [] }
}

/** Another demand in place of the one before is told, but is not less. */
export function isLess({ how }: ChangedDemand): boolean {
  return how !== 'changed' && how !== 'replaced' && how !== 'renamed'
}

/** One message for each of the cycles; `by`: the person who accepted their tests though the accepted ones fail; null: those pass. */
export function tellDemands(
  run: Run,
  cycles: readonly number[],
  changes: readonly ChangedDemand[],
  by: string | null,
): readonly Tell[] {
  const end =
    by === null
      ? 'as they were accepted, they pass over the finished work'
      : `as they were accepted, they do not pass; ${by} accepted the new ones`
  return cycles.map((number): Tell => {
    const own = changes.filter(({ cycle }) => cycle === `C${number}`)
    const cycle = cycleId(run, number)
    const message = `${cycle}: ${countsText(own)}; ${end}.`
    return demandsTold({ cycle, number, by, message, changes: own })
  })
}

const demandsTold = (data: JsonObject): Tell => ({ kind: 'tell', message: { type: 'demands', data } })

const hows = ['dropped', 'weakened', 'switched off', 'unread', 'changed', 'replaced', 'renamed'] as const

function countsText(changes: readonly Pick<ChangedDemand, 'how'>[]): string {
  const counts = hows
    .map((how) => [how, changes.filter((change) => change.how === how).length] as const)
    .filter(([, count]) => count > 0)
  if (counts.length === 0) return 'its tests are others'
  return `of what its tests demanded: ${counts.map(([how, count]) => `${count} ${how}`).join(', ')}`
}

const measuresFound = z.object({ rose: z.array(z.object({ rule: z.string(), message: z.string() })).max(50) })

/** What a wanted refactoring made harder to follow, though it was accepted. */
export function roseIn({ state, cycle, turn }: Seat, data: Json): readonly Tell[] {
  const rose = measuresFound.safeParse(data).data?.rose ?? []
  if (rose.length === 0) return []
  const id = cycleId(state.run, cycle.number)
  const message = `${id}, ${phaseOf(state.kind, turn.task)}, as it was asked for: ${rose.map((each) => each.message).join(' ')}`
  return [{ kind: 'tell', message: { type: 'measures', data: { cycle: id, number: cycle.number, message, rose } } }]
}

const lostFound = z.object({
  lost: z
    .array(
      changedDemand
        .omit({ cycle: true })
        .extend({ how: z.enum(['dropped', 'weakened', 'changed', 'replaced', 'renamed']) }),
    )
    .max(50),
})

/** What tests that were there before RED demand in another way, or no more. */
export function lostIn({ state, cycle, turn }: Seat, data: Json): readonly Tell[] {
  const changes = turn.task === 'red' ? (lostFound.safeParse(data).data?.lost ?? []) : []
  if (changes.length === 0) return []
  const id = cycleId(state.run, cycle.number)
  const message = `${id}, RED: ${countsText(changes)}, in tests that stood there before.`
  const named = changes.map((change): ChangedDemand => ({ cycle: `C${cycle.number}`, ...change }))
  return [demandsTold({ cycle: id, number: cycle.number, by: null, message, changes: named })]
}

export function withTold({ state, effects }: TddStep, told: readonly Tell[]): TddStep {
  return { state, effects: [...told, ...effects] }
}

/** For a person who decides: each demand that is gone or another, as it was and as it is. */
export function asReasons(changes: readonly ChangedDemand[]): readonly Finding[] {
  return changes.map(({ cycle, file, test, how, before, after }) => ({
    rule: 'demand-changed',
    message: `${cycle}, ${file}${test === '' ? '' : ` › ${test}`}: \`${before ?? ''}\` ${after === null ? `is ${how}` : `became \`${after}\``}.`,
    remedy: 'Decide whether it may be so.',
  }))
}

function cycleId({ input }: Run, number: number): string {
  return input.cycles[number - 1]?.id ?? `C${number}`
}
