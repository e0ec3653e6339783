/** What of other tools is refused, in one sentence each. */
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { importing, issue, waits } from '../testing/importing.ts'

test.each<[string, string, string | Buffer, RegExp]>([
  [
    'a torn line',
    '.beads/issues.jsonl',
    `${issue('a')}\n${issue('b').slice(0, 30)}`,
    /issues\.jsonl:2 .*no JSON; it may be torn\.$/,
  ],
  ['a line that is no issue', 'x.jsonl', `${issue('a')}\n{"id":"b"}`, /x\.jsonl:2 .*"title" is missing or odd\.$/],
  ['a list', 'x.jsonl', '[]', /x\.jsonl:1 .*no object/],
  ['an id twice', 'x.jsonl', `${issue('a')}\n${issue('a')}`, /x\.jsonl:2 .*a stands on line 1 already\.$/],
  [
    'a circle',
    'x.jsonl',
    [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'b'],
    ]
      .map(([id = '', other = '']) => issue(id, { dependencies: [waits(id, other)] }))
      .join('\n'),
    /x\.jsonl:2 .*b waits for itself: b → c → b\.$/,
  ],
  [
    'a circle of tasks',
    'tasks.md',
    '- [ ] T001 x (depends on T002)\n- [ ] T002 y (depends on T001)',
    /tasks\.md:1 .*T001 waits for itself/,
  ],
  ['an id twice', 'tasks.md', '- [ ] T001 x\n- [ ] T001 y', /tasks\.md:2 .*T001 stands on line 1 already/],
  ['50 MB', 'x.jsonl', Buffer.alloc(50 * 1024 * 1024, 0x20), /x\.jsonl .*52428800 bytes, and at most 16777216/],
  ['a program', 'tasks.md', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1]), /tasks\.md .*it is no text\.$/],
  ['another encoding', 'tasks.md', Buffer.from([0x2d, 0xff, 0xfe]), /tasks\.md .*no text in UTF-8\.$/],
  ['another form', 'notes.md', '# Notes\n\n- [ ] milk\n', /notes\.md is none of the forms that are imported/],
  ['nothing left to do', 'tasks.md', '- [x] T001 x\n', /tasks\.md has no task that is still to be done\.$/],
])('%s in %s is told in one sentence, and nothing is written', (_, path, text, message) => {
  using folder = importing({ [path]: text })
  expect(() => folder.imported(path)).toThrow(message)
  expect(() => folder.imported(path)).toThrow(
    expect.objectContaining({ hint: expect.stringMatching(/^sigma import /) }),
  )
  expect(readdirSync(folder.root)).toEqual([path.split('/')[0]])
})

test('what is not there, no kind, and no name of a module are told', () => {
  using folder = importing({ 'tasks.md': '- [ ] T001 x' })
  expect(() => folder.imported('none')).toThrow('none cannot be imported: there is no such file or folder.')
  expect(() => folder.imported('tasks.md', { from: 'jira' })).toThrow('--from is one of spec-kit, bmad, beads, dptr.')
  expect(() => folder.imported('tasks.md', { module: '../out' })).toThrow(
    expect.objectContaining({ code: 'wrong-command-line' }),
  )
  expect(() => folder.imported('tasks.md', { from: 'bmad' })).toThrow(
    'tasks.md:1 cannot be imported: it has no heading',
  )
})
