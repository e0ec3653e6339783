import { expect, test } from 'vitest'
import { agent, busy, decision, doing, entry, watching } from '../../testing/overviews.ts'
import type { RunEntry } from '../overview.ts'
import { textOf } from './line.ts'
import { screenLines } from './screen-lines.ts'

const shown = (run: RunEntry, rows: number): string =>
  screenLines(watching({ ...busy, runs: [run], further: 0 }), { columns: 80, rows })
    .map((line) => textOf(line).trimEnd())
    .join('\n')

test('what a run does in those that it began stands with it', () => {
  const unit = { one: 'module', many: 'modules' }
  const tdd = {
    run: 'tdd-2',
    protocol: 'tdd',
    name: 'text',
    phase: 'green',
    progress: { done: 1, skipped: 0, all: 3 },
    unit: { one: 'cycle', many: 'cycles' },
  }
  const whole = entry({
    run: 'run-1',
    protocol: 'project',
    phase: 'tdd',
    unit,
    progress: { done: 0, skipped: 0, all: 2 },
    parts: [{ ...tdd, run: 'plan-1', phase: null }, tdd],
    doing: [doing({ run: 'tdd-2', agent: agent() })],
    budgets: [],
  })
  expect(shown(whole, 12)).toMatchInlineSnapshot(`
    "sigma watch  process 4242 (sigma tdd src/auth)

    > run-1  project src/auth                                       running · 4m 12s
        tdd · 0 of 2 modules done · text green · 1 of 3 cycles done · sandboxed
        182.4k in, 12.3k out
        ● C3 green  dev claude     42s  uses a tool · Edit src/auth.ts
          claude-sonnet-4-5 · 12.4k in, 1.1k out, $0.42 · heard from 2s ago




    ↑↓ choose  d decide  l log  s stop  r resume  ? help  q quit"
  `)
})

test('modules that are worked on at once are told apart, also in what is asked about them', () => {
  const part = {
    protocol: 'tdd',
    phase: 'green',
    progress: { done: 1, skipped: 0, all: 3 },
    unit: { one: 'cycle', many: 'cycles' },
  }
  const whole = entry({
    run: 'run-1',
    protocol: 'project',
    module: '',
    phase: 'api tdd, shop tdd',
    unit: { one: 'module', many: 'modules' },
    progress: { done: 0, skipped: 0, all: 3 },
    parts: [
      { ...part, run: 'tdd-1', name: 'api' },
      { ...part, run: 'tdd-2', name: 'shop', phase: 'red' },
    ],
    doing: [
      { ...doing({ run: 'tdd-1', agent: agent() }), part: 'api' },
      { ...doing({ run: 'tdd-2', agent: agent() }), part: 'shop' },
    ],
    decisions: [{ ...decision(), run: 'tdd-2' }],
    budgets: [],
  })
  expect(shown(whole, 16)).toMatchInlineSnapshot(`
    "sigma watch  process 4242 (sigma tdd src/auth)                  1 decision waits

    > run-1  project                                                running · 4m 12s
        api tdd, shop tdd · 0 of 3 modules done · api green · 1 of 3 cycles done
        shop red · 1 of 3 cycles done · sandboxed · 182.4k in, 12.3k out
        ● api C3 green   dev claude     42s  uses a tool · Edit src/auth.ts
          claude-sonnet-4-5 · 12.4k in, 1.1k out, $0.42 · heard from 2s ago
        ● shop C3 green  dev claude     42s  uses a tool · Edit src/auth.ts
          claude-sonnet-4-5 · 12.4k in, 1.1k out, $0.42 · heard from 2s ago
        ? shop C2 green  waiting         8m  resume, fix, abort · abort in 7d
          C2 GREEN, dev: the agent says that it is blocked. How should it go on?




    ↑↓ choose  d decide  l log  s stop  r resume  ? help  q quit"
  `)
})
