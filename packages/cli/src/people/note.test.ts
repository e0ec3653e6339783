import { expect, test } from 'vitest'
import { refuseWithoutNote } from './note.ts'

const input = { type: 'object', properties: { note: { type: 'string' } }, required: ['note'] }
const consult = {
  options: [
    { name: 'waive', consequence: 'It is waived.', input },
    { name: 'abort', consequence: 'It ends.', input: null },
  ],
}

const asking = (option: string, note?: string) => () => refuseWithoutNote({ id: 'r/decision', consult }, option, note)

test('an option that takes a reason says so before anything is done', () => {
  for (const note of [undefined, '', ' '])
    expect(asking('waive', note)).toThrow(
      expect.objectContaining({
        message: 'waive of r/decision takes words of yours, and there are none.',
        hint: 'sigma decide r/decision waive --note "why"',
      }),
    )
  expect(asking('waive', 'it behaves the same')).not.toThrow()
  expect(asking('abort')).not.toThrow()
})
