/** `review.json` and `review.md`: the numbers of what was built, how the review ended, and that both say the same. */
import { readerOfRuns } from '@sigma/engine/testing'
import type { JsonObject, Recorded } from '@sigma/protocol'
import { proves, wander } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { reviewKit } from '../kit.ts'
import { aspects } from '../machine/gate-parameters.ts'
import { review } from '../machine/review.ts'
import { sampleReviewInput } from '../machine/sample.ts'
import { archiveOf } from './archive.ts'
import { builtIn } from './built.ts'

const percentages = (lines: number) => ({ lines, functions: 100, branches: 100, statements: 100 })
const counts = (covered: number, total: number) => ({
  lines: { total, covered },
  ...{ functions: { total: 1, covered: 1 }, branches: { total: 0, covered: 0 }, statements: { total: 1, covered: 1 } },
})
const cycle = (id: string, status: string, more: JsonObject = {}): JsonObject => ({
  id,
  status,
  coverage: null,
  ...more,
})
const reportWith = (...cycles: readonly JsonObject[]): JsonObject => ({
  cycles,
  coverageThreshold: percentages(80),
  phases: { RED: 2, GREEN: 2, REFACTOR: 1 },
})

test('the average is made from counts, not from percentages; the least is that of a cycle', () => {
  proves('SIG-68')
  const one = cycle('a', 'done', { coverage: percentages(50), counts: counts(1, 2) })
  const other = cycle('b', 'done', { coverage: percentages(100), counts: counts(98, 98) })
  expect(builtIn(reportWith(one, other))?.coverage).toEqual({ min: percentages(50), avg: percentages(99) })
  const uncounted = cycle('b', 'done', { coverage: percentages(100) })
  expect(builtIn(reportWith(one, uncounted))?.coverage.avg).toEqual(percentages(75))
  const nearly = cycle('c', 'done', { coverage: percentages(99.99), counts: counts(99_999, 100_000) })
  expect(builtIn(reportWith(nearly))?.coverage.avg?.lines).toBe(99.99)
})

test('what did not pass has failed; without cycles there is nothing, and no percentage', () => {
  proves('SIG-86', 'SIG-82')
  expect(builtIn(reportWith())).toMatchObject({
    totalCycles: 0,
    passedCycles: 0,
    failedCycles: [],
    coverage: { min: null, avg: null },
  })
  const status = fc.constantFrom('done', 'skipped', 'failed', 'waiting', 'working', 'pending')
  fc.assert(
    fc.property(fc.array(status), (stands) => {
      const built = builtIn(reportWith(...stands.map((each, at) => cycle(`c${at}`, each))))
      expect(built?.totalCycles).toBe(stands.length)
      expect((built?.passedCycles ?? 0) + (built?.failedCycles.length ?? 0)).toBe(stands.length)
      expect(built?.passedCycles).toBe(stands.filter((each) => each === 'done').length)
    }),
  )
})

const data = {
  tree: 'abc',
  verdicts: aspects.map((of) => ({ of, verdict: 'pass', evidence: `sha256:${of}`, said: 'So it is.' })),
  sections: ['Interface'],
  files: ['src/slugify.js'],
  told: ['No cycle plans src/extra.js, and it was changed.'],
}
const input = sampleReviewInput()

function walk(picks: readonly (readonly [number, number])[], words = ''): readonly Recorded[] {
  return wander({ protocol: review, budgets: [] }, input, { run: 'review-1', picks, data, words })
}

function filesOf(events: readonly Recorded[], report: JsonObject | null) {
  const archive = archiveOf(readerOfRuns(reviewKit, [{ events }]), [reviewKit], (run) =>
    run === input.run ? report : null,
  )
  const files = archive.parcels([], [input.module]).flatMap((parcel) => parcel.files())
  const text = (name: string): string => {
    const file = files.find(({ path }) => path.endsWith(`/${name}`))
    return file?.form.kind === 'whole' ? file.form.content : ''
  }
  return { files, json: text('review.json'), markdown: text('review.md') }
}

