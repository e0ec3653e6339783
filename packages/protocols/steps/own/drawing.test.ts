import { expect, test } from 'vitest'
import { definitionOf } from '../machine/built-in.ts'
import { definitionSchema } from '../machine/definition.ts'
import { drawingOf } from './drawing.ts'
import { exampleFiles } from './example.ts'

const definitionIn = (steps: unknown) =>
  definitionSchema.parse({ route: 'release', type: 'RELEASE', folder: 'release', steps })

test('a table is drawn by its steps, its branches, its loops and what a person decides', () => {
  const table = exampleFiles.find(([file]) => file === 'protocol.json')?.[1] ?? ''
  expect(drawingOf(definitionIn(JSON.parse(table).steps))).toMatchInlineSnapshot(`
    "stateDiagram-v2
      state "1 CHECK: Check what is to be released" as step_1
      state "2 MEND: Mend what is broken" as step_2
      state "3 AGREE: Have a person agree (a person decides)" as step_3
      state "4 PUBLISH: Publish it" as step_4
      [*] --> step_1
      step_1 --> step_3: sound
      step_1 --> step_2: broken
      step_2 --> step_1: at most 3 times
      step_2 --> step_3: then
      step_3 --> step_4: release
      step_3 --> [*]: stop
      step_4 --> [*]
    "
  `)
})

test('one of Sigma’s is a chain, and shows where agents work', () => {
  const drawn = drawingOf(definitionOf('dynamic-skill-sequencing') ?? expect.fail())
  expect(drawn).toMatch(/state "3 \w+: [^"]* \(agents work\)" as step_3\n/)
  expect(drawn.match(/-->/g)).toHaveLength(6)
})

test('what a label says stays a text, and a loop without a way on leads to a person', () => {
  const drawn = drawingOf(
    definitionIn([
      { number: 1, name: 'END', label: 'Try "it"\n  [*] --> step_9; #quot; <b>' },
      { number: 2, name: 'NOTE', label: 'Again', next: { to: 'END', times: 1 } },
    ]),
  )
  expect(drawn).toBe(
    [
      'stateDiagram-v2',
      `  state "1 END: Try 'it' [*] --  step_9   quot   b " as step_1`,
      '  state "2 NOTE: Again" as step_2',
      '  [*] --> step_1',
      '  step_1 --> step_2',
      '  step_2 --> step_1: once, then a person decides',
      '',
    ].join('\n'),
  )
})
