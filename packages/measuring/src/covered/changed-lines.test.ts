import { expect, test } from 'vitest'
import { addedLines, linesSeen } from './changed-lines.ts'
import { converted } from './conversion.ts'

const patch = `diff --git a/src/a.js b/src/a.js
--- a/src/a.js
+++ b/src/a.js
@@ -1,3 +1,4 @@
 one
-two
+two again
+three
 four
@@ -10 +11,2 @@ function f() {
-ten
+++ten
+eleven
\\ No newline at end of file
`

test('a patch tells which lines it adds, by their numbers afterwards', () => {
  expect([...addedLines(patch)]).toEqual([2, 3, 11, 12])
  expect([...addedLines('')]).toEqual([])
})

const code = `export function take(from, rate) {
  if (rate > 1) {
    // Nothing is left.
    return none(
      from,
    )
  }
  return from
}
export const none = () => 0
`

/** Of the functions, `called` ran; the block of the condition did not. */
async function seen(called: boolean, lines: readonly number[]) {
  const at = (text: string): number => code.indexOf(text)
  const functions = [
    { functionName: '', isBlockCoverage: true, ranges: [{ startOffset: 0, endOffset: code.length, count: 1 }] },
    {
      functionName: 'take',
      isBlockCoverage: true,
      ranges: [
        { startOffset: at('export function take'), endOffset: at('export const'), count: called ? 2 : 0 },
        { startOffset: at('{\n    //'), endOffset: at('  return from'), count: 0 },
      ],
    },
    {
      functionName: 'none',
      isBlockCoverage: true,
      ranges: [{ startOffset: at('() => 0'), endOffset: at('() => 0') + 7, count: 0 }],
    },
  ]
  const counts = await converted('src/a.js', { path: '/src/a.js', functions, code, map: null })
  if ('kind' in counts) throw new Error(counts.reason)
  return linesSeen(counts, code, new Set(lines))
}

const all = Array.from({ length: 11 }, (_, at) => at + 1)

test('a line is covered when all that begins on it ran; comments and brackets do not count', async () => {
  expect(await seen(true, all)).toEqual({ covered: [1, 2, 8], uncovered: [4, 5, 10] })
  expect((await seen(false, all)).covered).toEqual([])
})

test('a line in the middle of a statement stands for what it is in', async () => {
  expect(await seen(true, [5])).toEqual({ covered: [], uncovered: [5] })
  expect(await seen(true, [3, 6, 7, 9])).toEqual({ covered: [], uncovered: [] })
})