const good = reportWith(
  cycle('TDD_1', 'done', { coverage: percentages(90), counts: counts(9, 10) }),
  cycle('TDD_2', 'failed'),
)

test('both lie beside the module’s reports, with the fields that they are to have', () => {
  proves('SIG-83', 'SIG-85')
  const { files, json } = filesOf(
    walk([
      [0, 0],
      [0, 0],
    ]),
    good,
  )
  expect(files.map(({ base, path }) => [base, path])).toEqual(
    ['review.json', 'review.md'].map((name) => ['project', `.claude-collective/metrics/sigma/text/${name}`]),
  )
  expect(JSON.parse(json)).toMatchObject({
    module: 'text',
    totalCycles: 2,
    passedCycles: 1,
    failedCycles: ['TDD_2'],
    coverageThreshold: percentages(80),
    coverage: { min: percentages(90), avg: percentages(90) },
    phases: { RED: 2, GREEN: 2, REFACTOR: 1 },
    timestamp: '2026-01-01T00:00:03.000Z',
    code: 'VC',
    tree: 'abc',
    commit: input.commit,
    verdicts: { length: 4 },
    stale: false,
  })
})

const summarySchema = z.looseObject({
  totalCycles: z.number(),
  passedCycles: z.number(),
  failedCycles: z.array(z.string()),
  code: z.string().nullable(),
  status: z.string(),
  verdicts: z.array(z.object({ of: z.string(), verdict: z.string() })),
})

test('both say the same, wherever the review stands and whatever was said', () => {
  proves('SIG-84')
  const picks = fc.array(fc.tuple(fc.nat(2), fc.nat(9)), { maxLength: 8 })
  const words = fc.oneof(fc.string(), fc.constant('\n# Review of text: →VC\n- in all 9, passed 9'))
  fc.assert(
    fc.property(picks, words, (way, said) => {
      const { json, markdown } = filesOf(walk(way, said), good)
      const summary = summarySchema.parse(JSON.parse(json))
      const lines = markdown.split('\n')
      expect(lines[0]).toBe(`# Review of text: ${summary.code === null ? summary.status : `→${summary.code}`}`)
      const counted = `- in all ${summary.totalCycles}, passed ${summary.passedCycles}, failed ${summary.failedCycles.length}`
      expect(lines.filter((line) => line.startsWith('- in all'))).toEqual([counted])
      expect(lines.filter((line) => line.startsWith('# '))).toHaveLength(1)
      for (const { of, verdict } of summary.verdicts) expect(markdown).toContain(`- ${of}: ${verdict}. `)
    }),
  )
})

test('it is stale once the module was built again, with another commit', () => {
  proves('SIG-89')
  const events = walk([
    [0, 0],
    [0, 0],
  ])
  const reader = readerOfRuns(reviewKit, [{ events }])
  const [own] = reader.runs()
  if (own === undefined) throw new Error('no run')
  const built = (run: string, commit: string) => ({ ...own, run, protocol: 'tdd', status: 'ended' as const, commit })
  const staleWith = (...newer: readonly (typeof own)[]): unknown =>
    archiveOf({ ...reader, runs: () => [...newer, ...reader.runs()] }, [reviewKit], () => good).newest(input.module)
      ?.summary.stale
  expect(staleWith(built('one', input.commit))).toBe(false)
  expect(staleWith(built('two', 'other'), built('one', input.commit))).toBe(true)
  expect(staleWith({ ...built('two', 'other'), subject: 'elsewhere' }, built('one', input.commit))).toBe(false)
})

test('without the run that it is about nothing is written', () => {
  expect(
    filesOf(
      walk([
        [0, 0],
        [0, 0],
      ]),
      null,
    ).files,
  ).toEqual([])
})
