import { expect, test } from 'vitest'
import { answered, called, decided, ended, failed, integrated, judged } from './builders.ts'
import { errand } from './errand.ts'
import { transcript } from './transcript.ts'

test('a transcript shows what happened, where it led, and what was wished for', () => {
  const input = { tries: 2, retry: [{ causes: ['crash' as const], times: 1 }] }
  const events = [
    failed('draft', 'crash'),
    called('sing'),
    failed('draft', 'crash'),
    answered('draft', 'PC'),
    decided('halt', 'resume'),
    answered('draft', 'PC', { commit: 'c' }),
    judged('check', 'pass'),
    integrated('merge'),
    ended('child'),
    decided('halt', 'abort'),
  ]
  expect(transcript(errand, input, events)).toMatchInlineSnapshot(`
    "start                            drafting  ask draft (spec PLAN), set-timer reminder (30000 ms)
    failed draft crash               drafting  [retried]
    called sing                      drafting  refuse sing (out-of-turn)
    failed draft crash               halted    clear-timer reminder, consult halt (halted: resume extend abort)
    answered draft PC                halted    [late]
    decided halt resume              drafting  ask draft (spec PLAN), set-timer reminder (30000 ms)
    answered draft PC with a commit  checking  clear-timer reminder, tell drafted, check check (plan)
    judged check pass                merging   integrate merge (C1)
    integrated merge                 handing   spawn child (errand)
    ended child completed            over      end completed
    decided halt abort               over      [refused]"
  `)
})
