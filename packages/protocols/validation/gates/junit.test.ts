import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { junitReport } from './junit.ts'
import { placesIn } from './places.ts'

const committed = new Set([
  'test/a.test.js',
  'src/main/com/shop/Total.java',
  'src/test/com/shop/TotalTest.java',
  'app/tests/test_b.py',
])
const read = (xml: string, folder = '') => junitReport(xml, placesIn(committed, folder))
const cased = (inner: string, attributes = 'name="adds"'): string =>
  `<testsuites><testsuite name="s"><testcase ${attributes}>${inner}</testcase></testsuite></testsuites>`

test('failures and errors are findings with the name of the test, its file and its message', () => {
  proves('VAL-06')
  const report = read(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="vitest tests" tests="4" failures="1" errors="1">
  <testsuite name="test/a.test.js" tests="4">
    <properties><property name="x" value="y"/></properties>
    <testcase classname="test/a.test.js" name="adds &gt; prices" time="0.1">
      <failure message="expected 3 to be 7" type="AssertionError">AssertionError: expected 3 to be 7
 ❯ test/a.test.js:6:1</failure>
    </testcase>
    <testcase classname="test/a.test.js" name="loads" line="9"><error type="TypeError"/></testcase>
    <testcase classname="test/a.test.js" name="passes"/>
    <testcase classname="test/a.test.js" name="later"><skipped/></testcase>
  </testsuite>
</testsuites>`)
  expect(report?.failures).toMatchObject([
    { kind: 'test', file: 'test/a.test.js', name: 'adds > prices', message: expect.stringMatching(/^AssertionError/) },
    { kind: 'test', file: 'test/a.test.js', name: 'loads', message: 'TypeError', line: 9 },
  ])
  expect(report).toMatchObject({ claimed: 2, examined: { what: 'tests', count: 3 } })
})

test.each([
  ['a class of Java', 'name="adds" classname="com.shop.TotalTest"', '', 'src/test/com/shop/TotalTest.java', 'adds'],
  ['a class of Python', 'name="adds" classname="tests.test_b.TestB"', 'app', 'app/tests/test_b.py', 'adds'],
  ['a file from where it ran', 'name="adds" file="tests/test_b.py"', 'app', 'app/tests/test_b.py', 'adds'],
  ['a group that is no file', 'name="adds" classname="prices"', '', '', 'prices > adds'],
  ['a file outside', 'name="adds" file="../../etc/passwd"', '', '', 'adds'],
  ['an absolute file', 'name="adds" file="/etc/passwd"', '', '', 'adds'],
])('%s', (_, attributes, folder, file, name) => {
  const report = read(cased('<failure message="no"/>', attributes), folder)
  expect(report?.failures).toMatchObject([{ file, name, message: 'no' }])
})

test('suites within suites, and one that is the root', () => {
  expect(read('<testsuite><testsuite><testcase name="a"><failure/></testcase></testsuite></testsuite>')).toMatchObject({
    failures: [{ name: 'a', message: 'It ends with a failure.' }],
  })
})

test('no test, or none that ran, examined nothing', () => {
  proves('VAL-113')
  const counted = (xml: string): unknown => read(xml)?.examined
  const none = { what: 'tests', count: 0 }
  expect(counted('<testsuites/>')).toEqual(none)
  expect(counted(cased('<skipped message="x"/>'))).toEqual(none)
  expect(counted(cased('', 'name="a" status="notrun"'))).toEqual(none)
})

test('figures of a suite claim what its tests do not list; figures that are none claim nothing', () => {
  expect(read('<testsuite failures="2" errors="1"><testcase name="a"/></testsuite>')?.claimed).toBe(3)
  expect(read('<testsuite failures="-2" errors="many"><testcase name="a"/></testsuite>')?.claimed).toBe(0)
})

test.each(['', 'ok 1 - adds', '<html/>', '<testsuites>', '<testsuites><!DOCTYPE x></testsuites>', '{}'])(
  'cannot be read: %j',
  (text) => {
    expect(read(text)).toBe(null)
  },
)
