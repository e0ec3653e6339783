/** A turn that nobody plays: what a template comes to is seen before there is a run. */
import { type Ask, type Handoff, handoffOf, type Json, taskCodes } from '@sigma/protocol'
import type { TemplateSpec } from '@sigma/runtime'

export interface SampleTurn {
  readonly module: string
  readonly designPath: string
  readonly planPath: string
  readonly cycle: SampleCycle
  /** Also what only some turns have: a test issue, points of a reviewer, an earlier try that was refused. */
  readonly withTalk: boolean
}

export interface SampleCycle {
  readonly number: number
  readonly id: string
  readonly title: string
  readonly interfaces: readonly string[]
  readonly signature: string
  readonly tests: readonly string[]
  readonly source: readonly string[]
  readonly creates?: { readonly tests: readonly string[]; readonly source: readonly string[] } | undefined
}

export const exampleTurn: SampleTurn = {
  module: 'prices',
  designPath: 'memory-bank/modules/prices/design.md',
  planPath: 'memory-bank/modules/prices/tdd_plan.md',
  cycle: {
    number: 1,
    id: 'TDD_1',
    title: 'Reading',
    interfaces: ['parse'],
    signature: 'export function parse(text: string): number[]',
    tests: ['test/parse.test.js'],
    source: ['src/parse.js'],
  },
  withTalk: true,
}

const refusal = {
  rule: 'example-rule',
  message: 'What a gate saw of an earlier try stands here.',
  remedy: 'The way out stands here.',
}

/** `phase`: one of those in which such a turn occurs; empty where it may be any. */
export function sampleHandoff(spec: TemplateSpec, phase: string, turn: SampleTurn): Handoff {
  const own = spec.role === '' ? { ...spec, role: 'dev' } : spec
  return handoffOf(askOf(own, phase === '' ? 'FIX' : phase, turn), 'example', turn.withTalk ? [refusal] : [])
}

function askOf({ name, role, needs }: TemplateSpec, phase: string, turn: SampleTurn): Ask {
  const { module, designPath, planPath, cycle } = turn
  const isPhase0 = phase === 'Phase0'
  const known = taskCodes(role, phase)
  const session = {
    sid: 'TDD_example',
    cycle: isPhase0 ? 0 : cycle.number,
    phase,
    round: /^RE[FV]/.test(phase) ? 1 : 0,
  }
  const kind = role === 'qa' ? 'tests' : 'source'
  const isReview = name.includes('review')
  const globs = isReview ? undefined : cycle.creates?.[kind]
  const { id, title, interfaces, signature } = cycle
  return {
    kind: 'ask',
    id: 'example',
    at: { step: 'example' },
    role,
    phase,
    brief: {
      type: name.replace(/^(qa|dev)-/, '').replace(/-flaky$/, ''),
      purpose: 'What is asked stands here, in the words of the ask.',
      from: isPhase0 || phase === 'RED' ? 'engine' : role === 'qa' ? 'dev' : 'qa',
      subject: module,
      context: { module, designPath, planPath, interfaceSignature: signature, session },
      documents: [],
      refused: [],
      parameters: { ...(isPhase0 ? {} : { cycle: id, title, interfaces }), ...talkOf(name, needs, turn.withTalk) },
    },
    codes: name.startsWith('qa-adjust') ? ['TA', 'RC'] : 'kind' in known ? [] : known,
    writes: isReview ? [] : cycle[kind],
    ...(globs !== undefined && { creates: { globs, since: 'example', kept: [] } }),
    workspace: 'example',
    base: 'example',
    limitMs: 0,
    retry: [],
  }
}

function talkOf(name: string, needs: readonly string[], withTalk: boolean): Readonly<Record<string, Json>> {
  return {
    ...(needs.includes('issue') && {
      issue: 'What is said to be wrong with a test stands here.',
      raisedBy: name.endsWith('-flaky') ? 'gate' : 'dev',
      exchangesLeft: 2,
    }),
    ...(withTalk && needs.includes('points') && { points: 'What the reviewer wants changed stands here.' }),
    ...(withTalk && needs.includes('reply') && { declined: "QA's reply to a test issue stands here." }),
  }
}
