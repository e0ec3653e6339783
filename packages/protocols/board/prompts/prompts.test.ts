/** What every prompt of a board has, whoever it tells. */
import { type Ask, handoffOf } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { builtInText, knownTemplates, promptOf } from '@sigma/runtime'
import { expect, test } from 'vitest'
import { readTemplate } from '../../../runtime/src/prompts/template.ts'
import { boardCommands } from '../commands/index.ts'
import { phaseTypes } from '../machine/calls.ts'
import { bullets, offered, owner, promptFor, role, sectionOf, steps, titles } from '../testing/prompts.ts'
import { templates } from './index.ts'

const both = [owner, role]

/** Commands of the Quick Reference, without what stands after them. */
const commandsOf = (prompt: string): readonly string[] =>
  [...sectionOf(prompt, 'Quick Reference').matchAll(/^pm ([a-z-]+)/gm)].flatMap(([, name]) => name ?? [])

const verbs = new Set(boardCommands.map(({ name }) => name))

/** Flags of a command as they are typed; `--help` is everyone's. */
const flagsOf = (name: string): readonly string[] => {
  const command = boardCommands.find((each) => each.name === name)
  const own = Object.keys(command?.flags ?? {})
  return [...own, ...(command?.does.kind === 'reads-live' && command.does.waits === true ? ['wait'] : []), 'help'].map(
    (flag) => `--${flag.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
  )
}

test('commands come first, before any concept, and each of them exists', () => {
  proves('ROOM-73', 'ROOM-81', 'ROOM-88')
  for (const prompt of both) {
    const [title, blank, heading, after, fence, ...rest] = prompt.split('\n')
    expect(title).toMatch(/^# You are @/)
    expect([blank, heading, after, fence]).toEqual(['', '## Quick Reference', '', '```sh'])
    expect(rest[0]).toMatch(/^pm chat /)
    for (const line of sectionOf(prompt, 'Quick Reference')
      .split('\n')
      .filter((each) => !/^(```.*|)$/.test(each)))
      expect(line).toMatch(/^pm (?:[a-z-]+|<command> --help)/)
    expect(commandsOf(prompt).filter((name) => !verbs.has(name))).toEqual([])
  }
  const first = ['chat', 'say', 'phase', 'extend-phase', 'end-phase', 'subtask', 'wait-children', 'done']
  expect(commandsOf(owner).slice(0, 8)).toEqual(first)
  expect(commandsOf(role).slice(0, 3)).toEqual(['chat', 'say', 'status'])
})

test('every command that a prompt names anywhere exists', () => {
  proves('ROOM-81')
  for (const prompt of [...both, ...phaseTypes.map((phaseType) => promptFor('discuss', { context: { phaseType } }))])
    expect(
      [...prompt.matchAll(/\bpm ([a-z]+(?:-[a-z]+)*)\b(?= |`|$)/gm)].filter(([, name]) => !verbs.has(name ?? '')),
    ).toEqual([])
})

