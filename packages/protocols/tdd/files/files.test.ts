/** The files of single runs, as people and programs read them. */

import type { Registered } from '@sigma/engine'
import { type ProjectedFile, projected } from '@sigma/engine/projecting'
import { readerOfRuns } from '@sigma/engine/testing'
import type { Recorded } from '@sigma/protocol'
import { proves, wander } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { kits } from '../../kits.ts'
import { sampleTddInput } from '../machine/sample.ts'
import { tdd } from '../machine/tdd.ts'
import { archiveOf } from './archive.ts'

const [protocol] = kits

/** The base commit is clean; then everything goes well but what `wrong` names: at that step the answer of this number is given, 1 being the gate's no. */
function story(
  wrong: Readonly<Record<number, number>> = {},
  {
    steps = 60,
    coverage = 0,
    data = {},
    ...sample
  }: Parameters<typeof sampleTddInput>[0] & {
    readonly steps?: number
    readonly coverage?: number
    readonly data?: Readonly<Record<string, null | number | Readonly<Record<string, number>>>>
  } = {},
): readonly Recorded[] {
  const input = sampleTddInput({ batches: [1], ...sample })
  const thresholds = { lines: coverage, functions: 0, branches: 0, statements: 0 }
  const picks = Array.from({ length: steps }, (_, at) => [0, wrong[at] ?? 0] as const)
  const clean = [0, 0] as const
  return wander(
    { protocol: tdd, budgets: [] },
    { ...input, project: { ...input.project, coverage: thresholds } },
    {
      run: 'sample-abc123',
      picks: [clean, ...picks],
      data,
    },
  )
}

const filesOf = (...runs: readonly (readonly Recorded[])[]): readonly ProjectedFile[] => filesWhere(false, ...runs)

function filesWhere(tracked: boolean, ...runs: readonly (readonly Recorded[])[]): readonly ProjectedFile[] {
  if (protocol === undefined) throw new Error('No protocol is known.')
  const archive = archiveOf(
    readerOfRuns(
      registered(protocol),
      runs.map((events) => ({ events })),
    ),
    kits,
  )
  return projected(archive, { tracked }, archive.subjects(), archive.subjects()).files
}

const registered = (known: Registered): Registered => known

function text(files: readonly ProjectedFile[], end: string): string {
  const file = files.find(({ path }) => path.endsWith(end))
  return file === undefined || file.form.kind === 'gone' ? '' : file.form.content
}

const seeds = (log: string): readonly unknown[] =>
  log
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ phase, code, exitCode, coverage, coverageGate, coverageReason }) => ({
      phase,
      code,
      exitCode,
      ...(coverage !== undefined && { coverage, coverageGate, coverageReason }),
    }))

const full = { lines: 92.5, functions: 100, branches: 80, statements: 92.1 }

test('.claude-collective/ ignores itself, by a file that is made once, unless the person has it under version control', () => {
  proves('SIG-94')
  const ignoring = (tracked: boolean) => filesWhere(tracked, story()).filter(({ path }) => path.endsWith('.gitignore'))
  expect(ignoring(false)).toEqual([
    { base: 'project', path: '.claude-collective/.gitignore', form: { kind: 'once', content: '*\n' } },
  ])
  expect(ignoring(true)).toEqual([])
})

