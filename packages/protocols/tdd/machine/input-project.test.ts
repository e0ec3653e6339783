import { projectSchema } from '@sigma/protocol'
import { expect, test } from 'vitest'

test('of how a project is tested nothing is lost on its way into a run', () => {
  const project = {
    ...{ runner: 'node:test', folder: '', tests: ['test/**'], source: ['src/**'], guarded: [], checkLimitMs: 1 },
    coverage: { lines: 0, functions: 0, branches: 0, statements: 0 },
    ...{ env: { A: 'b' }, reads: ['.git'], checks: ['npm run lint'], node: ['--import', 'tsx'] },
  }
  expect(projectSchema.parse(project)).toEqual(project)
})
