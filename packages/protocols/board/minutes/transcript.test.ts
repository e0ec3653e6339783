import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Discussion, discussion, phaseOf, say } from '../testing/discussion.ts'
import { hostile } from '../testing/hostile.ts'
import { minutesIn } from '../testing/minutes.ts'
import { chatOf, chatText } from './chat.ts'
import type { Minutes, PhaseMinutes } from './minutes.ts'
import { phaseNamed } from './room.ts'
import { transcriptDocument, transcriptMarkdown } from './transcript.ts'

const shown = ({ story, phase }: Pick<Discussion, 'story' | 'phase'>): readonly [Minutes, PhaseMinutes] => {
  const minutes = minutesIn(story)
  return [minutes, phaseNamed(minutes, phase)]
}

function whole(): Discussion {
  const told = discussion()
  const { story, owner, designer, developer } = told
  say(story, designer, 'Bold type.')
  story.fail(developer, 'crash')
  story.begin(developer)
  say(story, developer, 'One file.')
  story.reply(owner, 'extend-phase', { by: 2 })
  story.reply('ann', 'pause-phase')
  story.reply('ann', 'resume-phase')
  story.reply(owner, 'decide', { decision: 'One file, inlined.', check: { kind: 'no-new-dependency' } })
  story.reply(designer, 'object', { decision: 1, why: 'Styles change apart.' })
  story.reply(owner, 'answer-objection', { objection: 1, answer: 'Section them.' })
  story.reply(designer, 'hold', { seconds: 30, why: 'sketching' })
  story.call('ann', 'say', { content: 'Ship it.' })
  story.answer(designer, 'LV')
  say(story, owner, 'So be it.')
  story.reply(owner, 'end-phase', { reason: 'We agree.' })
  return told
}

test('a phase is one readable transcript, with all that happened in it and why it closed', () => {
  proves('ROOM-155')
  const told = whole()
  const { task, phase, owner, designer, developer } = told
  const lines = transcriptMarkdown(...shown(told)).split('\n')
  const plain = lines.map((line) => line.replaceAll('\\', '').replace(/\d\d:\d\d:\d\d /, ''))
  expect(plain.slice(0, 20)).toEqual([
    '# Brainstorm',
    '',
    `- phase \`${phase}\`, discussion, of task \`${task}\`: Build a landing page`,
    expect.stringMatching(/^- 4 of 7 messages, opened 2026-.*, closed \(ended\) 2026-/),
    expect.stringMatching(/^- used: 2 turns/),
    '',
    '## Rules',
    '',
    '> No code, just ideas',
    '',
    '## Decisions',
    '',
    `**Decision 1**, by @${owner} (owner), check: no new dependency`,
    '',
    '> One file, inlined.',
    '',
    `Objection 1 by @${designer} (designer), settled`,
    '',
    '> Styles change apart.',
    '',
  ])
  const course = plain.slice(plain.indexOf('## What was said') + 1).filter((line) => line !== '')
  expect(course).toEqual([
    `- @${owner} (owner) opened the phase for 5 messages`,
    `- @${designer} (designer) joined`,
    `- @${developer} (developer) joined`,
    expect.stringContaining(`**1. @${designer} (designer)**`),
    '> Bold type.',
    `- @${developer} (developer) was respawned: crash`,
    expect.stringContaining(`**2. @${developer} (developer)**`),
    '> One file.',
    '- the owner was told that 3 messages are left',
    `- @${owner} (owner) changed the limit from 5 to 7 messages`,
    '- ann (person) paused the phase',
    '- ann (person) resumed the phase',
    `- @${owner} (owner) recorded decision 1`,
    `- @${designer} (designer) recorded objection 1`,
    `- @${owner} (owner) answered objection 1: Section them.`,
    `- @${designer} (designer) holds the floor for 30 s: sketching`,
    expect.stringContaining('**3. ann (person)**'),
    '> Ship it.',
    `- @${designer} (designer) exited: left`,
    expect.stringContaining(`**4. @${owner} (owner)**`),
    '> So be it.',
    '- the phase closed: ended, We agree.',
    `- @${developer} (developer) exited: closed`,
  ])
  expect(transcriptDocument(...shown(told))).toMatchObject({
    id: phase,
    close_reason: 'ended',
    messages: [{ content: 'Bold type.' }, { content: 'One file.' }, { author: 'ann', human: true }, { author: owner }],
    decisions: [
      {
        number: 1,
        by: owner,
        check: { kind: 'no-new-dependency' },
        objections: [
          { by: designer, role: 'designer', why: 'Styles change apart.', settled: true, answer: 'Section them.' },
        ],
      },
    ],
    occurrences: expect.arrayContaining([
      expect.objectContaining({ kind: 'limit', from: 5, to: 7, after: 2 }),
      expect.objectContaining({ kind: 'respawned', agent: developer, cause: 'crash', after: 1 }),
    ]),
  })
})

