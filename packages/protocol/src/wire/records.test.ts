import { expect, test } from 'vitest'
import { z } from 'zod'
import { proves } from '../testing/proves.ts'
import { ctxHandoffSchema, ctxSchema, resultSchema } from './records.ts'
import { readRecord } from './validation.ts'
import { readVersion } from './version.ts'

const ctx = {
  module: 'auth',
  designPath: 'memory-bank/modules/auth/design.md',
  planPath: 'memory-bank/modules/auth/tdd_plan.md',
  interfaceSignature: 'login(user: string, pass: string): Token',
  session: { sid: 'TDD_20261121T101500_C1_k3f9', cycle: 1, phase: 'ℜ', round: 0 },
}
const handoff = { from: 'qa', to: 'dev', task: { type: 'green', purpose: 'Make it pass.' }, context: ctx }
const result = { success: true, status: 'done' }

function without(record: object, key: string): object {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key))
}

test('a CTX needs module and designPath, and nothing else', () => {
  proves('SIG-15', 'SIG-19')
  expect(readRecord(ctxSchema, ctx)).toEqual({ kind: 'read', record: ctx })
  expect(readRecord(ctxSchema, { module: 'auth', designPath: 'd.md' })).toMatchObject({ kind: 'read' })
  for (const key of ['module', 'designPath']) {
    expect(readRecord(ctxSchema, without(ctx, key))).toMatchObject({ kind: 'fault', path: `/${key}` })
  }
})

test.each([
  ['/module', { ...ctx, module: 1 }],
  ['/designPath', { ...ctx, designPath: null }],
  ['/planPath', { ...ctx, planPath: ['x'] }],
  ['/interfaceSignature', { ...ctx, interfaceSignature: {} }],
  ['/session', { ...ctx, session: 'TDD_1' }],
  ['/session/sid', { ...ctx, session: { sid: 7 } }],
  ['/session/phase', { ...ctx, session: { phase: 7 } }],
  ['/session/cycle', { ...ctx, session: { cycle: 1.5 } }],
  ['/session/cycle', { ...ctx, session: { cycle: '1' } }],
  ['/session/round', { ...ctx, session: { round: 0.1 } }],
  ['/session/round', { ...ctx, session: { round: '0' } }],
  ['', 'auth'],
  ['', null],
])('a fault of a CTX is named by its place: %s', (path, value) => {
  proves('SIG-16', 'SIG-17', 'SIG-33')
  expect(readRecord(ctxSchema, value)).toMatchObject({ kind: 'fault', path, message: expect.stringMatching(/./) })
})

test('unknown properties are allowed everywhere, and kept', () => {
  proves('SIG-18')
  const more = { ...ctx, team: 'blue', session: { ...ctx.session, host: 'a' } }
  expect(readRecord(ctxSchema, more)).toEqual({ kind: 'read', record: more })
  const wider = { ...handoff, urgent: true, task: { ...handoff.task, weight: 2 }, context: more }
  expect(readRecord(ctxHandoffSchema, wider)).toEqual({ kind: 'read', record: wider })
  expect(readRecord(resultSchema, { ...result, extra: [1] })).toEqual({
    kind: 'read',
    record: { ...result, extra: [1] },
  })
})

test('a handoff needs from, to, task and context', () => {
  proves('SIG-22', 'SIG-23', 'SIG-25')
  expect(readRecord(ctxHandoffSchema, handoff)).toEqual({ kind: 'read', record: handoff })
  for (const key of ['from', 'to', 'task', 'context']) {
    expect(readRecord(ctxHandoffSchema, without(handoff, key))).toMatchObject({ kind: 'fault', path: `/${key}` })
  }
  for (const key of ['type', 'purpose']) {
    const task = without(handoff.task, key)
    expect(readRecord(ctxHandoffSchema, { ...handoff, task })).toMatchObject({ kind: 'fault', path: `/task/${key}` })
  }
  expect(readRecord(ctxHandoffSchema, { ...handoff, from: 1 })).toMatchObject({ path: '/from' })
  expect(readRecord(ctxHandoffSchema, { ...handoff, to: {} })).toMatchObject({ path: '/to' })
  const parameters = { ...handoff, task: { ...handoff.task, parameters: 'x' } }
  expect(readRecord(ctxHandoffSchema, parameters)).toMatchObject({ path: '/task/parameters' })
  expect(readRecord(ctxHandoffSchema, { ...handoff, metadata: [] })).toMatchObject({ path: '/metadata' })
  expect(readRecord(ctxHandoffSchema, { ...handoff, metadata: { turn: 'a@1' } })).toMatchObject({ kind: 'read' })
})

test('a handoff with an invalid CTX is invalid, and the place inside it is named', () => {
  proves('SIG-24', 'SIG-33')
  const context = { ...ctx, session: { round: 1.5 } }
  expect(readRecord(ctxHandoffSchema, { ...handoff, context })).toMatchObject({
    kind: 'fault',
    path: '/context/session/round',
  })
})

test('a Result needs success and status', () => {
  proves('SIG-29', 'SIG-30')
  expect(readRecord(resultSchema, result)).toEqual({ kind: 'read', record: result })
  expect(readRecord(resultSchema, without(result, 'success'))).toMatchObject({ kind: 'fault', path: '/success' })
  expect(readRecord(resultSchema, without(result, 'status'))).toMatchObject({ kind: 'fault', path: '/status' })
  const full = { ...result, code: 'GC', message: 'ok', metrics: { tests: 3 } }
  expect(readRecord(resultSchema, full)).toEqual({ kind: 'read', record: full })
  expect(readRecord(resultSchema, { ...full, success: 'true' })).toMatchObject({ path: '/success' })
  expect(readRecord(resultSchema, { ...full, code: 7 })).toMatchObject({ path: '/code' })
  expect(readRecord(resultSchema, { ...full, message: null })).toMatchObject({ path: '/message' })
  expect(readRecord(resultSchema, { ...full, metrics: [] })).toMatchObject({ path: '/metrics' })
})

const readers = [
  z.object({ schema: z.literal(1), name: z.string() }).transform(({ name }) => ({ title: name })),
  z.object({ schema: z.literal(2), title: z.string() }).transform(({ title }) => ({ title })),
]

test('a record of an older version is read as one of today; a newer one is handed back untouched', () => {
  proves('SIG-34')
  expect(readVersion({ schema: 1, name: 'a' }, readers)).toEqual({ kind: 'read', record: { title: 'a' } })
  expect(readVersion({ schema: 2, title: 'b' }, readers)).toEqual({ kind: 'read', record: { title: 'b' } })
  const record = Object.freeze({ schema: 3, label: 'c' })
  const read = readVersion(record, readers)
  expect(read).toEqual({ kind: 'newer', version: 3, newest: 2, record: { schema: 3, label: 'c' } })
  expect(read).toHaveProperty('record', record)
})

test.each([{}, { schema: 0 }, { schema: '1' }, { schema: 1.5 }, null, []])('%j has no version', (record) => {
  proves('SIG-34')
  expect(readVersion(record, readers)).toMatchObject({ kind: 'fault', path: '/schema' })
})
