import { expect, test } from 'vitest'
import { proves } from '../testing/proves.ts'
import { countPhases, readPhaseEvents } from './phase-event.ts'

const red = '{"ts":"2026-11-21T10:15:00.000Z","phase":"RED","code":"→RC","exitCode":1}'
const covered = '"coverage":{"lines":92.5,"functions":100,"branches":80,"statements":92.1},"coverageGate":true'
const green = `{"ts":"2026-11-21T10:19:12.000Z","phase":"GREEN","code":"→GC","exitCode":0,${covered}}`
const refactor = `{"ts":"2026-11-21T10:24:40.000Z","phase":"REFACTOR","code":"→RIC","exitCode":0,${covered}}`
const refused = '{"ts":"2026-11-21T10:25:00.000Z","phase":"RED","code":"unexpected_pass","exitCode":0,"rules":["x"]}'

test('the lines of the specification are read, further fields with them', () => {
  proves('SIG-72', 'SIG-73', 'SIG-77')
  const events = readPhaseEvents(`${red}\n${green}\n${refactor}\n${refused}\n`)
  expect(events.map((event) => JSON.stringify(event))).toEqual([red, green, refactor, refused])
})

test('a torn line, and one that is no phase event, is passed over', () => {
  proves('SIG-79')
  expect(readPhaseEvents(`${red}\n{"ts":"2026\nnull\n[]\n${green.slice(0, 60)}`)).toHaveLength(1)
})

test.each([
  ['a code of another phase', red.replace('→RC', '→GC')],
  ['the failure of another phase', red.replace('→RC', 'unexpected_fail')],
  ['another phase', red.replace('RED', 'REVIEW')],
  ['a time that is none', red.replace('2026-11-21T10:15:00.000Z', 'today')],
  ['an exit code that is text', red.replace('1}', '"1"}')],
])('%s is no line of the log', (_, line) => {
  proves('SIG-72', 'SIG-74')
  expect(readPhaseEvents(line)).toEqual([])
})

test('phases, refusals and the pass rate are counted from the log alone', () => {
  proves('SIG-80')
  expect(countPhases(readPhaseEvents([refused, red, green, refactor].join('\n')))).toEqual({
    phases: { RED: 1, GREEN: 1, REFACTOR: 1 },
    failures: { RED: 1, GREEN: 0, REFACTOR: 0 },
    passRate: 0.75,
  })
  expect(countPhases([]).passRate).toBeNull()
})
