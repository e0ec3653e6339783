/** The branch that a run of several modules was begun on may have moved by the end. */
import type { Event, JsonObject } from '@sigma/protocol'
import { decided, failed } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { project } from './project.ts'
import { sampleProjectInput } from './sample.ts'
import {
  after,
  asked,
  base,
  ended,
  integrated,
  judged,
  looked,
  type Now,
  planned,
  stamp,
  start,
  the,
  through,
  wishes,
} from './testing/walk.ts'

const head = 'b'.repeat(40)
const looking = after(
  start({ modules: 2, free: 2 }),
  ...through('module-1'),
  ...through('module-2'),
  integrated('module-2', 'both'),
  judged('module-2', 'pass'),
)
const found = (data: JsonObject): Now => after(looking, looked(data))
const carrying = found({ stands: 'ahead', head })
const carried: Event = { kind: 'integrated', id: 'base-carry', commit: 'carried', ...stamp }
const checking = after(carrying, carried)
const verdict = (verdict: 'pass' | 'fail'): Event => ({
  ...{ kind: 'judged', id: 'base-check', verdict, data: {}, evidence: 'seen there' },
  findings: verdict === 'pass' ? [] : [{ rule: 'test-fails', message: 'It fails.', remedy: 'Mend it.' }],
  ...stamp,
})
const overOf = (now: Now) => the(now, 'end')

test('when all modules are through, Sigma looks where the branch stands', () => {
  expect(wishes(looking)).toEqual(['base-look'])
  expect(the(looking, 'check')).toMatchObject({
    ...{ gate: 'base', commit: 'both', parameters: { target: 'refs/heads/main', from: base } },
  })
})

test.each([
  ['still', /reviewed\.$/],
  ['gone', /main is gone; the work stands on what it began from\.$/],
  ['elsewhere', /main was set to another history; the work stands on what it began from\.$/],
])('a branch that is %s is nothing to carry work over to', (stands, summary) => {
  const over = overOf(found(stands === 'elsewhere' ? { stands, head } : { stands }))
  expect(over).toMatchObject({ outcome: 'completed', result: { commit: 'both' } })
  expect(over.summary).toMatch(summary)
})

test('what is integrated is carried over to a branch that went ahead, and everything is run again there', () => {
  expect(the(carrying, 'integrate')).toMatchObject({
    branches: [{ name: 'the work', commit: 'both' }],
    onto: { name: 'main', commit: head, from: base },
  })
  expect(the(checking, 'check')).toMatchObject({
    ...{ gate: 'joint', commit: 'carried' },
    parameters: { parts: [{ name: 'the work', accepted: { commit: 'both' } }], moved: { from: base, to: head } },
  })
  const over = overOf(after(checking, verdict('pass')))
  expect(over).toMatchObject({ outcome: 'completed', result: { commit: 'carried' } })
  expect(over.summary).toMatch(/Carried over to main at bbbbbbbbbb, and everything run again there\.$/)
})

test.each<[string, Now, string, RegExp]>([
  [
    'does not pass there',
    after(checking, verdict('fail')),
    'carried-run-failed',
    /carried over to main at bbbbbbbbbb does not pass/,
  ],
  [
    'conflicts with it',
    after(carrying, { kind: 'conflicted', id: 'base-carry', files: ['src/a.js'], evidence: null, ...stamp }),
    ...(['conflict', /The work and main at bbbbbbbbbb changed the same places: src\/a\.js/] as const),
  ],
  [
    'cannot be told where to carry',
    after(looking, {
      kind: 'judged',
      id: 'base-look',
      verdict: 'unknown',
      findings: [],
      data: {},
      evidence: 'x',
      ...stamp,
    }),
    ...(['base-unknown', /Where main stands could not be told/] as const),
  ],
])('work that %s is a person’s to decide, and nothing of it is lost', (_what, now, rule, message) => {
  const { reasons, options, fallback, status } = asked(now)
  expect(reasons?.[0]).toMatchObject({ rule, message: expect.stringMatching(message) })
  expect([options.map(({ name }) => name), fallback, status]).toEqual([['keep', 'again', 'abort'], 'keep', 'waiting'])
  const kept = overOf(after(now, decided('base-decision', 'keep')))
  expect(kept).toMatchObject({ outcome: 'completed', result: { commit: 'both' } })
  expect(kept.summary).toMatch(/main has moved; the work stands on what it began from\.$/)
  expect(wishes(after(now, decided('base-decision', 'again')))).toEqual(['base-look'])
  expect(overOf(after(now, decided('base-decision', 'abort')))).toMatchObject({ outcome: 'aborted' })
})

test('what Sigma could not do itself is tried again by a person’s word alone', () => {
  for (const [now, id] of [
    [looking, 'base-look'],
    [carrying, 'base-carry'],
    [checking, 'base-check'],
  ] as const)
    expect(asked(after(now, failed(id, 'crash')))).toMatchObject({ status: 'halted', expiryMs: null })
})

test('a first module that was carried over already is where the rest is looked at from', () => {
  const there = ended('module-1.tdd', { commit: 'there', base: head, evidence: 'e' })
  const first = after(start({ modules: 2 }), planned('module-1'), there, ended('module-1.review'))
  const second = after(first, ...through('module-2'))
  expect(the(second, 'check').parameters).toMatchObject({ from: head })
})

test('a single module looks by itself, before its review, and so does nobody where there is no branch or nothing to carry', () => {
  expect(overOf(after(start({ modules: 1 }), ...through('module-1'))).outcome).toBe('completed')
  const { templates, ...input } = sampleProjectInput({ modules: 2, free: 2 })
  const { target: _, ...tdd } = templates.tdd
  const { lands: _lands, ...earlier } = input
  for (const own of [
    { ...input, templates: { ...templates, tdd } },
    { ...earlier, templates },
  ]) {
    const built = [...through('module-1'), ...through('module-2'), integrated('module-2', 'both')]
    expect(overOf(after(project.start(own), ...built, judged('module-2', 'pass'))).outcome).toBe('completed')
  }
  const nothing = after(
    start({ modules: 2, free: 2 }),
    ...['module-1', 'module-2'].flatMap((name) => [planned(name), ended(`${name}.tdd`, null, 'refused')]),
  )
  expect(overOf(nothing)).toMatchObject({ outcome: 'refused' })
})
