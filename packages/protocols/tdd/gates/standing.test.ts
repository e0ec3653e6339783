/** Between phases only what a change reaches is run; where a verdict is final, everything is. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Files } from '@sigma/measuring'
import { expect, test } from 'vitest'
import { trial } from './fixture/trial.ts'
import { green as done, red as failing, oldTest, start, tests } from './proofs/slug.ts'

const far = {
  'src/far.js': 'export const far = () => 1\n',
  'test/far.test.js': tests(oldTest)
    .replace('../src/text.js', '../src/far.js')
    .replace(`source.shout('a'), 'A'`, `source.far(), 1`),
}
const withFar = (files: Files): Files => ({ ...files, ...far })
const scope = { scope: 'reached' } as const

test('a cycle of real runs takes only what it reaches, and its end everything, once', async () => {
  const { judge, checkouts, processes } = trial()
  const begun = (): number => processes.started.length
  const base = await judge('baseline', withFar(start), {}, scope)
  expect(base).toMatchObject({ verdict: 'pass', seen: { after: { problem: null } } })
  const red = await judge(
    'red',
    withFar(failing),
    { before: { ...base.baseline }, tests: ['test/**'], interfaces: ['slug'], sourceFrom: null },
    scope,
  )
  expect(red).toMatchObject({
    verdict: 'pass',
    data: { ran: 1, stood: 2, why: '1 file changed, and only what reaches it is run' },
  })
  expect(red.seen.after.stood).toContainEqual({
    file: 'test/far.test.js',
    commit: base.commit,
    evidence: base.evidence,
  })
  const green = await judge('green', withFar(done), { before: { ...base.baseline }, red: { ...red.baseline } }, scope)
  expect(green).toMatchObject({ verdict: 'pass', findings: [], data: { ran: 2, stood: 1, tests: 3 } })
  const at = begun()
  const same = await judge('refactor', withFar(done), { before: { ...green.baseline }, of: 'implementation' }, scope)
  expect(same).toMatchObject({
    verdict: 'pass',
    data: { ran: 0, stood: 3, tests: 3, why: 'nothing changed since it was measured' },
  })
  expect(begun()).toBe(at)
  const cycles = [{ name: 'C1', accepted: { ...green.baseline } }]
  const combined = await judge('combined', withFar(done), { cycles }, scope)
  expect(combined).toMatchObject({ verdict: 'pass', data: { tests: 3, ran: 1, stood: 2 } })
  expect(combined.seen.after).toMatchObject({
    why: 'here everything is run once, on the very tree, and the others already were',
    wholeTree: true,
  })
  const again = begun()
  expect(await judge('combined', withFar(done), { cycles }, scope)).toMatchObject({
    verdict: 'pass',
    data: { ran: 0, stood: 3 },
  })
  expect(begun()).toBe(again)
  expect(await checkouts.files(combined.commit)).toContain('test/far.test.js')
})

test('a test that is found to be flaky before the work runs at every gate', async () => {
  const { judge } = trial()
  const mark = JSON.stringify(join(tmpdir(), `sigma-wavers-${crypto.randomUUID()}`))
  const wavers = `import { existsSync, writeFileSync } from 'node:fs'
test('wavers', () => { const there = existsSync(${mark}); if (!there) writeFileSync(${mark}, ''); assert.ok(there) })`
  const files = { ...start, 'test/wavers.test.js': tests(wavers) }
  expect(await judge('baseline', files, {}, scope)).toMatchObject({ data: { flaky: ['test/wavers.test.js › wavers'] } })
  for (const more of ['1', '2']) {
    const run = (await judge('baseline', { ...files, 'README.md': more }, {}, scope)).seen.after
    expect(run.ran).toEqual(['test/wavers.test.js'])
  }
})
