import { readerOfRuns } from '@sigma/engine/testing'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { openMinutes } from './live.ts'
import { discussion, phaseOf, say, taskOf } from './testing/discussion.ts'
import { boardProtocol, type Story } from './testing/story.ts'

function live({ events }: Story) {
  const reader = readerOfRuns(boardProtocol, [{ events }])
  const [view] = reader.runs()
  if (view === undefined) throw new Error('no run')
  const minutes = openMinutes(view, [boardProtocol])
  minutes.take(reader)
  const chat = minutes.view('chat')
  if (chat === null) throw new Error('no chat')
  return { ...minutes, chat }
}

test('a role begins with the messages of its own phase, and an owner with what the protocol tells it', () => {
  proves('ROOM-153')
  const { story, owner, designer } = discussion()
  expect(live(story).context(story.turn(designer).attempt)).toEqual({ chat: '' })
  say(story, owner, 'One file?')
  expect(live(story).context(story.turn(designer).attempt)).toEqual({
    chat: expect.stringMatching(/#1 .*: One file\?/),
  })
  expect(live(story).context(story.turn(owner).attempt)).not.toHaveProperty('chat')
  expect(live(story).context('sit:nobody@1')).toEqual({})
})

test('how much its author was shown goes with a message, whatever the author says about that', () => {
  proves('ROOM-154')
  const { story, owner, designer } = discussion()
  say(story, owner, 'One file?')
  const { attempt: caller } = story.turn(designer)
  const chat = live(story).chat.mark({ caller, arguments: {}, since: null })
  const told = (mark: string | null, verb = 'say') =>
    live(story).argumentsOf({ caller, verb, arguments: { content: 'x', seen: 40 }, shown: () => mark })
  expect(told(chat)).toEqual({ content: 'x', seen: 1 })
  expect(told(null)).toEqual({ content: 'x', seen: null })
  expect(told('ph-000000 3 active')).toEqual({ content: 'x', seen: null })
  expect(told(chat, 'hold')).toEqual({ content: 'x', seen: 40 })
})

test('whoever waits for the next message hears of the close, be it a role whose turn ends with it or a person', () => {
  const { story, owner, phase, designer } = discussion()
  phaseOf(story, taskOf(story, 'Another').owner)
  const { attempt } = story.turn(designer)
  const callers = [
    { caller: attempt, arguments: {} },
    { caller: 'ann', arguments: { phase } },
  ]
  const waiting = callers.map((each) => ({ ...each, since: live(story).chat.mark({ ...each, since: null }) }))
  say(story, owner, 'That is it.')
  story.reply(owner, 'end-phase')
  const { chat } = live(story)
  for (const reading of waiting) {
    expect(chat.mark(reading)).toBe(`${phase} 1 closed`)
    expect(chat.isOver(reading)).toBe(true)
    expect(chat.show(reading).text).toMatch(
      new RegExp(`^${phase}, 1/5, closed: ended: Brainstorm\n[\\s\\S]*#1 .*That is it`),
    )
  }
  // Who knows of it reads on where it is now.
  const { attempt: other } = story.turn(owner)
  const next = phaseOf(story, owner, { name: 'Copy' })
  expect(live(story).chat.mark({ caller: other, arguments: {}, since: `${phase} 1 closed` })).toContain(next.phase)
})

test('a transcript is of the phase that is open; of those that are closed it is the latest', () => {
  const { story, owner, phase } = discussion()
  const reading = { caller: 'ann', arguments: {}, since: null }
  const shown = (view: string) => live(story).view(view)?.show(reading).text
  say(story, owner, 'That is it.')
  for (const view of ['show', 'why']) expect(shown(view)).toContain('That is it.')
  story.reply(owner, 'end-phase')
  for (const view of ['show', 'why']) expect(shown(view)).toContain(phase)
  const later = phaseOf(story, owner, { name: 'Later' })
  expect(shown('show')).toContain(later.phase)
})

test('an owner that is begun again hears what came since it was asked, and one that was asked just now hears nothing twice', () => {
  proves('ROOM-136')
  const { story, owner, phase } = discussion()
  say(story, owner, 'One file?')
  story.reply(owner, 'decide', { decision: 'One file' })
  story.reply(owner, 'end-phase')
  const later = phaseOf(story, owner, { name: 'Copy' })
  story.fail(owner, 'interrupted')
  const { attempt, effect } = story.turn(owner)
  // What it was asked is as it was.
  expect(effect).toMatchObject({ brief: { context: { phases: [], decisions: [] } } })
  expect(live(story).context(attempt)).toEqual({
    since: [
      `The phase ${later.phase} (Copy) is open now, at 0/5 messages.`,
      'Decision 1 is recorded: One file',
      expect.stringMatching(`The phase ${phase} .Brainstorm. is closed: it was ended, at 1/5 messages.`),
    ],
  })
  story.begin(owner)
  story.answer(owner, 'WT')
  expect(live(story).context(story.turn(owner).attempt)).toEqual({})
})

test('a role whose phase is closed still reads of it, and not of another', () => {
  const { story, owner, phase, designer } = discussion()
  const { attempt: caller } = story.turn(designer)
  phaseOf(story, taskOf(story, 'Another').owner)
  say(story, owner, 'That is it.')
  story.reply(owner, 'end-phase')
  const reading = { caller, arguments: {}, since: null }
  for (const view of ['chat', 'show']) {
    const shown = live(story).view(view)?.show(reading).text
    expect(shown).toContain(phase)
    expect(shown).toContain('That is it.')
  }
  expect(live(story).chat.isOver(reading)).toBe(true)
})

test('nothing of what was said in an earlier phase is told by itself: it is there for whoever asks', () => {
  proves('ROOM-117')
  const { story, owner } = discussion()
  say(story, owner, 'One file?')
  story.reply(owner, 'end-phase')
  const { agents } = phaseOf(story, owner, { name: 'Copy' })
  const [designer = ''] = agents
  story.answer(owner, 'WT')
  for (const agent of [owner, designer]) {
    const { attempt, effect } = story.turn(agent)
    const heard = { ...live(story).context(attempt), asked: effect.kind === 'ask' ? effect.brief : null }
    expect(JSON.stringify(heard)).not.toContain('One file?')
    const reading = { caller: attempt, arguments: { tail: 20 }, since: null }
    expect(live(story).view('history')?.show(reading).text).toContain('One file?')
  }
})
