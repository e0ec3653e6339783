/** What a session does with the skills that it read: which it takes, whom it asks, and what each is handed. */
import type { Ask, JsonObject } from '@sigma/protocol'
import { judged, proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { audit } from '../testing/definitions.ts'
import { PlayedSession } from '../testing/played.ts'
import { completed, type Definition } from './definition.ts'
import { skillsId } from './places.ts'

const file = (name: string): JsonObject => ({ name, text: `text of ${name}`, file: `skills/${name}/SKILL.md` })

const checkIn = ({ effects }: PlayedSession) => effects.find((effect) => effect.kind === 'check') ?? expect.fail()
const askIn = ({ effects }: PlayedSession): Ask => effects.find((effect) => effect.kind === 'ask') ?? expect.fail()

test('the gate is given the skills that are named, those that they may name, and who is played', () => {
  proves('EXE-23', 'EXE-32')
  const session = new PlayedSession().until(2)
  const agents = [{ name: 'maker', text: 'a', file: 'f' }]
  session.step(3, { skill: 'build' }, { skills: [file('build'), file('polish')], agents, roles: ['maker'] })
  expect(checkIn(session).parameters).toEqual({
    ...{ skills: [file('build')], parts: [file('polish')], agents, roles: ['maker'] },
    own: null,
    sequence: false,
  })
})

test('in a sequence of skills each is one piece of work: the gate is told so', () => {
  proves('EXE-24', 'EXE-33')
  const session = new PlayedSession({ route: 2 }).until(1)
  session.step(2, { skills: ['analyse', 'make'] }, { skills: [file('make'), file('analyse')] })
  expect(checkIn(session).parameters).toMatchObject({
    skills: [file('analyse'), file('make')],
    parts: [],
    roles: null,
    sequence: true,
  })
})

test('a skill that is there and cannot be used says why, and one that is not there says so', () => {
  const session = new PlayedSession().until(2)
  const why = 'skills/build/SKILL.md cannot be used. The file is no ordinary file.'
  expect(session.step(3, { skill: 'build' }, { unusable: [{ name: 'build', why }] }).reply.reasons).toMatchObject([
    { rule: 'skill-unusable', message: why },
  ])
  expect(session.step(3, { skill: 'other' }).reply.reasons).toMatchObject([{ rule: 'skill-missing' }])
})

const kept = (name: string) => ({ name, hash: `hash of ${name}`, blob: `sha256:${name}` })
const found: JsonObject = {
  ...kept('build'),
  kind: 'composite',
  phases: [
    { name: 'Look', agents: ['asker'] },
    { name: 'Make', agents: ['maker', 'polish'], parts: [kept('polish')] },
  ],
  described: [{ ...kept('maker'), description: 'Makes things.' }],
}

function read(): PlayedSession {
  const session = new PlayedSession().until(2).step(3, { skill: 'build' }, { skills: [file('build')] })
  return session.happen(judged(skillsId, 'pass', { data: { skills: [found] } }))
}

test('an agent is handed the skill, the atomic one that is its part, and the file that describes it', () => {
  proves('EXE-32', 'EXE-33')
  const session = read().until(4).step(5)
  expect(askIn(session).brief.documents.map(({ path }) => path)).toEqual(['memory/skill-build.md'])
  session.agentDone()
  expect(askIn(session).brief).toMatchObject({
    context: { agent: 'maker', agentPath: 'memory/agent-maker.md' },
    documents: [
      { path: 'memory/skill-build.md', blob: 'sha256:build' },
      { path: 'memory/agent-maker.md', blob: 'sha256:maker' },
    ],
    parameters: { description: 'Makes things.' },
  })
  session.agentDone()
  expect(askIn(session).brief).toMatchObject({
    context: { agent: 'polish', partPath: 'memory/skill-polish.md' },
    documents: [{ path: 'memory/skill-build.md' }, { path: 'memory/skill-polish.md', blob: 'sha256:polish' }],
  })
})

test('what was read stands in the output by name and hash, with the parts', () => {
  proves('EXE-23')
  expect(read().state.outputs[2]).toEqual({
    skill: 'build',
    read: [
      {
        ...{ name: 'build', hash: 'hash of build', kind: 'composite' },
        phases: [
          { name: 'Look', agents: ['asker'] },
          { name: 'Make', agents: ['maker', 'polish'], skills: [{ name: 'polish', hash: 'hash of polish' }] },
        ],
        described: [{ name: 'maker', hash: 'hash of maker' }],
      },
    ],
  })
})

test('an agent that nobody plays is refused before its step begins, and nothing is spent or asked', () => {
  proves('EXE-63')
  const session = read().until(4)
  const before = session.state
  for (const roles of [[], ['asker', 'maker'], ['polish', 'maker']]) {
    session.step(5, null, { roles })
    expect(session.refusal).toMatchObject({ rule: 'agent-unplayed', remedy: 'sigma agents' })
    expect(session.effects).toHaveLength(1)
    expect(session.state).toEqual(before)
  }
  expect(session.state.started).toBe(false)
  expect(askIn(session.step(5, null, { roles: ['*'] })).role).toBe('asker')
})

/** A table whose step with agents of a skill comes again, without the step that reads the skill. */
const looping: Definition = {
  ...audit,
  steps: [
    ...audit.steps.slice(0, 1),
    {
      ...{ number: 2, name: 'READ', label: 'Choose who looks', work: 'read-skills', skills: 'skill' },
      gives: [{ name: 'skill', kind: 'text', says: 'its name' }],
    },
    { number: 3, name: 'LOOK', label: 'Look at it', work: 'invoke', gives: [] },
    {
      ...{ number: 4, name: 'JUDGE', label: 'Say whether it is enough', work: 'none' },
      gives: [{ name: 'enough', kind: 'boolean', says: 'whether it is' }],
      branch: { on: 'enough', to: { true: completed, false: { to: 'LOOK', times: 1 } } },
    },
  ],
}

/** Has whoever is asked finish, one after the other. */
function finish(session: PlayedSession): void {
  while (session.state.kind === 'invoking') session.agentDone()
}

test('in a further round of a loop, too, an agent that nobody plays is refused before its step begins', () => {
  proves('EXE-63')
  const session = new PlayedSession({ definition: looping }).step(1, { title: 'It' })
  session
    .step(2, { skill: 'build' }, { skills: [file('build')] })
    .found(['build'])
    .step(3, null, { roles: ['*'] })
  finish(session)
  const round = (): unknown => session.state.outputs.at(-1)?.['agents']
  expect(round()).toHaveLength(3)
  session.step(4, { enough: false })
  expect(session.state).toMatchObject({ kind: 'due', at: 3 })
  expect(session.step(3, null, { roles: ['maker'] }).refusal).toMatchObject({ rule: 'agent-unplayed' })
  expect(askIn(session.step(3, null, { roles: ['asker', 'maker', 'checker'] })).role).toBe('asker')
  finish(session)
  // Of each round its output has who worked in it.
  expect(round()).toHaveLength(3)
})

test('who comes while skills are read waits for them, and whoever asked before is told so', () => {
  proves('EXE-65')
  const session = new PlayedSession().until(2).step(3, { skill: 'build' }, { skills: [file('build')] })
  const first = session.lastCall
  expect(session.state.kind).toBe('reading')
  expect(session.step(3, { skill: 'build' }, { skills: [file('build')] }).effects).toMatchObject([
    { kind: 'refuse', call: first, rule: 'step-taken' },
  ])
  expect(session.found(['build']).effects).toMatchObject([{ kind: 'reply', call: session.lastCall }])
})

test('of agents that have finished nobody need be played any more', () => {
  const session = read().until(4).step(5).agentDone()
  session.agent('BL', 'No key.')
  expect(session.state.kind).toBe('asking')
  expect(session.step(5, null, { roles: [] }).refusal.rule).toBe('waits-for-person')
})
