import { expect, test } from 'vitest'
import type { Ask } from '../effect.ts'
import type { JsonObject } from '../json.ts'
import { proves } from '../testing/proves.ts'
import { parseDirective } from './directive-reader.ts'
import { directiveOf, dispatchFindings, handoffOf, pathsIn } from './handoff.ts'
import { missingParameters, surplusParameters } from './parameters.ts'
import { codedPhases } from './phases.ts'
import { ctxHandoffSchema, ctxSchema, handoffSchema } from './records.ts'
import { roles } from './roles.ts'
import { readRecord } from './validation.ts'

const context: JsonObject = {
  module: 'src/auth',
  designPath: 'design.md',
  planPath: 'tdd_plan.md',
  interfaceSignature: 'login(user: string, scopes: string[]): Token',
  session: { sid: 'TDD_1_C1_k3f9', cycle: 1, phase: 'RED', round: 0 },
}

function askOf(role: string, phase: string, given: JsonObject = context): Ask {
  return {
    kind: 'ask',
    id: 'red/1',
    at: { step: 'red' },
    role,
    phase,
    brief: {
      type: 'red',
      purpose: 'Write a test that fails.',
      from: 'engine',
      subject: 'src/auth',
      context: given,
      documents: [],
      refused: [{ rule: 'test-already-passes', message: 'It passes.', remedy: 'Make it fail.', evidence: 'sha256:00' }],
      parameters: { issue: 'none' },
    },
    codes: ['RC', 'EX'],
    writes: ['test/**', '!test/old/**'],
    workspace: 'C1',
    base: '0'.repeat(40),
    limitMs: 1000,
    retry: [],
  }
}

test('the handoff of a turn is the document that a command agent reads', () => {
  proves('DPTR-06', 'DPTR-20', 'SIG-22', 'SIG-23')
  const later = { rule: 'answer-missing', message: 'No line.', remedy: 'End with one.' }
  const handoff = handoffOf(askOf('qa', 'RED'), 'red/1@7', [later])
  expect(handoff).toEqual({
    from: 'engine',
    to: 'qa',
    task: { type: 'red', purpose: 'Write a test that fails.', parameters: { issue: 'none' } },
    context,
    metadata: {
      role: 'qa',
      symbol: 'Ω₃ᵍ',
      directive: expect.stringMatching(/^\[S:TDD_1_C1_k3f9,R:0,C:1,P:ℜ,CTX:\{.*\}\]$/),
      codes: ['RC', 'EX', 'ME', 'TO', 'BL'],
      writable: ['test/**', '!test/old/**'],
      turn: 'red/1@7',
      refused: [{ rule: 'test-already-passes', message: 'It passes.', remedy: 'Make it fail.' }, later],
    },
  })
  expect(readRecord(ctxHandoffSchema, JSON.parse(JSON.stringify(handoff)))).toEqual({ kind: 'read', record: handoff })
})

test('the phase is a code in the directive, whatever word the context has for it', () => {
  proves('DPTR-74')
  for (const { word, wire } of codedPhases) {
    const handoff = handoffOf(askOf('dev', word), 'a@1', [])
    const directive = parseDirective(String(handoff.metadata.directive))
    expect(directive).toMatchObject({ directive: { phase: word, context: { session: { phase: wire } } } })
  }
})

test('a context is handed over as the protocol wrote it, whatever it holds; none of its fields is required', () => {
  const own: JsonObject = { skill: 'brew', session: 'morning', stepPath: 'steps/1.md', designPath: 7 }
  for (const given of [own, {}]) {
    const handoff = handoffOf(askOf('clerk', 'FILING', given), 'a@1', [])
    expect(handoff.context).toEqual(given)
    expect(handoffSchema.parse(JSON.parse(JSON.stringify(handoff)))).toEqual(handoff)
    expect(parseDirective(String(handoff.metadata.directive))).toMatchObject({ directive: { context: given } })
    expect(dispatchFindings(askOf('clerk', 'FILING', given))).toEqual([])
  }
  expect(pathsIn(own)).toEqual([['stepPath', 'steps/1.md']])
})

const taskOf = { 'Ω₁ᶜ': 'AUDIT', 'Ω₂ˢ': 'PLAN', 'Ω₂ᶜ': 'CRITIQUE', 'Ω₃ᵍ': 'RED', 'Ω₃ᴱ': 'GREEN', 'Ω₄ᴿ': 'REVIEW' }
const keysOf = {
  'Ω₁ᶜ': ['context'],
  'Ω₂ˢ': ['session', 'round', 'module', 'context'],
  'Ω₂ᶜ': ['session', 'round', 'module', 'context'],
  'Ω₃ᵍ': ['session', 'round', 'cycle', 'phase', 'context'],
  'Ω₃ᴱ': ['session', 'round', 'cycle', 'phase', 'context'],
  'Ω₄ᴿ': [],
}

