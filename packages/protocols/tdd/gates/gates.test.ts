import { nodeTest, type Runner } from '@sigma/measuring'
import { expect, test } from 'vitest'
import { trial } from './fixture/trial.ts'
import { asJson, project, red, start } from './proofs/slug.ts'

const { gates, checkouts, judge, processes } = trial()
const check = { kind: 'check', id: 'c', at: { step: 'c' }, commit: 'none', parameters: {} } as const
const signal = AbortSignal.timeout(20_000)

test('a gate that does not exist, or parameters that are none, are no verdict', async () => {
  await expect(gates.check({ ...check, gate: 'blue' }, signal)).rejects.toMatchObject({ code: 'gate-unknown' })
  await expect(gates.check({ ...check, gate: 'red' }, signal)).rejects.toMatchObject({ code: 'gate-parameters' })
})

test('a baseline that was judged already is not run again', async () => {
  const before = { commit: await checkouts.commit(start), evidence: null }
  const phase0 = await judge('phase0', start, { before, interfaces: ['slug(text)'] })
  const started = processes.started.length
  const given = { before: { ...phase0.baseline }, tests: ['test/**'], interfaces: ['slug'], sourceFrom: null }
  expect((await judge('red', red, given)).verdict).toBe('pass')
  // Its own tests twice, and nothing of the commit before.
  expect(processes.started.length - started).toBe(2)
})

test('how far a suite is is told while it is measured', async () => {
  const told: string[] = []
  const run: Runner['run'] = async (request) => {
    request.onProgress?.(7)
    return await nodeTest.run(request)
  }
  const own = trial(undefined, null, { runners: [{ ...nodeTest, run }] })
  const before = { commit: await own.checkouts.commit(start), evidence: null }
  const parameters = { project: asJson(project), before, interfaces: ['slug(text)'] }
  const asked = { ...check, gate: 'phase0', commit: before.commit, parameters }
  await own.gates.check(asked, signal, (text) => told.push(text))
  expect(told).toContain('7 tests done')
})

test('an abort ends the check', async () => {
  const before = { commit: await checkouts.commit(start), evidence: null }
  const parameters = { project: asJson(project), before, interfaces: [] }
  const aborted = AbortSignal.abort(new Error('stopped'))
  const asked = gates.check({ ...check, gate: 'phase0', commit: before.commit, parameters }, aborted)
  await expect(asked).rejects.toThrow('stopped')
})
