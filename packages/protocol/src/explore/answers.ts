/** Every event that may come next: what can answer each open effect, and every call that is possible. */
import { z } from 'zod'
import { failureCodes, legalCodes, type OpenEffect } from '../closers.ts'
import { type Ask, type FailureCause, failureCauses, outcomes } from '../effect.ts'
import type { Answered, EventBody, Failed } from '../event.ts'
import { type Finding, verdicts } from '../finding.ts'
import type { Json, JsonObject } from '../json.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { lateRule } from '../kernel/lateness.ts'
import { costsNothing } from '../kernel/retry.ts'
import type { CallSpec } from '../protocol.ts'
import { flakyRule } from '../rules.ts'

/** The causes that can be final; `interrupted` and `limited` are always tried again by the kernel (rule 7). */
const finalCauses = failureCauses.filter((cause) => !costsNothing(cause))

const evidence = `sha256:${'0'.repeat(64)}`
const finding: Finding = { rule: 'explored', message: 'Explored.', remedy: 'None.' }
/** Protocols may tell a flaky test from work that is wrong. */
const flaky: Finding = { ...finding, rule: flakyRule }
const commits = ['c'.repeat(40), 'd'.repeat(40)] as const

export function answersTo(effect: OpenEffect): readonly EventBody[] {
  const { id } = effect
  switch (effect.kind) {
    case 'ask':
      return [...legalCodes(effect).flatMap((code) => answersWith(effect, code)), ...finalCauses.map(failing(id))]
    case 'check':
      return [
        ...verdicts.flatMap((verdict) => {
          const findings = verdict === 'pass' ? [] : [finding]
          return (effect.finds ?? [{}]).map(
            (data) => ({ kind: 'judged', id, verdict, findings, data, evidence }) as const,
          )
        }),
        failing(id)('crash'),
        { kind: 'judged', id, verdict: 'fail', findings: [flaky], data: effect.finds?.[0] ?? {}, evidence },
      ]
    case 'consult':
      return effect.options.map(({ name, input }) => ({
        kind: 'decided',
        id,
        option: name,
        input: exampleOf(input),
        by: 'explorer',
      }))
    case 'set-timer':
      return [{ kind: 'elapsed', id }]
    case 'integrate':
      return [
        { kind: 'integrated', id, commit: commits[0] },
        { kind: 'conflicted', id, files: ['explored'], evidence, commit: commits[0] },
        failing(id)('crash'),
      ]
    case 'restore':
      return [{ kind: 'restored', id }, failing(id)('crash')]
    case 'spawn':
      return [
        ...outcomes.flatMap((outcome) => {
          const results = outcome === 'completed' ? (effect.finds ?? [null]) : [null]
          return results.map((result) => ({ kind: 'ended', id, run: 'explored', outcome, result }) as const)
        }),
        failing(id)('crash'),
      ]
  }
}

const examplesSchema = z.array(z.json()).catch([])

/** What a person might give: the first of the schema's `examples`, an empty object where it has none. */
function exampleOf(schema: JsonObject | null): Json {
  return schema === null ? null : (examplesSchema.parse(schema['examples'])[0] ?? {})
}

/** With a commit and without, for a role that may write at all; what comes with a failure counts for nothing. */
function answersWith(ask: Ask, code: string): readonly Answered[] {
  const silent = { kind: 'answered', id: ask.id, code, message: 'explored', base: ask.base, usage: 'unknown' } as const
  const unchanged: Answered = { ...silent, commit: null, changed: [] }
  if (ask.writes.length === 0 || failureCodes.includes(code)) return [unchanged]
  const commit = ask.base === commits[0] ? commits[1] : commits[0]
  return [{ ...silent, commit, changed: ['explored'] }, unchanged]
}

function failing(id: string): (cause: FailureCause) => Failed {
  return (cause) => {
    const findings = [cause === 'late' ? { ...finding, rule: lateRule } : finding]
    return { kind: 'failed', id, cause, findings, evidence, final: true }
  }
}

/** A call by a name that is free, so that it is new to the kernel. */
export function callsOf<State>(specs: readonly CallSpec[], kernel: Kernel<State>): readonly EventBody[] {
  return specs.flatMap(({ verb, samples, by }) => {
    const caller = by === undefined ? 'explorer' : kernel.open[by]?.attempt
    if (caller === undefined) return []
    return samples.map((sample) => {
      let number = 0
      while (Object.hasOwn(kernel.calls, `${verb}-${number}`)) number += 1
      return { kind: 'called', call: `${verb}-${number}`, verb, arguments: sample, caller } as const
    })
  })
}

/** Inputs that nobody in the run can bring about: they bound a loop as a budget does. */
export function isOutside(event: EventBody): boolean {
  return event.kind === 'decided' || event.kind === 'called' || event.kind === 'elapsed'
}

/** Whether this is one of many ways to fail, which a diagram draws as one. */
export function isFailure(event: EventBody): boolean {
  return event.kind === 'failed' || (event.kind === 'answered' && failureCodes.includes(event.code))
}
