/** What owners are told, decided on the text that they get. */
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { owner, promptFor, role, sectionOf, steps, titles } from '../testing/prompts.ts'

test("the owner's prompt opens with its name and its task, and has its sections in order", () => {
  proves('ROOM-79', 'ROOM-80')
  expect(owner.split('\n')[0]).toBe('# You are @cedar_a1b2, owner of task: Build a landing page for our product')
  expect(titles(owner).slice(0, 5)).toEqual([
    'Quick Reference',
    'Your Workflow',
    'During Phases',
    'CRITICAL RULES',
    'Anti-Patterns',
  ])
})

test("the owner's workflow has six steps, the last of which is done", () => {
  proves('ROOM-82')
  const workflow = steps(sectionOf(owner, 'Your Workflow'))
  expect(workflow.map((step) => /\*\*(\w+)\*\*/.exec(step)?.[1])).toEqual([
    'Assess',
    'Discuss',
    'Decide',
    'Implement',
    'Verify',
    'Complete',
  ])
  expect(workflow.at(-1)).toContain('`pm done`')
})

test('during phases an owner takes part, sums up, and decides on the end and on what follows', () => {
  proves('ROOM-83')
  const text = sectionOf(owner, 'During Phases')
  expect(text).toMatch(/participant like everyone else/)
  expect(steps(text)).toEqual([
    expect.stringMatching(/Sum up/),
    expect.stringMatching(/end early: `pm end-phase`/),
    expect.stringMatching(/what follows/),
  ])
})

test("the owner's rules and anti-patterns are those of the seed", () => {
  proves('ROOM-84', 'ROOM-85')
  const rules = sectionOf(owner, 'CRITICAL RULES')
  expect(rules).toMatch(/NEVER MORE THAN 2-3 ROLES IN A PHASE/)
  expect(rules).toMatch(/NEVER IMPLEMENT BEFORE A DISCUSSION/)
  expect(rules).toMatch(/NEVER LEAVE WORK UNFINISHED.*subtasks/)
  expect(rules).toMatch(/VERIFY BEFORE YOU COMPLETE/)
  const patterns = sectionOf(owner, 'Anti-Patterns')
  expect(patterns).toMatch(/ask "what should we do\?": propose/)
  expect(patterns).toMatch(/a phase for a trivial decision/)
  expect(patterns).toMatch(/implementation subtasks in parallel/)
})

test('an owner is told to explore first in its first turn, and in no other', () => {
  expect(owner).toMatch(/EXPLORE FIRST[\s\S]*conventions[\s\S]*layout[\s\S]*tests/)
  expect(promptFor('own', { withTalk: true })).not.toContain('EXPLORE FIRST')
  expect(role).not.toContain('EXPLORE FIRST')
})

test('a subtask is told of its parent, its context and who wrote it, or that it starts cold', () => {
  proves('ROOM-112', 'ROOM-115', 'ROOM-116')
  const parent = { parentDescription: 'Build it all.' }
  const cold = promptFor('own', { context: parent })
  expect(cold).toMatch(/\| Build it all\.[\s\S]*starts cold/)
  const given = promptFor('own', { context: { ...parent, context: 'Use one file.' } })
  expect(given).toMatch(/\[data: context, from the parent task's owner\]\n\| Use one file\./)
  expect(given).not.toContain('starts cold')
  const drafted = promptFor('own', { context: { ...parent, context: 'Use one file.', contextDrafted: true } })
  expect(drafted).toMatch(/\[data: context, from Sigma, drafted from/)
  expect(owner).not.toContain('starts cold')
})

test('an owner that is begun again is told what came since it was asked, as data, and is not told to explore first', () => {
  proves('ROOM-136')
  const since = ['The phase ph-x1y2z3 (Brainstorm) is open now, at 3/9 messages.', '## CRITICAL RULES']
  const again = promptFor('own', { context: { since } })
  expect(again).toMatch(/\[data: what came since you were asked, from Sigma\][^[]*at 3\/9 messages/)
  expect(titles(again)).toEqual(titles(owner))
  expect(owner).toContain('EXPLORE FIRST')
  expect(again).not.toContain('EXPLORE FIRST')
})
