import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SubjectSource, sha256 } from '@sigma/engine'
import { readerOfRuns, type ToldRun } from '@sigma/engine/testing'
import { proves, wander } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { kits } from '../../kits.ts'
import { sampleTddInput } from '../machine/sample.ts'
import { tdd } from '../machine/tdd.ts'
import { archiveOf } from './archive.ts'
import { moduleReport } from './module-report.ts'

const text = '# The plan\n'
const sample = sampleTddInput({ batches: [1] })
const { module } = sample
const folder = join('bank', 'modules', module)
const plan = { path: `${folder}/tdd_plan.md`, blob: `sha256:${sha256(text)}` }
const coverage = { lines: 80, functions: 0, branches: 0, statements: 0 }

/** In which everything goes well. */
function run(steps: number): ToldRun {
  const picks = Array.from({ length: steps }, () => [0, 0] as const)
  return { events: wander({ protocol: tdd, budgets: [] }, { ...sample, plan }, { run: 'sample-1', picks, data: {} }) }
}

function reported(files: Readonly<Record<string, string>>, runs: readonly ToldRun[] | null) {
  const [kit] = kits
  if (kit === undefined) throw new Error('No protocol is known.')
  const root = mkdtempSync(join(tmpdir(), 'sigma-report-'))
  try {
    mkdirSync(join(root, folder), { recursive: true })
    for (const [name, content] of Object.entries(files)) writeFileSync(join(root, folder, name), content)
    const source: SubjectSource = {
      reader: runs === null ? null : readerOfRuns(kit, runs),
      protocols: kits,
      place: { root, top: root, folder: join(root, '.sigma') },
      memoryBank: 'bank',
      coverage,
      reports: () => null,
      changed: async () => null,
    }
    return moduleReport(module, source)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

test('a module is told by its design, its plan and its newest run', () => {
  proves('SIG-98')
  const nothing = {
    module,
    installed: false,
    planStatus: 'missing',
    tddStatus: 'none',
    failedCycles: [],
    coverageThreshold: coverage,
  }
  expect(reported({}, null)).toMatchObject({ isKnown: false, fields: nothing })
  const written = { ...nothing, installed: true, planStatus: 'written' }
  expect(reported({ 'design.md': 'x', 'tdd_plan.md': text }, [])).toMatchObject({ isKnown: true, fields: written })
  const ended = reported({ 'tdd_plan.md': text }, [run(60)])
  expect(ended.fields).toMatchObject({ planStatus: 'accepted', tddStatus: 'completed', failedCycles: [] })
  expect(reported({ 'tdd_plan.md': 'other' }, [run(60)]).fields).toMatchObject({ planStatus: 'changed' })
  const gone = reported({}, [run(60)])
  expect(gone).toMatchObject({ isKnown: true, fields: { planStatus: 'missing', tddStatus: 'completed' } })
  expect(reported({}, [run(4)]).fields).toMatchObject({ tddStatus: 'running' })
})

test('people are told the same in rows', () => {
  expect(reported({ 'design.md': 'x', 'tdd_plan.md': text }, []).rows).toEqual([
    ['plan', 'written'],
    ['tdd', 'none'],
    ['failed', 'none'],
    ['coverage', 'lines 80 %'],
  ])
})

test('Sigma’s own in a repository is what it writes: its folder, work directories elsewhere, and its part of the memory banks', () => {
  const [kit] = kits
  if (kit === undefined) throw new Error('No protocol is known.')
  const input = { ...sample, plan, out: 'build' }
  const events = wander({ protocol: tdd, budgets: [] }, input, { run: 'sample-1', picks: [], data: {} })
  const archive = archiveOf(readerOfRuns(kit, [{ events }]), kits)
  const { globs, regions } = archive.ownPlaces({ root: '/top/app', top: '/top', folder: '/top/app/.sigma' }, 'notes')
  expect(globs).toEqual([
    'app/.claude-collective/.gitignore',
    'app/.claude-collective/metrics/sigma/**',
    'app/.claude-collective/sigma/**',
    `app/build/${module}/TDD_1/gates.json`,
    `app/build/${module}/TDD_1/coverage/coverage-summary.json`,
  ])
  expect([...regions]).toEqual([
    ['notes/progress.md', 'progress'],
    ['notes/activeContext.md', 'context'],
    ['bank/progress.md', 'progress'],
    ['bank/activeContext.md', 'context'],
  ])
})
