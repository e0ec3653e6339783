/** Reads test reports in JUnit XML, as far as its many writers agree. A report is data of the code that is checked, so it is bounded and never trusted. */
import type { Places } from './places.ts'
import type { Found, Report } from './seen.ts'
import { readXml, type XmlElement } from './xml.ts'

/** Null: it cannot be read. */
export function junitReport(text: string, places: Places): Report | null {
  const root = readXml(text)
  if (root === null || !isSuite(root)) return null
  const suites = suitesIn(root)
  const cases = suites.flatMap(casesOf)
  const failures = cases.flatMap((each) => failuresOf(each, places))
  return {
    failures,
    claimed: Math.max(failures.length, ...suites.map(claimedBy)),
    examined: { what: 'tests', count: cases.filter((each) => !isSkipped(each.test)).length },
  }
}

const isSuite = ({ name }: XmlElement): boolean => name === 'testsuites' || name === 'testsuite'

const suitesIn = (suite: XmlElement): readonly XmlElement[] => [
  suite,
  ...suite.children.filter(isSuite).flatMap(suitesIn),
]

interface Case {
  readonly test: XmlElement
  readonly suite: XmlElement
}

const casesOf = (suite: XmlElement): readonly Case[] =>
  suite.children.filter(({ name }) => name === 'testcase').map((test) => ({ test, suite }))

/** How many failures a suite says that it has, in its own figures. */
function claimedBy({ attributes }: XmlElement): number {
  const figures = ['failures', 'errors'].map((name) => Number(attributes.get(name) ?? 0))
  return figures.reduce((sum, figure) => sum + (Number.isSafeInteger(figure) && figure > 0 ? figure : 0), 0)
}

const notRun: ReadonlySet<string> = new Set(['skipped', 'disabled', 'notrun', 'ignored', 'pending', 'todo'])

const isSkipped = ({ attributes, children }: XmlElement): boolean =>
  children.some(({ name }) => notRun.has(name)) || notRun.has((attributes.get('status') ?? '').toLowerCase())

function failuresOf({ test, suite }: Case, places: Places): readonly Found[] {
  const failing = test.children.filter(({ name }) => name === 'failure' || name === 'error')
  if (failing.length === 0) return []
  const [group = '', name = ''] = ['classname', 'name'].map((key) => test.attributes.get(key)?.trim() ?? '')
  const file = fileIn({ test, suite }, places)
  const line = Number(test.attributes.get('line') ?? 0)
  const isTold = group === '' || name.startsWith(group) || places.file(group) !== ''
  return failing.map((failure) => ({
    kind: 'test',
    file,
    name: (isTold ? name : `${group} > ${name}`) || group || 'a test',
    message: messageOf(failure),
    line: Number.isSafeInteger(line) && line > 0 ? line : null,
    severity: 'high',
    suggestion: 'Make the code do what the test expects; the test itself stays as it is unless it is wrong.',
  }))
}

/** Writers name the file of a test in one of these, most of them relative to where they run. */
function fileIn({ test, suite }: Case, at: Places): string {
  const places = [test.attributes.get('file'), suite.attributes.get('file'), suite.attributes.get('filepath')]
  const named = places.map((name) => (name === undefined ? '' : at.path(name)))
  const meant = [test.attributes.get('classname'), suite.attributes.get('name')].map((name) => at.file(name ?? ''))
  return [...named, ...meant].find((file) => file !== '') ?? ''
}

function messageOf({ name, attributes, text }: XmlElement): string {
  const [told, type] = [attributes.get('message')?.trim() ?? '', attributes.get('type')?.trim() ?? '']
  const rest = text.trim()
  const whole = told === '' || rest.includes(told) ? rest : `${told}\n${rest}`.trim()
  return whole || type || `It ends with a ${name}.`
}
