import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { discussion, say } from '../testing/discussion.ts'
import { minutesIn } from '../testing/minutes.ts'
import { phaseNamed } from './room.ts'
import { startMessages } from './start-messages.ts'

test('a role agent starts with as many of the newest messages as fit, and is told how many were cut', () => {
  proves('ROOM-153')
  const lengths = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(lengths, fc.integer({ min: 1, max: 2_000 }), (sizes, most) => {
      const { story, owner, phase: id } = discussion()
      story.reply(owner, 'extend-phase', { by: 40 })
      for (const size of sizes) say(story, owner, 'é'.repeat(size))
      const phase = phaseNamed(minutesIn(story), id)
      const { messages, cut, text } = startMessages(phase, most)
      expect(messages).toEqual(phase.messages.slice(cut))
      expect(messages.length).toBeGreaterThan(0)
      const said = cut === 1 ? '1 earlier message was cut' : `${cut} earlier messages were cut`
      expect(text.startsWith(said)).toBe(cut > 0)
      const own = cut === 0 ? text : text.slice(text.indexOf('\n') + 1)
      const numbers = [...own.matchAll(/^#(\d+) /gm)].map(([, number]) => Number(number))
      expect(numbers).toEqual(messages.map(({ number }) => number))
      if (messages.length > 1) expect(Buffer.byteLength(own)).toBeLessThanOrEqual(most)
      // One more would not fit.
      if (cut > 0)
        expect(
          Buffer.byteLength(
            startMessages(phase, 1e9)
              .text.split('\n')
              .slice(cut - 1)
              .join('\n'),
          ),
        ).toBeGreaterThanOrEqual(most)
    }),
    { numRuns: 60 },
  )
})

test('nothing said is nothing told', () => {
  const { story, phase } = discussion()
  expect(startMessages(phaseNamed(minutesIn(story), phase))).toEqual({ messages: [], cut: 0, text: '' })
})