test('one line for each phase, the fields of the specification first', () => {
  proves('SIG-71', 'SIG-72', 'SIG-73', 'SIG-74', 'SIG-77')
  const files = filesOf(story({}, { coverage: 80, data: { exitCode: 0, coverage: full } }))
  const log = files.find(({ path }) => path.endsWith('events.log'))
  expect(log?.path).toBe('.claude-collective/metrics/sigma/src/sample/events.log')
  const [red = '', green = '', refactor = ''] = text(files, 'events.log').split('\n')
  expect(red).toMatch(/^\{"ts":"2026-01-01T00:00:\d\d\.000Z","phase":"RED","code":"→RC","exitCode":0,"cycle":1,/)
  const coverage = '"coverage":{"lines":92.5,"functions":100,"branches":80,"statements":92.1},"coverageGate":true,'
  expect(green).toContain(`"phase":"GREEN","code":"→GC","exitCode":0,${coverage}`)
  expect(refactor).toContain(`"phase":"REFACTOR","code":"→RIC","exitCode":0,${coverage}`)
  expect(JSON.parse(refactor)).toMatchObject({
    cycle: 1,
    id: 'TDD_1',
    round: 1,
    session: 'TDD_20261121T101500Z_C1_k3f9',
    run: 'sample-abc123',
    evidence: expect.stringMatching(/^sha256:/),
  })
})

test('the exit code is what the runner returned, whatever the verdict, and null where none did', () => {
  proves('SIG-72', 'SIG-74')
  const codes = (data: Parameters<typeof story>[1]): readonly unknown[] =>
    seeds(text(filesOf(story({ [redCheck]: 1 }, { tries: 3, ...data })), 'events.log')).map((line) =>
      Object.values(Object(line)).slice(1, 3),
    )
  const lines = (exit: number | null) => ['unexpected_pass', '→RC', '→GC', '→RIC'].map((code) => [code, exit])
  expect(codes({ data: { exitCode: 7 } })).toEqual(lines(7))
  expect(codes({ data: {} })).toEqual(lines(null))
})

test('coverage that was not measured is null, and so is the gate, with the reason', () => {
  proves('SIG-75')
  const green = (coverage: number, data: Parameters<typeof story>[1] = {}) =>
    seeds(text(filesOf(story({}, { coverage, ...data })), 'events.log'))[1]
  const nothing = { coverage: null, coverageGate: null }
  expect(green(0, { data: { exitCode: 0, coverage: null } })).toMatchObject({
    ...nothing,
    coverageReason: 'not-required',
  })
  expect(green(80, { data: { exitCode: 0, coverage: null } })).toMatchObject({ ...nothing, coverageReason: 'unknown' })
  expect(green(80, { data: { exitCode: 0 } })).toMatchObject({ ...nothing, coverageReason: 'not-measured' })
  const below = { ...full, lines: 79.99 }
  expect(green(80, { data: { coverage: below } })).toMatchObject({
    coverage: below,
    coverageGate: false,
    coverageReason: 'below',
  })
  expect(green(92.5, { data: { coverage: full } })).toMatchObject({ coverageGate: true, coverageReason: null })
})

/** Steps of a run of one cycle: Phase 0 is asked and checked, then RED, then GREEN. */
const redCheck = 3

test('a gate that refuses writes a line too, and never the code of success', () => {
  proves('SIG-76')
  const log = text(filesOf(story({ [redCheck]: 1, 7: 1 }, { tries: 3 })), 'events.log')
  expect(seeds(log).map((line) => Object.values(Object(line)).slice(0, 2).join(' '))).toEqual([
    'RED unexpected_pass',
    'RED →RC',
    'GREEN unexpected_fail',
    'GREEN →GC',
    'REFACTOR →RIC',
  ])
})

test('σ₅ shows plan, checklist and marks; σ₄ what is active', () => {
  proves('DPTR-97', 'DPTR-122')
  const files = filesOf(story({}, { batches: [2, 1], steps: 9 }))
  expect(text(files, 'progress.md')).toMatchInlineSnapshot(`
    "## Progress by module

    ### src/sample: running

    - run \`sample-abc123\`, session \`TDD_20261121T101500Z_k3f9\`, begun 2026-01-01T00:00:01.000Z
    - plan [tdd_plan.md](modules/src/sample/tdd_plan.md), design [design.md](modules/src/sample/design.md)
    - [x] Phase 0

    #### Batch₁: (parallel 2) …

    - [ ] TDD₁: Feature 1 (feature1) → ℜ→ℜᴳ→ℜᶠ
      - [x] ℜ
      - [x] ℜᴳ
      - [ ] ℜᶠ
    - [ ] TDD₂: Feature 2 (feature2) → ℜ→ℜᴳ→ℜᶠ
      - [x] ℜ
      - [ ] ℜᴳ
      - [ ] ℜᶠ

    #### Batch₂: (parallel 2) ☐

    - [ ] TDD₃: Feature 3 (feature3) → ℜ→ℜᴳ→ℜᶠ
      - [ ] ℜ
      - [ ] ℜᴳ
      - [ ] ℜᶠ
    "
  `)
  expect(text(files, 'activeContext.md')).toMatchInlineSnapshot(`
    "## Active runs

    ### \`sample-abc123\`: src/sample, running

    - session_id: \`TDD_20261121T101500Z_k3f9\`
    - begun: 2026-01-01T00:00:01.000Z, from \`base\`
    - check: session \`TDD_20261121T101500Z_C2_k3f9\`, cycle 2, phase ℜᴳ, round 0, role dev
    - waits for the others: session \`TDD_20261121T101500Z_C1_k3f9\`, cycle 1, phase ℜᴳ, round 0, role dev
    "
  `)
  const ended = text(filesOf(story({}, { batches: [1, 1], steps: 300 })), 'progress.md')
  expect(ended).toMatch(/^- ended 2026-01-01T\S+Z: .* are done/m)
  expect(ended.match(/^#### Batch.*$/gm)).toEqual(['#### Batch₁: (parallel 2) ✅', '#### Batch₂: (parallel 2) ✅'])
})

test('a batch that waits for a person is marked so, and the failed gates stand in σ₅ with what followed', () => {
  proves('DPTR-97', 'DPTR-117')
  const files = filesOf(story({ [redCheck]: 1, 5: 1 }, { tries: 2, steps: 6 }))
  const progress = text(files, 'progress.md')
  expect(text(files, 'activeContext.md')).toMatch(/^- escalated: .*; sigma decide `sample-abc123\/\S+`$/m)
  expect(progress).toMatch(/^#### Batch₁: \(parallel 2\) ⚠️$/m)
  expect(progress.match(/^- .*gate.*$|^- .*`red` fail.*$/gm)).toEqual([
    expect.stringMatching(/`red` fail at session `\S+`, cycle 1, phase ℜ, round 0, role qa; .*\(then: asked again\)$/),
    expect.stringMatching(/`red` fail at .*\(then: a person decides\)$/),
  ])
})

test('the newest run owns the work directories; what an earlier one left there goes', () => {
  proves('SIG-90', 'SIG-92')
  const long = story({}, { batches: [2], steps: 12 })
  const short = story({}, { batches: [1], steps: 6 }).map(({ envelope, event }) => ({
    event,
    envelope: { ...envelope, run: 'sample-def456' },
  }))
  const paths = (files: readonly ProjectedFile[], gone: boolean): readonly string[] =>
    files
      .filter(
        ({ form, path }) =>
          path.includes('/sigma/src/sample/') && (form.kind === 'gone') === gone && !path.includes('/metrics/'),
      )
      .map(({ path }) => path)
  expect(paths(filesOf(long), false)).toEqual([
    '.claude-collective/sigma/src/sample/TDD_1/gates.json',
    '.claude-collective/sigma/src/sample/TDD_2/gates.json',
  ])
  expect(paths(filesOf(long, short), false)).toEqual(['.claude-collective/sigma/src/sample/TDD_1/gates.json'])
  expect(paths(filesOf(long, short), true)).toContain('.claude-collective/sigma/src/sample/TDD_2/gates.json')
})

test('each run has its report, and the latest is the newest', () => {
  proves('SIG-99')
  const first = story({}, { steps: 4 })
  const second = first.map(({ envelope, event }) => ({ event, envelope: { ...envelope, run: 'sample-def456' } }))
  const files = filesOf(first, second)
  const reports = files.filter(({ path }) => path.endsWith('-tdd.json')).map(({ path }) => path.split('/').at(-1))
  expect(reports).toEqual(['20260101T000001Z-tdd.json', '20260101T000001Z-2-tdd.json', 'latest-tdd.json'])
  expect(text(files, 'latest-tdd.json')).toBe(text(files, '-2-tdd.json'))
  expect(JSON.parse(text(files, 'latest-tdd.json'))).toMatchObject({
    run: 'sample-def456',
    module: 'src/sample',
    totalCycles: 1,
  })
})
