/** Which texts a follower of a step protocol is shown, and when. */
import { type Json, jsonOf } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { definitionOf } from '../machine/built-in.ts'
import { builtInContent } from '../prompts/contents.ts'
import { RecordedSession } from '../testing/journal.ts'
import { toldOf } from './told.ts'

const definition = definitionOf('skill-orchestration') ?? expect.fail()
const replied = (session: RecordedSession): Json => jsonOf(session.reply)

test('the text of the step that starts agents is shown before its command is run, which ends only when they have', () => {
  proves('EXE-30')
  const session = new RecordedSession().until(3).step(4)
  const { text, data } = toldOf(replied(session), definition, '/none')
  const texts = [4, 5].map((step) => builtInContent(definition, step)?.trimEnd() ?? expect.fail())
  expect(texts.map((each) => text.indexOf(each))).toEqual([0, (texts[0] ?? '').length + 2])
  expect(text.match(/^MANDATORY: execute this command before/gm)).toHaveLength(1)
  expect(data).toMatchObject({ content: texts.join('\n\n'), directive: { step: 5 } })
})

test('a follower without an output is shown the text again, which a command that died may never have printed', () => {
  proves('EXE-59')
  const first = toldOf(replied(new RecordedSession().step(1)), definition, '/none')
  const again = toldOf(replied(new RecordedSession().step(1).step(1)), definition, '/none')
  const own = builtInContent(definition, 1)?.trimEnd()
  for (const { text } of [first, again]) {
    expect(text).toContain(own)
    expect(text).toContain('MANDATORY: do what this step asks for, write its output, then execute this command before')
  }
})
