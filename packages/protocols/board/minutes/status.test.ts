import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { discussion, say, taskOf } from '../testing/discussion.ts'
import { minutesIn } from '../testing/minutes.ts'
import { statusDocument, statusText } from './status.ts'

test('tasks are a tree with their phases and agents, for people and agents alike, and one document for programs', () => {
  proves('ROOM-39', 'ROOM-47')
  const { story, task, owner, designer, developer, phase } = discussion()
  say(story, designer, 'The hero first.')
  const child = z
    .object({ task: z.string(), owner: z.string() })
    .parse(story.reply(owner, 'subtask', { description: 'Header' }))
  const blocked = z
    .object({ task: z.string() })
    .parse(story.reply('ann', 'task', { description: 'Deploy', blockedBy: [task] }))
  const minutes = minutesIn(story)
  expect(statusText(minutes).split('\n')).toEqual([
    `${task} active: Build a landing page`,
    `  @${owner}, at work`,
    `  ${phase} 1/5 active; @${designer} (designer) turn, @${developer} (developer) turn: Brainstorm`,
    `  ${child.task} active: Header`,
    `    @${child.owner}, at work`,
    `${blocked.task} blocked: Deploy`,
    `  no owner yet, blocked by ${task}`,
  ])
  expect(statusDocument(minutes)).toMatchObject({
    tasks: [
      {
        id: task,
        owner,
        status: 'active',
        created_at: '2026-01-01T00:00:02.000Z',
        phases: [{ id: phase, count: 1, message_limit: 5, roles: ['designer', 'developer'], status: 'active' }],
        children: [{ id: child.task, parent_id: task, children: [] }],
      },
      { id: blocked.task, owner: null, blocked_by: [task], status: 'blocked', phases: [] },
    ],
    agents: [
      { name: owner, role: 'owner', pid: 1 },
      { name: designer, phase_id: phase },
      { name: developer },
      { name: child.owner, pid: null },
    ],
    decisions: [],
  })
})

test('what waits for a person is said, with its task', () => {
  const { story, owner, task, designer } = discussion()
  story.reply(owner, 'decide', { decision: 'One file.' })
  story.reply(designer, 'object', { decision: 1, why: 'Styles change apart.', blocking: true })
  story.reply('ann', 'redirect', { task, note: 'Keep it small.' })
  const minutes = minutesIn(story)
  expect(statusDocument(minutes)).toMatchObject({ decisions: [{ task }], tasks: [{ redirect: 'Keep it small.' }] })
  const text = statusText(minutes)
  expect(text).toContain('open objections: 1')
  expect(text).toContain("a person's note waits for the owner: Keep it small.")
  expect(text).toMatch(/waits for a person \(sigma inbox\):\n {2}\S+ of tk-/)
})

test('usage is summed for agent, phase and task where it was told; what nobody told is unknown', () => {
  proves('ROOM-149')
  const { story, owner, designer, developer } = discussion()
  const unknown = { inputTokens: 'unknown', outputTokens: 'unknown', costUsd: 'unknown' }
  story.answer(designer, 'LV', { usage: { inputTokens: 100, outputTokens: 7, costUsd: 0.25 } })
  story.answer(developer, 'LV')
  const other = taskOf(story, 'Another')
  story.fail(other.owner, 'crash', { usage: 'unknown' })
  const minutes = minutesIn(story)
  const said = { turns: 1, inputTokens: 100, outputTokens: 7, cachedTokens: 'unknown', costUsd: 0.25 }
  const partly = { ...said, turns: 2, unsaid: { tokens: 1, cost: 1 } }
  expect(statusDocument(minutes)).toMatchObject({
    tasks: [
      { usage: partly, phases: [{ usage: partly }] },
      { usage: { turns: 1, ...unknown, unsaid: { tokens: 1, cost: 1 } } },
    ],
    agents: [
      { name: owner, usage: { turns: 0, inputTokens: 0 } },
      { name: other.owner, usage: { turns: 1, ...unknown }, respawns: 1 },
    ],
  })
  expect(minutes.agents.get(designer)?.usage.turns).toBe(1)
  expect(statusText(minutes)).toContain('used: 2 turns, tokens at least 100 in, at least 7 out, at least $0.25')
  expect(statusText(minutes)).toContain('used: 1 turn, tokens unknown in, unknown out, cost unknown')
})

test('of a board that was cleared no task is told', () => {
  proves('ROOM-41')
  const { story } = discussion()
  story.reply('ann', 'reset')
  const minutes = minutesIn(story)
  expect(statusText(minutes)).toBe('No task: the board was cleared. What was said stays in its journal.')
  expect(statusDocument(minutes)).toMatchObject({ reset: true, tasks: [], agents: [] })
})