test('every flag that a prompt names is one of its command', () => {
  proves('ROOM-81', 'ROOM-88')
  const named = both.flatMap((prompt) =>
    [...prompt.matchAll(/(?:^|`)pm ([a-z-]+)\b([^`#\n]*)/gm)].flatMap(([, name = '', rest = '']) =>
      (rest.replace(/"[^"]*"/g, '').match(/--[a-z-]+/g) ?? []).map((flag) => [name, flag] as const),
    ),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(([name, flag]) => !flagsOf(name).includes(flag))).toEqual([])
  for (const [flag] of owner.matchAll(/(?<=`)--[a-z-]+/g))
    expect([...flagsOf('decide'), ...flagsOf('phase')]).toContain(flag)
})

test('a role is told no command that only owners may run', () => {
  proves('ROOM-88')
  const owners = ['phase', 'extend-phase', 'end-phase', 'subtask', 'wait-children', 'done', 'decide']
  expect(commandsOf(role).filter((name) => owners.includes(name))).toEqual([])
})

test('rules that may not be broken stand in capitals', () => {
  proves('ROOM-74')
  for (const prompt of both) {
    const rules = bullets(sectionOf(prompt, 'CRITICAL RULES'))
    expect(rules.length).toBeGreaterThanOrEqual(4)
    for (const rule of rules) expect(rule).toMatch(/^- \*\*[^a-z]+\*\*/)
  }
})

test('anti-patterns say what not to do', () => {
  proves('ROOM-75')
  for (const prompt of both) {
    const patterns = bullets(sectionOf(prompt, 'Anti-Patterns'))
    expect(patterns.length).toBeGreaterThanOrEqual(3)
    for (const pattern of patterns) expect(pattern).toMatch(/^- DON'T /)
  }
})

test('workflows are numbered steps, no prose and no bullets', () => {
  proves('ROOM-76')
  for (const [prompt, title] of [
    [owner, 'Your Workflow'],
    [role, 'How to Participate'],
    [owner, 'Landing the Plane'],
    [role, 'Landing the Plane'],
  ] as const) {
    const text = sectionOf(prompt, title)
    expect(steps(text).length, title).toBeGreaterThanOrEqual(3)
    expect(steps(text).map((step) => Number.parseInt(step, 10))).toEqual(steps(text).map((_, at) => at + 1))
    expect(bullets(text), title).toEqual([])
    expect(text.trim().startsWith('1. '), title).toBe(true)
  }
})

test('each says by which commands the result is checked, and how to land the plane', () => {
  proves('ROOM-77', 'ROOM-78')
  const landing = (prompt: string): string => sectionOf(prompt, 'Landing the Plane')
  expect(landing(owner)).toMatch(/`pm status`[\s\S]*tests[\s\S]*`pm show`[\s\S]*`pm done`[\s\S]*test command/)
  expect(landing(role)).toMatch(/`pm status`[\s\S]*`pm chat`/)
})

test('the fixed phrases stand where they apply, with their meanings', () => {
  proves('ROOM-78', 'ROOM-99')
  const of = (prompt: string, phrase: string): string =>
    (prompt.split('\n').find((line) => line.toLowerCase().includes(`**${phrase}**`)) ?? '').toLowerCase()
  expect(of(role, 'enter the room')).toMatch(/run `pm chat` and read all of it; then post for the first time/)
  expect(of(role, 'read the room')).toMatch(/whether the phase is open and what was said last.*`pm say/)
  expect(of(role, 'leave the room')).toMatch(/until the phase closes.*no more checks; end your turn/)
  expect(of(role, 'hold the floor')).toMatch(/`pm hold.*they may go on, and it ends by itself/)
  expect(of(owner, 'enter the room')).toMatch(/read the chat so far, then post first/)
  expect(of(owner, 'read the room')).toMatch(/whether the phase is open and what was said last\) before each post/)
  expect(of(owner, 'pass the baton')).toMatch(/make a subtask and hand the work to a new owner/)
  expect(of(owner, 'close the loop')).toMatch(
    /verify, then `pm done`, which commits your changes and marks the task done/,
  )
  expect(of(owner, 'hold the floor')).toMatch(/`pm hold.*they may go on/)
})

test('a turn that was refused, or goes on, is told so, and still opens as it should', () => {
  const handoff = handoffOf(
    {
      ...askLike('own'),
      brief: { ...askLike('own').brief, refused: [{ rule: 'not-done', message: 'No.', remedy: 'Do.' }] },
    },
    'a.2',
    [],
  )
  const { prompt } = promptOf(handoff, { ...offered, resumed: true })
  expect(prompt).toMatch(/YOUR SESSION GOES ON[\s\S]*DEAD ENDS[\s\S]*not-done/)
  expect(titles(prompt)[0]).toBe('Quick Reference')
})

function askLike(type: string): Ask {
  return {
    kind: 'ask',
    id: 'own:cedar_a1b2',
    at: { unit: 'tk-a1b2c3', step: 'own' },
    role: 'owner',
    phase: 'OWN',
    brief: {
      ...{ type, purpose: 'Drive it.', from: 'engine', subject: 'tk-a1b2c3', documents: [], refused: [] },
      context: { name: 'cedar_a1b2', task: 'tk-a1b2c3', description: 'Build it' },
      parameters: { title: 'Build it' },
    },
    ...{ codes: ['LV', 'WT'], writes: [], workspace: 'tk-a1b2c3', base: '1'.repeat(40), limitMs: 1, retry: [] },
  }
}

/** What was given out last; by its version a copy in a project tells that Sigma's own has moved on. */
const known: Readonly<Record<string, string>> = {
  'board-owner': 'v2 73817fec3974',
  'board-role': 'v2 7798a3a5f3ec',
}

test('a template whose words change gets a new version; then put it down here', () => {
  const now = knownTemplates([templates]).flatMap((each) => {
    if (each.source === null) return []
    const read = readTemplate(each, { origin: 'built in', text: builtInText(each) })
    const text = read.kind === 'template' ? `v${read.template.version} ${read.template.hash.slice(7, 19)}` : 'faulty'
    return [[each.spec.name, text]]
  })
  expect(Object.fromEntries(now)).toEqual(known)
})
