/** What stood in a cycle and fails where everything runs. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Files, nodeTest, type Runner } from '@sigma/measuring'
import { afterAll, afterEach, expect, test } from 'vitest'
import { trial } from './fixture/trial.ts'
import { green as done, red as failing, start } from './proofs/slug.ts'

const scope = { scope: 'reached' } as const
const farFile = 'test/far.test.js'
const folder = mkdtempSync(join(tmpdir(), 'sigma-stood-'))
const service = join(folder, 'service')
afterEach(() => rmSync(service, { force: true }))
afterAll(() => rmSync(folder, { recursive: true }))

const head = `import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
`
/** Its source is named so that no text tells of it, and the runner sees nothing of it either. */
const far = `${head}const { far } = await import('../src/' + ['f', 'ar.js'].join(''))\ntest('far', () => assert.equal(far(), 1))\n`
const near = `${head}import { far } from '../src/far.js'\ntest('near', () => assert.ok(far() > 0))\n`
const blind: Runner = {
  ...nodeTest,
  run: (request) =>
    nodeTest.run({
      ...request,
      onReached: (reaches) =>
        request.onReached?.(
          new Map(
            [...reaches].map(([file, reach]) => [
              file,
              file === farFile ? { ...reach, files: reach.files.filter((path) => path !== 'src/far.js') } : reach,
            ]),
          ),
        ),
    }),
}

/** A cycle up to its GREEN, in which the far test stands. */
async function cycleWith(start_: Files, red_: Files, done_: Files) {
  const { judge } = trial(undefined, null, { runners: [blind] })
  const base = await judge('baseline', start_, {}, scope)
  const before = { ...base.baseline }
  const red = await judge('red', red_, { before, tests: ['test/**'], interfaces: ['slug'], sourceFrom: null }, scope)
  const green = await judge('green', done_, { before, red: { ...red.baseline } }, scope)
  expect(green).toMatchObject({
    verdict: 'pass',
    seen: {
      after: { stood: expect.arrayContaining([expect.objectContaining({ file: farFile })]) },
    },
  })
  const combine = (files: Files) =>
    judge('combined', files, { cycles: [{ name: 'C1', accepted: { ...green.baseline } }] }, scope)
  const refactor = (files: Files) =>
    judge('refactor', files, { before: { ...green.baseline }, of: 'implementation' }, scope)
  return { combine, refactor }
}

test('what stood wrongly is told as such where everything runs, and runs each time from then on', async () => {
  const giving = (value: number): Files => ({
    'src/far.js': `export const far = () => ${value}\n`,
    'test/near.test.js': near,
    [farFile]: far,
  })
  const wrong: Files = { ...done, ...giving(2) }
  const { combine, refactor } = await cycleWith({ ...start, ...giving(1) }, { ...failing, ...giving(1) }, wrong)
  const combined = await combine({ ...wrong, 'notes.md': 'beside other work' })
  expect(combined.rules).toEqual(['test-fails'])
  expect(combined.findings[0]?.message).toContain('In cycle C1 this file was not run: nothing changed that it was seen')
  const right: Files = { ...done, ...giving(1) }
  expect(await refactor(right)).toMatchObject({ verdict: 'pass' })
  const later = await refactor({ ...right, 'src/text.js': `${done['src/text.js']}// later\n` })
  expect(later).toMatchObject({ verdict: 'pass' })
  expect(later.seen.after.ran).toContain(farFile)
})

test('what fails at HEAD by now is no matter of the work', async () => {
  writeFileSync(service, 'up')
  const asking = `${head}test('far', () => assert.ok(existsSync(${JSON.stringify(service)})))\n`
  const { combine } = await cycleWith(
    { ...start, [farFile]: asking },
    { ...failing, [farFile]: asking },
    { ...done, [farFile]: asking },
  )
  expect(existsSync(service)).toBe(true)
  rmSync(service)
  const combined = await combine({ ...done, [farFile]: asking })
  expect(combined).toMatchObject({
    verdict: 'pass',
    data: { failed: 1, oldFailures: 1, failsToday: [`${farFile} › far`] },
  })
})
