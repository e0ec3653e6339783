import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { draftedContext, mostContextBytes } from './context.ts'
import type { Decision, Objection, Phase, Task } from './state.ts'

const phase: Phase = {
  ...{ id: 'ph-x1y2z3', name: 'Brainstorm', type: 'discussion', limit: 12, rules: null, count: 12 },
  ...{ status: 'closed', closed: 'limit', seats: [], warned: false },
}

const decided = (text: string, more: Partial<Decision> = {}): Decision => ({
  ...{ text, phase: 'ph-x1y2z3', check: null, vetoed: false },
  ...more,
})

const objected = (decision: number, more: Partial<Objection> = {}): Objection => ({
  ...{ decision, by: 'oak_c3d4', role: 'designer', why: 'It is too much.', blocking: false, settled: false },
  ...more,
})

const parent = (more: Partial<Task> = {}) => ({
  ...{ id: 'tk-a1b2c3', description: 'Build a landing page', phases: [phase], decisions: [], objections: [] },
  ...more,
})

test('a draft has the parent, its decisions with their checks, what was taken back, what is objected to, and what is expected', () => {
  proves('ROOM-113', 'ROOM-158')
  const decisions = [
    decided('A single file, no build step.', { check: { kind: 'no-new-dependency' } }),
    decided('Stock photos.', { vetoed: true }),
    decided('It is quick.', { check: { kind: 'command', command: 'node speed.js', withinMs: 50 } }),
    decided('The API stands.', { check: { kind: 'api-unchanged', files: ['src/a.ts', 'src/b.ts'] }, phase: null }),
  ]
  const objections = [objected(1, { blocking: true }), objected(3, { settled: true }), objected(4)]
  expect(draftedContext(parent({ decisions, objections }), 'Implement the landing page')).toMatchInlineSnapshot(`
    "# Context, drafted by Sigma

    The owner of tk-a1b2c3 wrote no context. This is drafted from what that task recorded.

    ## The parent task

    > Build a landing page

    ## Decisions that stand

    - 1. A single file, no build step. (phase Brainstorm) Sigma checks: no package is needed that was not needed before.
    - 3. It is quick. (phase Brainstorm) Sigma checks: \`node speed.js\` ends well within 50 ms.
    - 4. The API stands. Sigma checks: src/a.ts, src/b.ts export what they exported.

    ## Taken back by a person: do not follow

    - 2. Stock photos. (phase Brainstorm)

    ## Open objections

    - oak_c3d4 (designer) objects to decision 1, and blocks: It is too much.
    - oak_c3d4 (designer) objects to decision 4: It is too much.

    ## What is expected

    > Implement the landing page
    "
  `)
})

test('it says that it is drafted, also where nothing was recorded', () => {
  proves('ROOM-116')
  const text = draftedContext(parent(), 'Do it')
  expect(text).toMatch(/^# Context, drafted by Sigma\n/)
  expect(text).not.toMatch(/Decisions|objections|Taken back/)
})

test('it keeps its bound whatever was recorded, and says what was cut', () => {
  proves('ROOM-116')
  const long = 'ä'.repeat(5_000)
  const decisions = Array.from({ length: 40 }, (_, at) => decided(`${at + 1}: ${long}`))
  const text = draftedContext(parent({ decisions, description: long }), long)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(mostContextBytes + 1)
  expect(text).toMatch(/\(3\d older left out: pm history, pm show\)/)
  expect(text).toContain('- 40. 40: ä')
  expect(text).toMatch(/characters left out\)/)
  expect(text).toContain('## What is expected\n\n> ä')
})

test('no words of others make a heading or a line of their own', () => {
  const texts = fc.array(fc.constantFrom('\n', '\r', '\u2028', '## ', '- ', '1. ', 'word', '# Context'), {
    maxLength: 20,
  })
  fc.assert(
    fc.property(texts, (pieces) => {
      const text = `x${pieces.join('')}`
      const named = { ...phase, name: text }
      const draft = draftedContext(
        parent({
          description: text,
          phases: [named],
          decisions: [decided(text, { check: { kind: 'command', command: text, withinMs: null } })],
          objections: [objected(1, { by: text, role: text, why: text })],
        }),
        text,
      )
      expect(draft.split(/[\n\r\u2028\u2029]/).filter((line) => line.startsWith('#'))).toEqual([
        '# Context, drafted by Sigma',
        '## The parent task',
        '## Decisions that stand',
        '## Open objections',
        '## What is expected',
      ])
      expect(draft.split('\n').filter((line) => line.startsWith('- '))).toHaveLength(2)
    }),
  )
})
