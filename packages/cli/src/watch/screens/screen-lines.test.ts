import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { activity, agent, busy, decision, doing, entry, noon, watching } from '../../testing/overviews.ts'
import type { Overview } from '../overview.ts'
import type { View } from '../state.ts'
import { textOf, widthOfLine } from './line.ts'
import { screenLines } from './screen-lines.ts'

const textAt = (columns: number, rows: number, overview: Overview = busy, view: View = { kind: 'list' }): string =>
  screenLines(watching(overview, { view }), { columns, rows })
    .map((line) => textOf(line).trimEnd())
    .join('\n')

test('at 80 columns', () => {
  expect(textAt(80, 26)).toMatchInlineSnapshot(`
    "sigma watch  process 4242 (sigma tdd src/auth)                  1 decision waits

    > auth-k3x9w2  tdd src/auth                                     running · 4m 12s
        green · 2 of 5 cycles done · sandboxed · 182.4k in, 12.3k out
        41 agent calls left
        ● C3 green        dev claude     42s  uses a tool · Edit src/auth.ts
          claude-sonnet-4-5 · 12.4k in, 1.1k out, $0.42 · heard from 2s ago
        ○ C4 green        dev claude   1m 2s  waits
          the model is overloaded, tries again in 4s
          claude-sonnet-4-5 · 12.4k in, 1.1k out, $0.42 · heard from 1m 11s ago
          ! the same call 6 times in a row
        ○ C5 green        dev claude      9s  waits: every turn is taken
        ◇ C5 green check  sigma           3s  measures
        ? C2 green        waiting         8m  resume, fix, abort · abort in 7d
          C2 GREEN, dev: the agent says that it is blocked. How should it go on?

      mail-77abcd  tdd src/mail                                     halted · 22m ago
        red · 0 of 3 cycles done, 1 left out · 182.4k in, 12.3k out
        41 agent calls left · Its process has gone.

      core-1a2b3c  tdd src/core → sigma/core-1a2b3c               completed · 3h ago
      3 older: sigma status



    ↑↓ choose  d decide  l log  s stop  r resume  ? help  q quit"
  `)
})

test('at 46 columns and 10 rows', () => {
  expect(textAt(46, 10)).toMatchInlineSnapshot(`
    "sigma watch  process 4242 (…  1 decision waits


    > auth-k3x9w2  tdd src/auth   running · 4m 12s
        green · 2 of 5 cycles done · sandboxed
        182.4k in, 12.3k out · 41 agent calls left
      ↓ 19 more lines
      3 older: sigma status

    ↑↓ choose  d decide  l log  s stop  r resume …"
  `)
})

test('a turn that takes long says when it is ended', () => {
  const turn = doing({ id: 'C1.red.qa' })
  const { run, attempt } = turn
  const at = new Date(noon - 90_000).toISOString()
  const endsAt = new Date(noon + 210_000).toISOString()
  const reminders = [{ run, id: turn.id, attempt, message: '', at, endsAt }]
  const runs = [entry({ doing: [turn], reminders })]
  expect(textAt(80, 12, { ...busy, runs })).toContain('! takes long: ended in 3m 30s, and then you are asked\n')
})

test('where nobody plays anything, and where nothing was ever played', () => {
  const idle = { ...busy, host: null, live: false, runs: [] }
  expect(textAt(60, 6, { ...idle, further: 0 })).toMatchInlineSnapshot(`
    "sigma watch  no run is being played

      No run yet. Begin one: sigma tdd <module>


    ↑↓ choose  d decide  l log  s stop  r resume  ? help  q quit"
  `)
  expect(textAt(90, 6, { ...busy, live: false, silent: true, runs: [] })).toContain('which does not answer')
})

/** Whatever agents, tests and repositories may call themselves. */
const nasty = fc.string({
  unit: fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    fc.constantFrom(
      '\x1b[',
      '\x1b]0;',
      '\x07',
      '\x9b',
      '\r',
      '\n',
      '\t',
      '\u202e',
      '\u200b',
      '\u2028',
      '語',
      '😀',
      '🇩',
      'a',
      ' ',
    ),
  ),
  maxLength: 40,
})
const stage = fc.constantFrom('waits' as const, 'begun' as const, 'acts' as const)
const anyAgent = fc
  .record({ agent: nasty, model: nasty, waits: fc.option(nasty), concern: fc.option(nasty) })
  .map(agent)
const anyActivity = fc
  .record({ id: nasty, player: nasty, stage, text: nasty, agent: fc.option(anyAgent, { nil: undefined }) })
  .map(activity)
