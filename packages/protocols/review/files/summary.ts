/** `review.json`: how a review ended, with the numbers of what it reviewed (SIG-82, SIG-83). */
import { type JsonObject, jsonOf } from '@sigma/protocol'
import { z } from 'zod'
import { jsonText } from '../../writing/lines.ts'
import { standsAs } from '../../writing/stands.ts'
import type { AspectVerdict } from '../machine/gate-parameters.ts'
import type { Built } from './built.ts'
import type { ReviewCourse } from './course.ts'

export interface Summary extends Built {
  readonly schema: 1
  readonly module: string
  /** Of the last event of the review: ISO 8601, UTC. */
  readonly timestamp: string
  readonly run: string
  /** The run whose result was reviewed. */
  readonly reviewed: string
  readonly base: string
  readonly commit: string
  /** What git calls the tree of the commit; null: it was not looked at. */
  readonly tree: string | null
  readonly status: string
  /** Null: it has not ended, or was aborted. */
  readonly code: string | null
  /** What the reviewer said last, whether it counts or not. */
  readonly said: { readonly code: string; readonly message: string } | null
  readonly verdicts: readonly AspectVerdict[]
  readonly findings: readonly { readonly rule: string; readonly message: string; readonly remedy: string }[]
  readonly told: readonly string[]
  /** The module was built again since: the numbers are of what it was before (SIG-89). */
  readonly stale: boolean
}

export function summaryOf(course: ReviewCourse, built: Built, stale: boolean): Summary {
  const { input, run, lastAt, found, said, end } = course
  const findings = end === null ? (found?.findings ?? []) : end.reasons
  return {
    schema: 1,
    module: input.module,
    ...built,
    timestamp: lastAt,
    run,
    reviewed: input.run,
    base: input.base,
    commit: input.commit,
    tree: found?.tree ?? null,
    status: standsAs(course),
    code: end?.code ?? null,
    said,
    verdicts: found?.verdicts ?? [],
    findings: findings.map(({ rule, message, remedy }) => ({ rule, message, remedy })),
    told: found?.told ?? [],
    stale,
  }
}

export const summaryText = (summary: Summary): string => jsonText(summary)

export const asJson = (summary: Summary): JsonObject => z.record(z.string(), z.json()).parse(jsonOf(summary))