test.each([
  [
    'its limit',
    'limit',
    ({ story, owner }: Discussion) => ['a', 'b', 'c', 'd', 'e'].map((text) => say(story, owner, text)),
  ],
  ['a kill', 'killed', ({ story, task }: Discussion) => story.reply('ann', 'kill', { task })],
  ['its owner', 'ended', ({ story, owner }: Discussion) => story.reply(owner, 'end-phase')],
  ['a reset', 'reset', ({ story }: Discussion) => story.reply('ann', 'reset')],
])('a phase that was closed by %s says so, and its agents are gone', (_, reason, close) => {
  const told = discussion()
  close(told)
  const [minutes, phase] = shown(told)
  expect(phase.closed?.reason).toBe(reason)
  expect(transcriptMarkdown(minutes, phase)).toContain(`the phase closed: ${reason}`)
  expect([told.designer, told.developer].filter((name) => minutes.active.has(name))).toEqual([])
  expect(minutes.openPhases.size).toBe(0)
})

test('votes, a veto, an escalation and what a person decided stand in it', () => {
  const { story, task, owner } = discussion()
  story.reply(owner, 'end-phase')
  const { phase, agents } = phaseOf(story, owner, { name: 'Review', type: 'review' })
  const [designer = '', developer = ''] = agents
  for (const agent of agents) story.begin(agent)
  story.reply(owner, 'decide', { decision: 'Ship.' })
  story.reply(designer, 'escalate', { decision: 1, why: 'Too early.' })
  story.decide('keep')
  story.reply(designer, 'vote', { approves: false, why: 'Not yet.' })
  story.reply('ann', 'veto', { task, decision: 1, why: 'No.' })
  story.call(developer, 'vote', { approves: true, why: 'Fine.' })
  const text = transcriptMarkdown(...shown({ story, phase })).replaceAll('\\', '')
  for (const said of [
    `@${designer} (designer) took decision 1 to a person: Too early.`,
    'ann (person) answered with keep',
    `@${designer} (designer) rejected: Not yet.`,
    `@${developer} (developer) approved: Fine.`,
    'ann (person) took decision 1 back: No.',
    'vetoed',
    'the phase closed: voted',
  ])
    expect(text).toContain(said)
})

test('no message forges a line, a mark of Markdown or a sequence for the terminal', () => {
  proves('T37')
  fc.assert(
    fc.property(hostile, (content) => {
      const told = discussion()
      say(told.story, told.designer, content)
      say(told.story, told.developer, 'honest')
      const [minutes, phase] = shown(told)
      const chat = chatText(chatOf(minutes, { caller: 'bob' }))
      expect(chat).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
      // Every line that is not set in is Sigma's own: the phase, its rules, and one for each message.
      expect(chat.split('\n').filter((line) => !line.startsWith('    '))).toHaveLength(4)
      const page = transcriptMarkdown(minutes, phase)
      expect(page).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
      const lines = page.slice(page.indexOf('## What was said')).split('\n')
      expect(lines.filter((line) => /^\*\*\d/.test(line))).toHaveLength(2)
      const quoted = lines.filter((line) => line.startsWith('>'))
      expect(lines.filter((line) => line.startsWith('#'))).toEqual(['## What was said'])
      for (const line of quoted) {
        const plain = line
          .slice(1)
          .replace(/\\[!-/:-@[-`{-~]/g, '')
          .replace(/\\$/, '')
        expect(plain).not.toMatch(/[\\`*[\]<>|~&#!$]/)
        expect(line).not.toMatch(/^> (?:[-+=]|\d+[.)])/)
      }
    }),
    { numRuns: 150 },
  )
})
