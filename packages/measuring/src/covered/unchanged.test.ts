import { expect, test } from 'vitest'
import { unchanged } from './unchanged.ts'

/** What is left out, as text; inner parts of what is left out are not repeated. */
function leftOut(before: string, now: string, file = 'a.ts'): readonly string[] {
  const ranges = unchanged(file, before, now)
  const outer = ranges.filter(
    (range) => !ranges.some((other) => other !== range && other.start <= range.start && range.end <= other.end),
  )
  return outer.map(({ start, end }) => now.slice(start, end)).toSorted()
}

const old = 'function old() { throw new Error("not implemented") }\n'
const own = 'function own(n) { return n }\n'

test('what is as it was is left out, wherever it stands now; what is new or differs is not', () => {
  expect(leftOut(old, `${own}${old}`)).toEqual([old.trim()])
  expect(leftOut(`${old}${own}`, `${old}${own.replace('return n', 'return n > 0 ? n : -n')}`)).toEqual([old.trim()])
  expect(leftOut(old, own)).toEqual([])
  expect(leftOut(old, old.replace('old', 'young'))).toEqual([])
})

test('members of a class and functions within a changed function are told apart', () => {
  const kept = 'first(n = 1) { return n }'
  const before = `class Box { ${kept} second() {} size = load() }`
  expect(leftOut(before, before.replace('second() {}', 'second() { return 2 }'))).toEqual([kept, 'size = load()'])
  const make = `export const make = () => { return { ${kept}, ...{ second: () => 2 } } }`
  expect(leftOut(make, make.replace('() => 2', '() => 3'))).toEqual([kept])
})

test('the same text under another name, or as another kind of member, is new', () => {
  const box = 'class Box { get size() { return 1 } }'
  expect(leftOut(box, box.replace('get size', 'set size'))).toEqual([])
  expect(leftOut(box, box.replace('get', 'static get'))).toEqual([])
  expect(leftOut('const a = () => 1', 'const b = () => 1')).toEqual([])
  expect(leftOut('exports.a = () => 1', 'exports.b = () => 1')).toEqual([])
})

test('a copy does not hide behind what it was copied from', () => {
  const call = 'run(() => { work() })\n'
  expect(leftOut(call, call)).toEqual([call.trim()])
  expect(leftOut(call, `${call}${call}`)).toEqual([])
})

test('a function that becomes exported or is so no more is the same function', () => {
  expect(leftOut(old, `export ${old}`)).toEqual([old.trim()])
  expect(leftOut(`export ${old}`, old)).toEqual([old.trim()])
})

test('in a file that cannot be read nothing is unchanged', () => {
  expect(leftOut(`${old}const =`, old)).toEqual([])
  expect(leftOut(old, `${old}const =`)).toEqual([])
})
