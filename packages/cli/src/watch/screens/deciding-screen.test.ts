/** A decision as it is read and answered in the view that stays. */
import { expect, test } from 'vitest'
import { busy, watching } from '../../testing/overviews.ts'
import type { Overview } from '../overview.ts'
import type { View } from '../state.ts'
import { textOf } from './line.ts'
import { screenLines } from './screen-lines.ts'

const textAt = (columns: number, rows: number, overview: Overview, view: View): string =>
  screenLines(watching(overview, { view }), { columns, rows })
    .map((line) => textOf(line).trimEnd())
    .join('\n')

test('a decision, with what follows from each option', () => {
  const [first] = busy.runs
  const view: View = { kind: 'deciding', id: first?.decisions[0]?.id ?? '', option: 1 }
  expect(textAt(80, 16, busy, view)).toMatchInlineSnapshot(`
    "sigma watch  process 4242 (sigma tdd src/auth)                  1 decision waits

      auth-k3x9w2/C2.green.dev.decision  (waiting, asked 8m ago)
        C2 GREEN, dev: the agent says that it is blocked. How should it go on?
        about: dev, cycle 2, GREEN
        who answers: any person who works on this project here, and no agent
        until: 2026-11-28 10:07 UTC, in 7d; then the safe default "abort" is taken

        1 resume  The same piece of work is taken up again.
      > 2 fix     What you changed in the workspace is taken in and measured.
        3 abort   The run ends here; nothing is delivered.




    ↑↓ choose  enter answer  l what led to it  q back"
  `)
})

test('a decision with what its options lead to; where there is no room, the chosen one tells it', () => {
  const [first] = busy.runs
  const id = first?.decisions[0]?.id ?? ''
  const leads = new Map([
    [
      'resume',
      'dev is asked (C2 green); 2 to 41 agent calls until it ends or a person is asked; measured on the shortest way: green, combined',
    ],
    [
      'fix',
      'a gate measures (C2 green check); 0 to 41 agent calls until it ends or a person is asked; stays unproven: red',
    ],
    ['abort', 'the run ends aborted'],
  ])
  const runs = busy.runs.map((run) => ({ ...run, leads: new Map([[id, leads]]) }))
  const view: View = { kind: 'deciding', id, option: 1 }
  expect(textAt(80, 22, { ...busy, runs }, view)).toMatchInlineSnapshot(`
    "sigma watch  process 4242 (sigma tdd src/auth)                  1 decision waits

      auth-k3x9w2/C2.green.dev.decision  (waiting, asked 8m ago)
        C2 GREEN, dev: the agent says that it is blocked. How should it go on?
        about: dev, cycle 2, GREEN
        who answers: any person who works on this project here, and no agent
        until: 2026-11-28 10:07 UTC, in 7d; then the safe default "abort" is taken

        1 resume  The same piece of work is taken up again.
                  → dev is asked (C2 green); 2 to 41 agent calls until it ends or a
                  person is asked; measured on the shortest way: green, combined
      > 2 fix     What you changed in the workspace is taken in and measured.
                  → a gate measures (C2 green check); 0 to 41 agent calls until it
                  ends or a person is asked; stays unproven: red
        3 abort   The run ends here; nothing is delivered.
                  → the run ends aborted





    ↑↓ choose  enter answer  l what led to it  q back"
  `)
  expect(textAt(80, 16, { ...busy, runs }, view)).toMatchInlineSnapshot(`
    "sigma watch  process 4242 (sigma tdd src/auth)                  1 decision waits

      auth-k3x9w2/C2.green.dev.decision  (waiting, asked 8m ago)
        C2 GREEN, dev: the agent says that it is blocked. How should it go on?
        about: dev, cycle 2, GREEN
        who answers: any person who works on this project here, and no agent
        until: 2026-11-28 10:07 UTC, in 7d; then the safe default "abort" is taken

        1 resume  The same piece of work is taken up again.
      > 2 fix     What you changed in the workspace is taken in and measured.
                  → a gate measures (C2 green check); 0 to 41 agent calls until it
                  ends or a person is asked; stays unproven: red
        3 abort   The run ends here; nothing is delivered.


    ↑↓ choose  enter answer  l what led to it  q back"
  `)
  expect(textAt(120, 16, { ...busy, runs }, view)).toMatchInlineSnapshot(`
    "sigma watch  process 4242 (sigma tdd src/auth)                                                          1 decision waits

      auth-k3x9w2/C2.green.dev.decision  (waiting, asked 8m ago)
        C2 GREEN, dev: the agent says that it is blocked. How should it go on?
        about: dev, cycle 2, GREEN
        who answers: any person who works on this project here, and no agent
        until: 2026-11-28 10:07 UTC, in 7d; then the safe default "abort" is taken

        1 resume  The same piece of work is taken up again.
      > 2 fix     What you changed in the workspace is taken in and measured.
                  → a gate measures (C2 green check); 0 to 41 agent calls until it ends or a person is asked; stays
                  unproven: red
        3 abort   The run ends here; nothing is delivered.


    ↑↓ choose  enter answer  l what led to it  q back"
  `)
})
