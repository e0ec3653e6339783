import { expect, test } from 'vitest'
import { failureCodes } from '../closers.ts'
import { proves } from '../testing/proves.ts'
import { statusCode, statusCodeNamed, statusCodes } from './codes.ts'
import { codedPhases, phaseOfWire, phaseOfWord, phases } from './phases.ts'
import { roleNamed, roleOfSymbol, roles } from './roles.ts'
import { taskCodes } from './task-codes.ts'

test('there are six agent roles, each with its stage, symbol, job and scheduler', () => {
  proves('DPTR-04', 'SIG-04')
  expect(roles.map(({ stage, symbol, name, job, scheduledBy }) => [stage, symbol, name, job, scheduledBy])).toEqual([
    [1, 'Ω₁ᶜ', 'critic', 'audit of the design', 'person'],
    [2, 'Ω₂ˢ', 'spec', 'planning', 'engine'],
    [2, 'Ω₂ᶜ', 'critic', 'validation of the plan', 'engine'],
    [3, 'Ω₃ᵍ', 'qa', 'tests', 'engine'],
    [3, 'Ω₃ᴱ', 'dev', 'implementation', 'engine'],
    [4, 'Ω₄ᴿ', 'reviewer', 'final validation', 'person'],
  ])
})

test('a role comes back from its symbol, and from its name in its stage', () => {
  proves('DPTR-06')
  for (const role of roles) {
    expect(roleOfSymbol(role.symbol)).toBe(role)
    expect(roleNamed(role.name, role.stage)).toBe(role)
  }
  expect(new Set(roles.map(({ symbol }) => symbol)).size).toBe(6)
})

test('the phases of the TDD loop have exactly the codes of the wire', () => {
  proves('DPTR-74', 'SIG-05')
  expect(codedPhases.map(({ word, wire }) => [word, wire])).toEqual([
    ['Phase0', 'Phase0'],
    ['RED', 'ℜ'],
    ['GREEN', 'ℜᴳ'],
    ['REFACTOR_TESTS', 'ℜᶠᵗ'],
    ['REFACTOR_IMPL', 'ℜᶠⁱ'],
    ['REVIEW_TESTS', 'review_tests'],
    ['REVIEW_IMPL', 'review_impl'],
  ])
  for (const phase of phases) expect(phaseOfWord(phase.word)).toBe(phase)
  for (const phase of codedPhases) expect(phaseOfWire(phase.wire)).toBe(phase)
})

test('the status codes are exactly those of the table, each with its sender', () => {
  proves('DPTR-27', 'SIG-07', 'SIG-08', 'SIG-09')
  const bySender = Object.groupBy(statusCodes, ({ senders }) => senders.join(' ') || 'any')
  const codes = Object.entries(bySender).map(([sender, rows = []]) => [sender, rows.map(({ code }) => code).join(' ')])
  expect(Object.fromEntries(codes)).toEqual({
    'Ω₁ᶜ': 'ACCEPT REVISE REJECT',
    'Ω₂ˢ': 'PC PR DG',
    'Ω₂ᶜ': 'NR PA EN DA',
    'Ω₃ᵍ': 'RC TA RTC',
    'Ω₃ᴱ': 'GC TI RIC P0C',
    'Ω₃ᵍ Ω₃ᴱ': 'APPROVED NEEDS_CHANGE',
    'Ω₄ᴿ': 'VC DF QP QF',
    any: 'ME TO EX BL',
  })
})

