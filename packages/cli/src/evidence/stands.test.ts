import type { Evidence } from '@sigma/measuring'
import { expect, test } from 'vitest'
import { gateFacts } from './gate-evidence.ts'

const run: Evidence['after'] = {
  ...{ runner: 'node:test', version: 'v24.1.0', command: [], exit: 0, signal: null, durationMs: 0 },
  ...{ tests: [], faults: [], empty: [], focused: [], problem: null },
}

function standing(after: Partial<Evidence['after']>): readonly string[] {
  const evidence: Evidence = {
    ...{ gate: 'green', commit: 'c'.repeat(40), sourceFrom: null, from: null, changes: [], patch: null, before: null },
    ...{ newTests: [], testFiles: {}, sourceFiles: {}, coverage: null, coveredFiles: null, coverageBase: null },
    after: { ...run, ...after },
  }
  const view = { extent: 'brief', name: `sha256:${'e'.repeat(64)}`, blob: () => new Uint8Array() } as const
  return gateFacts(evidence, view).find(({ name }) => name === 'stands')?.lines ?? []
}

test('what was run is named with the reason, and what stands by where it was measured', () => {
  const stood = ['b', 'c', 'd'].map((name, at) => ({
    file: `test/${name}.test.js`,
    commit: 'a'.repeat(40),
    evidence: at < 2 ? `sha256:${'f'.repeat(64)}` : null,
  }))
  const why = '1 file changed, and only what reaches it is run'
  expect(standing({ stood, ran: ['test/a.test.js'], why })).toEqual([
    '1 of 4 test files were run: 1 file changed, and only what reaches it is run',
    'ran     test/a.test.js',
    '2 stand as they were measured at aaaaaaaaaa, sigma why ffffffffffff',
    '1 stand as they were measured at aaaaaaaaaa',
  ])
})

test('where everything was run, only the reason is told; of older evidence nothing', () => {
  expect(standing({ why: 'the suite takes only 300 ms' })).toEqual([
    'every test file was run: the suite takes only 300 ms',
  ])
  expect(standing({})).toEqual([])
})
