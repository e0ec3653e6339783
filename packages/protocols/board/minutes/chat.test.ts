import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { discussion, phaseOf, say, taskOf } from '../testing/discussion.ts'
import { minutesIn } from '../testing/minutes.ts'
import { chatDocument, chatOf, chatText, historyDocument, historyOf, historyText } from './chat.ts'

test('the messages of the current phase stand in the order of acceptance, each with author and role', () => {
  proves('ROOM-45')
  const { story, phase, owner, designer, developer } = discussion()
  say(story, developer, 'Static, or a server?')
  say(story, designer, 'The hero first.')
  story.call('ann', 'say', { content: 'Static.' })
  say(story, owner, 'Static it is.')
  const minutes = minutesIn(story)
  for (const caller of [story.turn(owner).attempt, story.turn(designer).attempt, 'bob'])
    expect(chatOf(minutes, { caller }).messages.map(({ content }) => content)).toEqual([
      'Static, or a server?',
      'The hero first.',
      'Static.',
      'Static it is.',
    ])
  const chat = chatOf(minutes, { caller: 'bob' })
  expect(chatDocument(minutes, chat)).toMatchObject({
    phase: { id: phase, name: 'Brainstorm', message_limit: 5, status: 'active' },
    count: 4,
    messages: [
      { number: 1, author: developer, role: 'developer' },
      { number: 2, author: designer, role: 'designer' },
      { number: 3, author: 'ann', human: true },
      { number: 4, author: owner, role: 'owner' },
    ],
  })
  const [head, ...lines] = chatText(chat).split('\n')
  expect(head).toBe(`${phase}, 4/5, active: Brainstorm`)
  expect(lines).toEqual([
    'rules: No code, just ideas',
    expect.stringMatching(
      new RegExp(`^#1 @${developer} \\(developer\\) \\d\\d:\\d\\d:\\d\\d: Static, or a server\\?$`),
    ),
    expect.stringMatching(/^#2 @\w+ \(designer\) .*: The hero first\.$/),
    expect.stringMatching(/^#3 ann \(person\) .*: Static\.$/),
    expect.stringMatching(/^#4 @\w+ \(owner\) .*: Static it is\.$/),
  ])
  expect(chatOf(minutes, { caller: 'bob' }, 3).messages).toHaveLength(1)
})

test('what was refused is no message, and a repeated call is one', () => {
  const { story, designer } = discussion()
  say(story, designer, ' ')
  story.call(designer, 'say', { content: 'Once' }, 'same')
  story.call(designer, 'say', { content: 'Once' }, 'same')
  story.call('ann', 'pause-phase')
  say(story, designer, 'Too early')
  story.call('ann', 'resume-phase')
  for (let more = 0; more < 6; more += 1) say(story, designer, `${more}`)
  const [phase] = minutesIn(story).phases.values()
  expect(phase?.messages.map(({ content }) => content)).toEqual(['Once', '0', '1', '2', '3'])
  expect(new Set(phase?.messages.map(({ id }) => id)).size).toBe(5)
  expect(phase?.messages.every(({ id }) => /^ms-[a-z0-9]+$/.test(id))).toBe(true)
})

test('whoever posts the last message of a phase hears that it counts, though its turn ends with it', () => {
  const { story, owner, designer } = discussion()
  for (const text of ['a', 'b', 'c', 'd']) say(story, owner, text)
  expect(say(story, designer, 'e')).toMatchObject({ kind: 'replied', data: { count: 5, limit: 5, closed: true } })
})

test('without a phase of one’s own it is the only one there is, or one that has to be named', () => {
  const { story, phase, owner } = discussion()
  story.reply(owner, 'end-phase')
  expect(() => chatOf(minutesIn(story), { caller: story.turn(owner).attempt })).toThrow('No phase is open in tk-')
  expect(() => chatOf(minutesIn(story), { caller: 'bob' })).toThrow('No phase is open.')
  expect(chatOf(minutesIn(story), { caller: 'bob', phase })).toMatchObject({ status: 'closed' })
  phaseOf(story, owner, { name: 'Copy' })
  phaseOf(story, taskOf(story, 'Another').owner)
  const minutes = minutesIn(story)
  expect(() => chatOf(minutes, { caller: 'bob' })).toThrow('Several phases are open: ph-')
  expect(chatOf(minutes, { caller: story.turn(owner).attempt }).phase.name).toBe('Copy')
  expect(() => chatOf(minutes, { caller: 'bob', phase: 'ph-000000' })).toThrow('There is no phase "ph-000000".')
})

test('history is the last messages of earlier phases of the task, oldest first, with the names of their phases', () => {
  proves('ROOM-48')
  const { story, task, owner, designer, phase } = discussion()
  for (const text of ['a', 'b', 'c', 'd', 'e']) say(story, designer, text)
  const second = phaseOf(story, owner, { name: 'Copy', limit: 2 })
  for (const text of ['f', 'g']) say(story, owner, text)
  const third = phaseOf(story, owner, { name: 'Last' })
  say(story, owner, 'now')
  const other = taskOf(story, 'Another')
  phaseOf(story, other.owner)
  say(story, other.owner, 'elsewhere')
  const minutes = minutesIn(story)
  const history = historyOf(minutes, { caller: story.turn(owner).attempt }, 4)
  expect(historyDocument(history)).toMatchObject({
    task,
    left_out: 3,
    messages: [
      { phase_name: 'Brainstorm', content: 'd' },
      { phase_name: 'Brainstorm', content: 'e' },
      { phase_name: 'Copy', content: 'f' },
      { phase_name: 'Copy', content: 'g' },
    ],
  })
  expect(
    historyText(history)
      .split('\n')
      .map((line) => line.replace(/^(#\d+) .*: /, '$1 ')),
  ).toEqual([
    '3 earlier messages are left out.',
    `${phase}: Brainstorm`,
    '#4 d',
    '#5 e',
    `${second.phase}: Copy`,
    '#1 f',
    '#2 g',
  ])
  // A role agent's own phase is the current one also where it is closed; a phase that is named likewise.
  expect(historyOf(minutes, { caller: 'bob', phase: second.phase }, 9).messages).toHaveLength(5)
  const [seat = ''] = third.agents
  story.begin(seat)
  expect(historyOf(minutesIn(story), { caller: story.turn(seat).attempt }, 100).messages).toHaveLength(7)
  expect(historyText(historyOf(minutes, { caller: 'bob', task: other.task }, 5))).toContain(
    'No message in an earlier phase',
  )
})
