import type { Asked, Conversing, RunView } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { reasoningInputSchema } from '../machine/input.ts'
import { reasoning } from '../machine/reasoning.ts'
import { begin, routed } from './route.ts'

const rule = { words: ['build'], route: 'skill-orchestration', why: 'One skill builds.' }

// as: what is asked of whoever plays the command, and nothing else.
const asked = (subject: string): Asked =>
  ({
    ...{ subject, config: { routing: { rules: [rule] }, limits: { decisions: 1, turn: 1, crashes: 0, asks: 9 } } },
    random: (count: number) => new Uint8Array(count),
  }) as unknown as Asked

function told(task: string) {
  const { run, input } = begin(asked(task))
  const { state } = reasoning.start(reasoningInputSchema.parse(input))
  // as: of a run only its state is looked at.
  const history = { run: () => ({ run, state }) as unknown as RunView }
  return { run, said: routed({ begun: run, history } as unknown as Conversing).told(null) }
}

test('a route that is fixed is printed with its reasons, and with the directive to the dispatch', () => {
  proves('EXE-18')
  const { run, said } = told('Build a login!')
  expect(run).toMatch(/^reason-build-a-login-/)
  const command = `sigma dispatch --reasoning-session ${run} --route skill-orchestration`
  expect(said.text).toContain('- "build" stands in the task: One skill builds.')
  expect(said.text).toMatch(/^MANDATORY: [^\n]*\n\n`sigma dispatch [^`\n]*`\n\nDo NOT [^\n]*$/m)
  expect(said).toMatchObject({ exit: 0, data: { route: 'skill-orchestration', directive: { command } } })
})

test('where a person is asked there is no directive, and the exit code is 3', () => {
  const { said } = told('Paint it')
  expect(said).toMatchObject({ text: '', exit: 3, notes: [expect.stringContaining('hint: sigma inbox')] })
})

test('an empty task is none', () => {
  expect(() => begin(asked(' \n'))).toThrow(expect.objectContaining({ code: 'wrong-command-line' }))
})