test('every code has the engine name that is set down for it, and comes back from it', () => {
  proves('SIG-53', 'SIG-54')
  expect(Object.fromEntries(statusCodes.map(({ code, name }) => [code, name]))).toEqual({
    PC: 'planDrafted',
    PR: 'planRevised',
    NR: 'needsRevision',
    PA: 'planAccepted',
    RC: 'redComplete',
    RTC: 'refactorTestsComplete',
    GC: 'greenComplete',
    RIC: 'refactorImplComplete',
    TO: 'timeout',
    EX: 'exception',
    BL: 'blocked',
    DG: 'planDisagreed',
    EN: 'escalationNeeded',
    DA: 'dialogueActive',
    TA: 'testAdjusted',
    TI: 'testIssue',
    P0C: 'phase0Complete',
    APPROVED: 'reviewApproved',
    NEEDS_CHANGE: 'reviewNeedsChange',
    VC: 'validationComplete',
    DF: 'deviationsFound',
    QP: 'qualityPassed',
    QF: 'qualityFailed',
    ME: 'memoryError',
    ACCEPT: 'designAccepted',
    REVISE: 'designRevise',
    REJECT: 'designRejected',
  })
  for (const row of statusCodes) {
    expect(statusCode(row.code)).toBe(row)
    expect(statusCode(`→${row.code}`)).toBe(row)
    expect(statusCodeNamed(row.name)).toBe(row)
  }
  expect(new Set(statusCodes.map(({ name }) => name)).size).toBe(statusCodes.length)
})

test('what the table does not have is said to be unknown, with what it has', () => {
  proves('SIG-55')
  expect(statusCode('→XX')).toMatchObject({ kind: 'unknown', of: 'code', value: '→XX' })
  expect(statusCode('rc')).toMatchObject({ kind: 'unknown', of: 'code' })
  expect(statusCodeNamed('toString')).toMatchObject({ kind: 'unknown', of: 'name', value: 'toString' })
  expect(phaseOfWire('RED')).toMatchObject({ kind: 'unknown', of: 'phase' })
  expect(phaseOfWord('ℜ')).toMatchObject({ kind: 'unknown', of: 'phase' })
  expect(roleOfSymbol('Ω₅')).toMatchObject({ kind: 'unknown', of: 'role' })
  expect(roleNamed('qa', 2)).toMatchObject({ kind: 'unknown', of: 'role', known: ['spec', 'critic'] })
  expect(taskCodes('qa', 'BLUE')).toMatchObject({ kind: 'unknown', of: 'phase' })
  expect(taskCodes('boss', 'RED')).toMatchObject({ kind: 'unknown', of: 'role' })
})

test('the four failure codes are legal from every role in every phase', () => {
  proves('DPTR-28', 'SIG-08')
  expect(statusCodes.filter(({ says }) => says === 'error').map(({ code }) => code)).toEqual(failureCodes)
  for (const { word } of phases) {
    for (const { name } of roles)
      expect(taskCodes(name, word)).toEqual(expect.arrayContaining(['ME', 'TO', 'EX', 'BL']))
  }
})

test('beside them a role may say only what its task is, and only codes of its own row', () => {
  proves('DPTR-27', 'SIG-06', 'SIG-07')
  const own = phases.flatMap(({ word, stage }) =>
    roles.flatMap((role) => {
      if (role.stage !== stage) return []
      const codes = taskCodes(role.name, word)
      if ('kind' in codes) throw new Error(`${role.name} is unknown in ${word}`)
      const narrow = codes.filter((code) => !failureCodes.includes(code))
      for (const code of narrow) {
        expect(statusCode(code)).toMatchObject({ senders: expect.arrayContaining([role.symbol]) })
      }
      return narrow.length === 0 ? [] : [`${word} ${role.symbol} ${narrow.join(' ')}`]
    }),
  )
  expect(own).toEqual([
    'Phase0 Ω₃ᴱ P0C',
    'RED Ω₃ᵍ RC',
    'GREEN Ω₃ᵍ TA RC',
    'GREEN Ω₃ᴱ GC TI',
    'REFACTOR_TESTS Ω₃ᵍ RTC',
    'REFACTOR_IMPL Ω₃ᵍ TA RC',
    'REFACTOR_IMPL Ω₃ᴱ RIC TI',
    'REVIEW_TESTS Ω₃ᴱ APPROVED NEEDS_CHANGE',
    'REVIEW_IMPL Ω₃ᵍ APPROVED NEEDS_CHANGE',
    'AUDIT Ω₁ᶜ ACCEPT REVISE REJECT',
    'PLAN Ω₂ˢ PC PR DG',
    'CRITIQUE Ω₂ᶜ NR PA EN DA',
    'REVIEW Ω₄ᴿ VC DF QP QF',
  ])
})
