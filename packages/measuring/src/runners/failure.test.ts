import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { classify } from './failure.ts'

const tree = { root: '/tree', folder: '', isSource: (path: string) => path.startsWith('src/') }
const raised = { failureType: 'testCodeFailure', name: 'Error', code: null, message: 'x', stack: '' }
const stack = (...places: readonly string[]) =>
  ['Error: x', ...places.map((place) => `    at f (${place}:1:2)`)].join('\n')

test('an assertion is one by its name or code', () => {
  expect(classify({ ...raised, name: 'AssertionError' }, tree).kind).toBe('assertion')
  expect(classify({ ...raised, code: 'ERR_ASSERTION' }, tree).kind).toBe('assertion')
  expect(classify({ ...raised, message: '\u001b[2mexpect(\u001b[22mreceived).toBe(expected)' }, tree).kind).toBe(
    'assertion',
  )
  expect(classify({ ...raised, message: 'AssertionError' }, tree).kind).toBe('other')
  expect(classify({ ...raised, name: 'AssertionError', failureType: 'hookFailed' }, tree).kind).toBe('other')
})

test('"not implemented" is the interface’s own only where a source file raised it', () => {
  const said = { ...raised, message: 'Not implemented: slug' }
  expect(classify({ ...said, stack: stack('/tree/src/a.js', '/tree/test/a.js') }, tree).kind).toBe('not-implemented')
  expect(classify({ ...said, stack: stack('file:///tree/src/a%20b.js') }, tree)).toMatchObject({
    frame: 'src/a b.js:1',
  })
  const bare = '    at async /tree/src/(a) (copy)/b.js:2:1'
  for (const frames of [stack('/tree/src/(a) (copy)/b.js'), bare])
    expect(classify({ ...said, stack: frames }, tree).frame).toMatch(/^src\/\(a\) \(copy\)\/b\.js:\d$/)
  expect(classify({ ...said, stack: stack('/tree/test/a.js', '/tree/src/a.js') }, tree).kind).toBe('other')
  expect(classify({ ...said, stack: stack('/other/src/a.js') }, tree).kind).toBe('other')
  expect(
    classify({ ...said, code: 'ERR_NOT_IMPLEMENTED', message: '', stack: stack('/tree/src/a.js') }, tree).kind,
  ).toBe('not-implemented')
})

test('what a library or Node raised is put down to the place in the project that called it', () => {
  const through = stack('node:internal/x', '/tree/node_modules/lib/index.js', '/tree/src/a.js', '/tree/test/a.js')
  expect(classify({ ...raised, stack: through }, tree)).toMatchObject({ frame: 'src/a.js:1', throughSource: true })
})

test('an error of another kind counts where a source file raised it, and names what the test had called', () => {
  proves('SIG-37')
  const through = stack('/tree/src/b.js', '/tree/src/a.js', '/tree/test/kit.js', '/tree/src/c.js')
  const error = { ...raised, name: 'TypeError' }
  expect(classify({ ...error, stack: through }, tree)).toMatchObject({ kind: 'source-error', entry: 'src/a.js:1:2' })
  expect(classify({ ...error, stack: through, failureType: 'hookFailed' }, tree).kind).toBe('source-error')
  expect(classify({ ...error, stack: stack('/tree/test/a.js', '/tree/src/a.js') }, tree).kind).toBe('other')
  expect(classify({ ...error, stack: stack('/tree/node_modules/lib/index.js', '/tree/test/a.js') }, tree).kind).toBe(
    'other',
  )
  const late = classify({ ...error, stack: stack('/tree/src/a.js') }, tree)
  expect([late.kind, late.entry]).toEqual(['source-error', undefined])
  const cause = { ...error, message: 'y', stack: through, quoted: false }
  const around = classify({ ...raised, stack: stack('/tree/node_modules/fc/index.js'), causes: [cause] }, tree)
  expect(around).toMatchObject({ kind: 'source-error', message: 'y (in Error: x)' })
})

test('an error that an assertion met and did not want names what the test had called', () => {
  proves('SIG-51')
  const met = { ...raised, name: 'AssertionError', stack: stack('/tree/test/a.js') }
  const unwanted = stack('/tree/src/b.js', '/tree/src/a.js', '/tree/test/a.js')
  expect(classify({ ...met, unwanted }, tree)).toMatchObject({ kind: 'assertion', unwanted: 'src/a.js:1:2' })
  expect(classify({ ...met, unwanted: stack('/tree/test/a.js') }, tree).unwanted).toBeUndefined()
})

test('a message names files as the project does, whatever checkout they were measured in', () => {
  const message = "Cannot find module '/tree/nosuch.js' imported from file:///tree/test/a.js; see /treehouse/b.js"
  expect(classify({ ...raised, message }, tree).message).toBe(
    "Cannot find module 'nosuch.js' imported from test/a.js; see /treehouse/b.js",
  )
})

test('a long message is cut and says so', () => {
  const { message } = classify({ ...raised, message: 'y'.repeat(900) }, tree)
  expect(message).toBe(`${'y'.repeat(500)}… (400 characters more)`)
})

test('a stack and a message that were made to be slow are read as fast as others', () => {
  proves('T47')
  const units = [
    '    at ',
    ' (/',
    ':1:1 (/',
    '(file:',
    ':1',
    'at f (/tree/src/a.js:1:1)',
    ' ',
    '\n',
    'not ',
    'not-',
    '\u001b[',
    'async ',
  ]
  for (const unit of units) {
    const text = unit.repeat(Math.ceil(6_000 / unit.length))
    const begun = performance.now()
    classify({ ...raised, message: text, stack: `Error\n    at ${text}\n${text}` }, tree)
    // Generous: a hundredth of it is what they take.
    expect([unit, performance.now() - begun < 2_000]).toEqual([unit, true])
  }
})
