import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostile } from '../testing/github.ts'
import { storyMarkdown } from './story-markdown.ts'

const run = {
  ...{ run: 'tdd-text-1', protocol: 'tdd', subject: 'text', startedAt: '2026-11-21T10:00:00.000Z' },
  ...{ lastAt: '2026-11-21T10:05:00.000Z', outcome: 'completed' as const, summary: 'Done.' },
}

test('a log as Markdown: what the run is, then a table of what happened', () => {
  const lines = [
    { elapsedMs: 0, step: 'run', text: 'tdd begins', details: [] },
    { elapsedMs: 61_000, step: 'C1 green', text: 'sigma measures: refused', details: ['✗ old-test-fails'] },
  ]
  expect(storyMarkdown(run, lines)).toMatchInlineSnapshot(`
    "# Log of tdd-text-1

    - **Protocol**: tdd
    - **Subject**: text
    - **Began**: 2026-11-21T10&#58;00&#58;00.000Z
    - **Latest event**: 2026-11-21T10&#58;05&#58;00.000Z
    - **Outcome**: completed&#58; Done.

    | After | Where | What |
    | ---: | --- | --- |
    | 0.0s | run | tdd begins |
    | 1m 1s | C1 green | sigma measures&#58; refused<br>✗ old-test-fails |"
  `)
})

test('each line of a story is one row of three cells, whatever stands in it', () => {
  const line = fc.record({
    elapsedMs: fc.nat(),
    step: hostile,
    text: hostile,
    details: fc.array(hostile, { maxLength: 3 }),
  })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 5 }), (lines) => {
      const rows = storyMarkdown({ ...run, subject: null }, lines)
        .split('\n')
        .slice(9)
      expect(rows).toHaveLength(lines.length)
      for (const row of rows) expect(row.split('|')).toHaveLength(5)
    }),
  )
})
