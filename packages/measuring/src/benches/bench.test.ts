import { expect, test } from 'vitest'
import { nodeProject as project } from '../fixture/node-project.ts'
import { sortingOf } from './bench.ts'

test('a snapshot belongs to the tests, wherever it lies', () => {
  const { isTest, isSource } = sortingOf({ ...project, tests: ['src/**/*.test.js'] })
  const snapshot = 'src/__snapshots__/slug.test.js.snap'
  expect([isTest(snapshot), isSource(snapshot)]).toEqual([true, false])
  for (const path of ['src/slug.js', 'src/__snapshots__/slug.js', 'src/a.snap']) {
    expect([isTest(path), isSource(path)]).toEqual([false, true])
  }
})
