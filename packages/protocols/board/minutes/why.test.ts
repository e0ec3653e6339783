import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { discussion, say } from '../testing/discussion.ts'
import { minutesIn } from '../testing/minutes.ts'
import { phaseNamed } from './room.ts'
import { whyDocument, whyText } from './why.ts'

const brief = (digit: string): string => `sha256:${digit.repeat(64)}`

test('of each message it can be shown what its author knew, was told and used', () => {
  proves('ROOM-154')
  const { story, phase, owner, designer, developer } = discussion()
  say(story, owner, 'One file?', { seen: 0 })
  story.fail(developer, 'crash')
  story.begin(developer, { brief: brief('d'), session: 'session-2' })
  say(story, designer, 'Two files.', { seen: 1 })
  const { attempt } = story.turn(developer)
  say(story, developer, 'One.')
  story.call('ann', 'say', { content: 'Decide.' })
  story.answer(developer, 'LV', { output: brief('e') })
  story.answer(designer, 'LV', { output: brief('f') })
  const outputs: Readonly<Record<string, string>> = {
    [brief('e')]:
      '── prompt\nYou are …\n→ Bash pm chat\n← done: Bash pm chat\n→ Read src/a.js\n→ Bash pm say\n── end: done\n',
    [brief('f')]: '→ Bash printed by a program\n',
  }
  const minutes = minutesIn(story)
  const shown = [minutes, phaseNamed(minutes, phase), (ref: string) => outputs[ref] ?? null] as const
  const [first, second] = phaseNamed(minutes, phase).messages
  expect(whyDocument(...shown)).toMatchObject({
    messages: [
      { author: owner, seen_up_to: null, seen: { upTo: 0, by: 'reading' }, tools: null },
      { author: designer, seen_up_to: first?.id, seen: { upTo: 1, by: 'reading' }, tools: null, respawns: 0 },
      {
        author: developer,
        seen_up_to: first?.id,
        seen: { upTo: 1, by: 'turn' },
        attempt,
        session: 'session-2',
        brief: brief('d'),
        output: brief('e'),
        tools: ['Bash', 'Read'],
        respawns: 1,
      },
      { author: 'ann', human: true, seen: { upTo: null }, attempt: null, brief: null, tools: null },
    ],
    occurrences: expect.arrayContaining([expect.objectContaining({ kind: 'respawned', agent: developer })]),
  })
  expect(second?.author.name).toBe(designer)
  const text = whyText(...shown)
  for (const line of [
    'seen: up to #1, when its turn began',
    `turn: ${attempt}, after 1 respawn`,
    `told: ${brief('d')}`,
    'tools: Bash, Read',
    'tools: unknown',
    'seen: not recorded',
    'the owner was told that 3 messages are left',
  ])
    expect(text).toContain(line)
})

test('more than there was is seen by nobody', () => {
  const { story, phase, designer } = discussion()
  say(story, designer, 'First.', { seen: 40 })
  expect(phaseNamed(minutesIn(story), phase).messages[0]?.seen).toEqual({ upTo: 0, by: 'reading' })
})