const anyRun = fc
  .record({
    run: nasty,
    module: nasty,
    stands: nasty,
    phase: fc.option(nasty),
    sandbox: nasty,
    branch: fc.option(nasty),
    doing: fc.array(anyActivity.map(doing), { maxLength: 4 }),
    parts: fc.array(
      fc.record({ run: nasty, name: nasty, phase: fc.option(nasty) }).map((part) => ({ ...entry(), ...part })),
      { maxLength: 3 },
    ),
    decisions: fc.array(
      nasty.map((question) => decision({ question, fallback: question })),
      { maxLength: 2 },
    ),
  })
  .map(entry)
const anyOverview: fc.Arbitrary<Overview> = fc.record({
  now: fc.constant(noon),
  host: fc.option(fc.record({ pid: fc.nat(), command: nasty })),
  live: fc.boolean(),
  silent: fc.boolean(),
  runs: fc.array(anyRun, { maxLength: 5 }),
  further: fc.nat(20),
})
const anyView: fc.Arbitrary<View> = fc.oneof(
  fc.constant<View>({ kind: 'list' }),
  fc.constant<View>({ kind: 'help' }),
  fc.nat(4).map((option): View => ({ kind: 'deciding', id: decision().id, option })),
  nasty.map(
    (text): View => ({
      kind: 'paging',
      title: text,
      text,
      top: null,
      wish: { kind: 'read', run: text, step: null },
      back: { kind: 'list' },
    }),
  ),
)
const size = { columns: fc.integer({ min: 1, max: 140 }), rows: fc.integer({ min: 1, max: 50 }) }

test('never wider or higher than the terminal, and nothing in it that a terminal would obey', () => {
  proves('T17')
  fc.assert(
    fc.property(anyOverview, anyView, nasty, fc.record(size), (overview, view, message, room) => {
      const lines = screenLines(watching(overview, { view, message }), room)
      expect(lines.length).toBeLessThanOrEqual(room.rows)
      for (const line of lines) {
        expect(widthOfLine(line)).toBeLessThanOrEqual(room.columns)
        expect(textOf(line)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u)
      }
    }),
    { numRuns: 500 },
  )
})

test('a turn of a person shows the command that answers it, and is counted above, whether somebody plays the run or not', () => {
  const turn = doing({ id: 'C1.red.qa' })
  const { run, attempt, at } = turn
  const may = { codes: ['RC'], writable: [], creatable: [], refused: [] }
  const asked = [{ run, id: turn.id, name: 'C1.red', attempt, at, askedAt: activity().sinceAt, ...may }]
  for (const sighting of [turn.sighting, null]) {
    const runs = [entry({ running: sighting !== null, doing: [{ ...turn, sighting }], asked })]
    const text = textAt(100, 26, { ...busy, runs })
    expect(text).toMatch(/\? C3 green .* 42s {2}waits for a person: sigma answer C1\.red\n/)
    expect(text).toMatch(/ 1 turn waits\n/)
    expect(text).not.toContain('sigma resume')
  }
})

test('every run is shown, or counted among the lines above and below; the chosen one is always shown', () => {
  const named = fc
    .array(fc.nat(3), { minLength: 1, maxLength: 30 })
    .map((sizes) =>
      sizes.map((count, at) =>
        entry({ run: `run-${at}.`, doing: Array.from({ length: count }, (_, n) => doing({ id: `C${n}.red.qa` })) }),
      ),
    )
  fc.assert(
    fc.property(named, fc.nat(29), fc.integer({ min: 12, max: 60 }), (runs, at, rows) => {
      const chosen = runs[at % runs.length]?.run ?? ''
      const state = watching({ ...busy, runs, further: 0 }, { chosen })
      const lines = screenLines(state, { columns: 80, rows }).map(textOf)
      const all = screenLines(state, { columns: 80, rows: 1_000 }).map(textOf)
      for (const { run } of runs) expect(all.some((line) => line.includes(run))).toBe(true)
      expect(lines.filter((line) => line.startsWith('>')).join()).toContain(chosen)
      const counted = lines.flatMap((line) => /^ {2}[↑↓] (\d+) more lines?$/.exec(line)?.[1] ?? []).map(Number)
      const body = (some: readonly string[]): number => some.slice(1, -2).length
      const whole = all.slice(1, -2).findLastIndex((line) => line !== '') + 1
      const hidden = counted.reduce((sum, count) => sum + count, 0)
      if (hidden > 0) expect(body(lines) - 2 + hidden).toBe(whole)
      else expect(body(lines)).toBeGreaterThanOrEqual(whole)
    }),
  )
})