test.each(roles)('$symbol gets exactly its parameters', (role) => {
  proves('DPTR-23')
  const ask = askOf(role.name, taskOf[role.symbol])
  const directive = directiveOf(ask)
  expect(Object.keys(directive)).toEqual(keysOf[role.symbol])
  expect(missingParameters(role, directive)).toEqual([])
  expect(surplusParameters(role, directive)).toEqual([])
  expect(dispatchFindings(ask)).toEqual([])
})

test('what a role needs and does not get, or gets beyond its need, is named', () => {
  proves('DPTR-23')
  const [, spec, , qa] = roles
  if (spec === undefined || qa === undefined) throw new Error('the table of roles is short')
  expect(missingParameters(qa, { session: '', round: 0, cycle: 1, context: 'x' })).toEqual(['S', 'P'])
  expect(missingParameters(spec, {})).toEqual(['S', 'R', 'M', 'CTX'])
  expect(surplusParameters(spec, { cycle: 0, phase: 'RED', module: 'm' })).toEqual(['C', 'P'])
})

test('an ask that lacks a parameter is refused before an agent starts, by name', () => {
  proves('DPTR-23', 'DPTR-24')
  const { session: _, ...without } = context
  expect(dispatchFindings(askOf('qa', 'RED', without)).map(({ message }) => message)).toEqual([
    'Ω₃ᵍ is not started in RED: its directive lacks S.',
    'Ω₃ᵍ is not started in RED: its directive lacks R.',
    'Ω₃ᵍ is not started in RED: its directive lacks C.',
  ])
  for (const [field, change] of [
    ['module', { module: 1 }],
    ['designPath', { designPath: null }],
    ['session.round', { session: { round: 'first' } }],
  ] as const)
    expect(dispatchFindings(askOf('qa', 'RED', { ...context, ...change }))).toMatchObject([
      { rule: 'handoff-invalid', message: expect.stringContaining(`context.${field}`) },
    ])
  expect(dispatchFindings(askOf('dev', 'GREEN', { ...context, interfaceSignature: '' }))).toMatchObject([
    { rule: 'parameter-missing', message: expect.stringContaining('interfaceSignature') },
  ])
})

test('planning and TDD agents always get a valid CTX, with the exact signature for TDD', () => {
  proves('DPTR-24')
  for (const role of roles.filter(({ stage }) => stage === 2 || stage === 3)) {
    const { context: sent } = directiveOf(askOf(role.name, taskOf[role.symbol]))
    expect(readRecord(ctxSchema, sent)).toMatchObject({
      kind: 'read',
      record: { interfaceSignature: context['interfaceSignature'] },
    })
  }
})

test('an old transcript without CTX is read', () => {
  proves('DPTR-24')
  expect(parseDirective('[S:TDD_1,R:0,C:1,P:ℜ]')).toEqual({
    kind: 'directive',
    directive: { session: 'TDD_1', round: 0, cycle: 1, phase: 'RED' },
  })
})

test('a role or phase outside the table still gets a handoff, with what is known', () => {
  const handoff = handoffOf(askOf('clerk', 'FILING'), 'a@1', [])
  expect(handoff.metadata).toMatchObject({ role: 'clerk', symbol: null })
  expect(parseDirective(String(handoff.metadata.directive))).toMatchObject({ directive: { round: 0, cycle: 1 } })
})

test('a person is told what may be changed in words, and a program the field as well', () => {
  const strayed = { rule: 'outside-role', message: 'Strayed: a.js.', remedy: 'Change only test/**.' }
  const remedyFor = (ask: Ask, reader: 'program' | 'person'): unknown =>
    handoffOf(ask, 'a1', [strayed], reader).metadata.refused.at(-1)?.remedy
  const ask = askOf('qa', 'RED')
  const creates = { globs: ['test/**'], since: ask.base, kept: [] }
  expect([remedyFor(ask, 'person'), remedyFor(ask, 'program'), remedyFor({ ...ask, creates }, 'program')]).toEqual([
    'Change only test/**.',
    'Change only test/**. `metadata.writable` of the handoff lists these files.',
    'Change only test/**. `metadata.writable` of the handoff lists these files, and `metadata.creatable` the new ones.',
  ])
})
