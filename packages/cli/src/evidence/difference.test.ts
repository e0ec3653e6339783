import type { Decision, Words } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { decisionText } from '../render/decision-text.ts'
import { decision, noon } from '../testing/overviews.ts'
import { differenceOf } from './difference.ts'

const about = (id: string): Decision => {
  const reasons = [{ rule: 'accepted-test-fails', message: 'adds fails.', remedy: 'Decide.', evidence: 'sha256:e' }]
  return { ...decision({ id, reasons }), id: `run-1/${id}` }
}
const asked = about('slice1.demands.decision')

const readerOf = (blobs: Readonly<Record<string, string>>) => ({
  blob: (ref: string) => new TextEncoder().encode(blobs[ref] ?? ''),
})
const evidence = (patch: string | null, gate = 'demands'): string => JSON.stringify({ gate, patch })
const words: Pick<Words, 'compared'> = { compared: [{ gate: 'demands', called: 'the tests, before and now' }] }
const linesOf = (blobs: Readonly<Record<string, string>>): readonly string[] =>
  differenceOf(readerOf(blobs), asked, words).lines
const patch = ['--- a/t.js', 'index 12ab..34cd 100644', '-assert.equal(add(1), 2)', '+assert.ok(\u202eadd(1))'].join(
  '\n',
)

test('both versions of the tests are shown to whoever decides, legibly, and in the decision', () => {
  proves('SIG-41')
  const difference = differenceOf(readerOf({ 'sha256:e': evidence('sha256:p'), 'sha256:p': patch }), asked, words)
  expect(difference.lines).toEqual(['--- a/t.js', '-assert.equal(add(1), 2)', '+assert.ok(\\u{202e}add(1))'])
  const text = decisionText(asked, null, noon, difference)
  expect(text).toContain('  the tests, before and now:\n')
  for (const line of difference.lines) expect(text).toContain(line)
})

test('of a long one the beginning is shown, with the command for the rest', () => {
  const long = Array.from({ length: 100 }, (_, at) => `-${at}`).join('\n')
  const lines = linesOf({ 'sha256:e': evidence('sha256:p'), 'sha256:p': long })
  expect(lines).toHaveLength(81)
  expect(lines.at(-1)).toBe('… 20 more lines: sigma why run-1/slice1.demands.decision')
})

test('nothing is shown where the decision is about something else, or evidence cannot be read', () => {
  expect(linesOf({ 'sha256:e': evidence('sha256:p', 'green'), 'sha256:p': patch })).toEqual([])
  expect(linesOf({ 'sha256:e': evidence(null) })).toEqual([])
  expect(linesOf({ 'sha256:e': 'no JSON' })).toEqual([])
})
