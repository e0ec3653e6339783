import { expect, test } from 'vitest'
import type { Effect } from '../effect.ts'
import type { EventBody } from '../event.ts'
import {
  answered,
  begun,
  called,
  conflicted,
  decided,
  elapsed,
  ended,
  failed,
  integrated,
  judged,
  restored,
  started,
} from '../testing/builders.ts'
import { ask, consult, end } from '../testing/sample-effects.ts'
import { effectText, eventText } from './text.ts'

test.for<[EventBody, string]>([
  [started({}), 'start'],
  [called('wait'), 'called wait'],
  [begun('red'), 'begun red'],
  [answered('red', 'RC'), 'answered red RC'],
  [answered('red', 'RC', { commit: 'c' }), 'answered red RC with a commit'],
  [failed('red', 'timeout'), 'failed red timeout'],
  [judged('gate', 'unknown'), 'judged gate unknown'],
  [decided('halt', 'resume'), 'decided halt resume'],
  [elapsed('soon'), 'elapsed soon'],
  [integrated('merge'), 'integrated merge'],
  [conflicted('merge'), 'conflicted merge'],
  [restored('mend'), 'restored mend'],
  [ended('child', { outcome: 'refused' }), 'ended child refused'],
])('%j reads as "%s"', ([event, text]) => {
  expect(eventText(event)).toBe(text)
})

const at = { step: 'work' }

test.for<[Effect, string]>([
  [ask('red'), 'ask red (qa RED)'],
  [{ kind: 'check', id: 'gate', at, gate: 'red', commit: 'c', parameters: {} }, 'check gate (red)'],
  [consult('halt'), 'consult halt (halted: resume abort)'],
  [{ kind: 'set-timer', id: 'soon', at, durationMs: 5 }, 'set-timer soon (5 ms)'],
  [{ kind: 'clear-timer', id: 'soon' }, 'clear-timer soon'],
  [
    { kind: 'integrate', id: 'merge', at, branches: [{ name: 'C1', commit: 'c' }], message: '' },
    'integrate merge (C1)',
  ],
  [
    {
      kind: 'integrate',
      id: 'land',
      at,
      branches: [{ name: 'C1', commit: 'c' }],
      message: '',
      branch: 'a1b2',
      merge: 'refs/heads/main',
    },
    'integrate land (C1 to sigma/a1b2 and refs/heads/main)',
  ],
  [{ kind: 'restore', id: 'mend', at, workspace: 'W', commit: 'c' }, 'restore mend (W)'],
  [{ kind: 'spawn', id: 'child', at, protocol: 'plan', input: null, onParentEnd: 'stop' }, 'spawn child (plan)'],
  [{ kind: 'stop', id: 'red', graceMs: 0 }, 'stop red'],
  [{ kind: 'tell', message: { type: 'log', data: {} } }, 'tell log'],
  [{ kind: 'reply', call: 'c', data: null }, 'reply c'],
  [{ kind: 'refuse', call: 'c', rule: 'out-of-turn', reason: '', remedy: '' }, 'refuse c (out-of-turn)'],
  [end(), 'end completed'],
])('%j reads as "%s"', ([effect, text]) => {
  expect(effectText(effect)).toBe(text)
})
