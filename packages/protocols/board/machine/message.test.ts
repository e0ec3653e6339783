import { execFileSync } from 'node:child_process'
import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { landingMessage, type ToldTask } from './message.ts'

const phase = { id: 'ph-x1y2z3', name: 'Designing', type: 'discussion', count: 12 } as const

function task(rest: Partial<ToldTask> = {}): ToldTask {
  const owner = { name: 'cedar_a1b2' }
  return { id: 'tk-a1b2c3', description: 'Build a landing page', owner, phases: [], decisions: [], ...rest }
}

/** As it is committed: git itself tells which lines are trailers. */
function trailersIn(text: string): readonly string[] {
  return execFileSync('git', ['interpret-trailers', '--parse'], { input: text, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
}

const committed = (of: ToldTask): string => {
  const { message, trailers } = landingMessage(of)
  return `${message}\n\n${Object.entries(trailers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}\n`
}

test('the subject is the seed’s, and phases and decisions are listed below it', () => {
  proves('ROOM-120', 'ROOM-124')
  const decisions = [
    { text: 'Plain CSS, no framework', phase: 'ph-x1y2z3', vetoed: false },
    { text: 'Ask for a phone number', phase: null, vetoed: true },
  ]
  const phases = [phase, { ...phase, id: 'ph-b1b2b3', name: 'Building', type: 'build', count: 1 } as const]
  expect(landingMessage(task({ phases, decisions }))).toEqual({
    message: `[plasmodium] tk-a1b2c3: Build a landing page

Phases:
- Designing (ph-x1y2z3, discussion, 12 messages)
- Building (ph-b1b2b3, build, 1 message)

Decisions:
- Plain CSS, no framework (ph-x1y2z3)
- Ask for a phone number (taken back by a person)`,
    trailers: { 'Sigma-Task': 'tk-a1b2c3', 'Sigma-Owner': 'cedar_a1b2' },
  })
})

test('a task without phases, decisions or an owner has its subject alone', () => {
  expect(landingMessage(task({ owner: null }))).toEqual({
    message: '[plasmodium] tk-a1b2c3: Build a landing page',
    trailers: { 'Sigma-Task': 'tk-a1b2c3' },
  })
})

test('line ends become spaces, and what a terminal would obey is gone', () => {
  proves('ROOM-120')
  const { message } = landingMessage(task({ description: ' Build\r\na\u2028landing\u001b[31m page\u202e\n' }))
  expect(message).toBe('[plasmodium] tk-a1b2c3: Build a landing [31m page')
})

test('nobody’s words are a trailer, whatever they hold', () => {
  proves('ROOM-124')
  const forged = 'x\n\nSigma-Owner: mallory\nSigned-off-by: Ada <ada@localhost>\n---\n(cherry picked from commit 0)\n'
  const words = fc.oneof(fc.constant(forged), fc.string({ unit: 'binary' }), fc.constant('\n\nSigma-Task: tk-zzzzzz'))
  fc.assert(
    fc.property(words, words, words, (description, name, text) => {
      const decisions = [{ text, phase: null, vetoed: false }]
      const whole = committed(task({ description, phases: [{ ...phase, name }], decisions }))
      expect(trailersIn(whole)).toEqual(['Sigma-Task: tk-a1b2c3', 'Sigma-Owner: cedar_a1b2'])
      expect(whole.split('\n')).toHaveLength(11)
    }),
    { numRuns: 40 },
  )
})
