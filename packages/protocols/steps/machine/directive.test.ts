import { execFileSync } from 'node:child_process'
import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PlayedSession } from '../testing/played.ts'
import { directiveOf, mandatory, quoted } from './directive.ts'
import { contentFile, isSessionId, memoryFile, runOf, stateFile } from './paths.ts'
import { replySchema } from './reply.ts'

test('a directive asks for one command before all else, in backticks, and forbids anything else', () => {
  proves('EXE-66', 'EXE-75', 'EXE-79')
  const directive = directiveOf(new PlayedSession().state)
  expect(directive).toEqual({
    step: 1,
    name: 'GENERATE_TASK_ID',
    command: 'sigma step 1 --state protocols/execution/skill/state/skill-1f2e3d4c-5b6.json',
    session_id: '1f2e3d4c-5b6',
  })
  const text = mandatory(directive)
  expect(text.split('\n')[0]).toMatch(/^MANDATORY: .*before any other action/)
  expect(text.match(/`[^`]+`/g)).toEqual([`\`${directive.command}\``])
  expect(text).toMatch(/Do NOT do anything else first/)
})

test('a word is the same word to a shell, whatever characters it has', () => {
  proves('EXE-68')
  const word = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => !text.includes('\0'))
  fc.assert(
    fc.property(fc.oneof(word, fc.constantFrom('a b', "it's", 'a"b', '$HOME', '`x`', 'a\\b', '-x', '*')), (text) => {
      const printed = execFileSync('sh', ['-c', `printf %s ${quoted(text)}`], { encoding: 'utf8' })
      expect(printed).toBe(Buffer.from(text).toString('utf8'))
    }),
    { numRuns: 60 },
  )
})

test('paths are those of the seed, and none is built of what is no session', () => {
  proves('EXE-36', 'EXE-45', 'EXE-46', 'EXE-69', 'EXE-79', 'EXE-81')
  expect(stateFile({ folder: 'skill' }, '1f2e3d4c-5b6')).toBe('protocols/execution/skill/state/skill-1f2e3d4c-5b6.json')
  expect(stateFile({ folder: 'dynamic' }, '1f2e3d4c-5b6')).toBe(
    'protocols/execution/dynamic/state/dynamic-1f2e3d4c-5b6.json',
  )
  expect(contentFile({ folder: 'dynamic' }, 5)).toBe('protocols/execution/dynamic/content/step_5.md')
  expect(memoryFile('t-1', 'asker')).toBe('.claude/memory/t-1-asker-memory.md')
  for (const text of ['../../etc', '1f2e3d4c-5b6a', '1F2E3D4C-5B6', '1f2e3d4c5b6', '1f2e3d4c-5b6/x', '']) {
    expect(isSessionId(text)).toBe(false)
    expect(() => runOf({ folder: 'skill' }, text)).toThrow(RangeError)
  }
})

test('the reply to every call of both routes has one directive, and the last one none', () => {
  proves('EXE-67')
  for (const route of [1, 2]) {
    const session = new PlayedSession({ route })
    while (session.state.path.length < session.definition.steps.length) {
      session.complete()
      const replies = session.effects.filter((effect) => effect.kind === 'reply')
      expect(replies.map(({ data }) => replySchema.parse(data).directive?.session_id)).toEqual(['1f2e3d4c-5b6'])
    }
  }
})
