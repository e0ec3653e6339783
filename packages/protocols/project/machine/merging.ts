/** What a person is asked where modules do not go together, or Sigma could not put them together. */
import type { Consult, Decided, Failed, Finding, JsonObject, Option, Restore } from '@sigma/protocol'
import { z } from 'zod'
import { aborted } from './ending.ts'
import { nameOf } from './lanes.ts'
import { namesOf, partiesOf } from './parties.ts'
import { atJoining, atOf, idOf, mergeWorkspaceOf } from './places.ts'
import type { Going, Joining, JoiningWork, Laid, Lane, Merge, ProjectStep } from './state.ts'

type OptionName = 'extend' | 'merged' | 'abort' | 'resume'

const mergedInput: JsonObject = {
  type: 'object',
  properties: {
    commit: {
      type: 'string',
      minLength: 1,
      description: 'A commit that Sigma took in from the workspace of the merge.',
    },
  },
  required: ['commit'],
  examples: [{ commit: '0'.repeat(40) }],
}

const optionsByName: Readonly<Record<OptionName, Option>> = {
  extend: {
    name: 'extend',
    consequence: 'The module is built once more, on what is integrated, and told what did not fit.',
    input: null,
  },
  merged: {
    name: 'merged',
    consequence: 'The merge that you finished in the workspace is measured by the joint suite like any other.',
    input: mergedInput,
  },
  resume: { name: 'resume', consequence: 'The same piece of work is taken up again.', input: null },
  abort: { name: 'abort', consequence: 'The run ends, and nothing is handed over.', input: null },
}

/** A workspace is laid for a person first. */
export function lay(going: Going, lane: Lane, laid: Laid): ProjectStep {
  const restore: Restore = {
    kind: 'restore',
    id: idOf(lane, 'lay'),
    at: atJoining(lane, 'lay'),
    workspace: mergeWorkspaceOf(going.lanes.indexOf(lane)),
    commit: laid.merge.commit,
    for: 'person',
  }
  return { state: { ...going, joining: laid, kind: 'building' }, effects: [restore] }
}

/** Where nothing could be laid, nothing can be finished there. */
export function askAboutMerge(going: Going, lane: Lane, laid: Laid, kind: 'deciding' | 'unlaid'): ProjectStep {
  const parties = namesOf(partiesOf(going, lane))
  const consult = consultOf(going, lane, {
    status: 'escalated',
    question: `${nameOf(lane)} is built and reviewed, and does not go together with ${parties}. How should it go on?`,
    reasons: laid.reasons,
    options: kind === 'deciding' ? ['extend', 'merged', 'abort'] : ['extend', 'abort'],
  })
  const workspace = mergeWorkspaceOf(going.lanes.indexOf(lane))
  const effect = kind === 'deciding' ? { ...consult, at: { ...consult.at, workspace } } : consult
  return { state: { ...going, joining: { ...laid, kind }, kind: 'building' }, effects: [effect] }
}

/** Sigma could not integrate or check: halted until a person has it tried again. */
export function askHalted(going: Going, lane: Lane, back: JoiningWork, { findings }: Failed): ProjectStep {
  const question = `${nameOf(lane)}: Sigma could not do its own part of integrating it. How should it go on?`
  const consult = consultOf(going, lane, {
    status: 'halted',
    question,
    reasons: findings,
    options: ['resume', 'abort'],
  })
  return { state: { ...going, joining: { kind: 'halted', back }, kind: 'building' }, effects: [consult] }
}

interface Asked extends Pick<Consult, 'question' | 'reasons' | 'status'> {
  readonly options: readonly OptionName[]
}

const consultOf = (going: Going, lane: Lane, { options, status, ...asked }: Asked): Consult => ({
  kind: 'consult',
  id: idOf(lane, 'merge'),
  at: { ...atOf(lane, 'joining'), part: 'decision' },
  ...asked,
  status,
  options: options.map((name) => optionsByName[name]),
  fallback: 'abort',
  expiryMs: status === 'halted' ? null : going.input.decisionMs,
})

export type MergeDecided =
  | { readonly kind: 'again'; readonly reasons: readonly Finding[] }
  | { readonly kind: 'measure'; readonly commit: string; readonly merge?: Merge }
  | { readonly kind: 'integrate' }
  | { readonly kind: 'step'; readonly step: ProjectStep }

const finishedSchema = z.object({ commit: z.string().min(1) })

/** Null: the question stays open. */
export function mergeDecided(going: Going, lane: Lane, stand: Joining, event: Decided): MergeDecided | null {
  if (event.option === 'abort') return { kind: 'step', step: aborted(going, event) }
  switch (stand.kind) {
    case 'halted': {
      if (event.option !== 'resume') return null
      const { back } = stand
      return back.kind === 'integrating' ? { kind: 'integrate' } : { ...back, kind: 'measure' }
    }
    case 'deciding':
    case 'unlaid': {
      if (event.option === 'extend') return { kind: 'again', reasons: stand.reasons }
      if (event.option !== 'merged' || stand.kind === 'unlaid') return null
      const finished = finishedSchema.safeParse(event.input)
      if (finished.success) return { kind: 'measure', commit: finished.data.commit, merge: stand.merge }
      const reasons = [...stand.reasons, withoutCommit]
      return { kind: 'step', step: askAboutMerge(going, lane, { ...stand, reasons }, 'deciding') }
    }
    default:
      return null
  }
}

const withoutCommit: Finding = {
  rule: 'merge-without-commit',
  message: 'The decision `merged` came without a commit.',
  remedy: 'Give {"commit": "<hash>"}, or choose another option.',
}
