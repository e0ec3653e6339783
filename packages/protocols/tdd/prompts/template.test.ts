import { handoffOf } from '@sigma/protocol'
import { builtInText, knownTemplates, placeholdersOf, plainTemplate, promptOf } from '@sigma/runtime'
import { expect, test } from 'vitest'
import { readTemplate } from '../../../runtime/src/prompts/template.ts'
import { sampleTddInput } from '../machine/sample.ts'
import { journey } from '../machine/testing/journey.ts'
import { templates } from './source.ts'

const all = knownTemplates([templates])
const [first = plainTemplate] = all
const good = builtInText(first)
const found = (text: string): readonly string[] => {
  const read = readTemplate(first, { origin: 'sigma-prompts/dev-phase0.md', text })
  return read.kind === 'template' ? [] : read.findings.map(({ rule, message }) => `${rule} ${message}`)
}

test('every template that comes with Sigma can be read', () => {
  for (const each of all)
    expect(readTemplate(each, { origin: 'built in', text: builtInText(each) }).kind).toBe('template')
})

test('a placeholder that is none is named with file and line', () => {
  expect(found(`${good}\nHello {{modul}}\n`)).toEqual([
    expect.stringMatching(
      /^placeholder-unknown sigma-prompts\/dev-phase0\.md:\d+: \{\{modul\}\} is no placeholder; did you mean \{\{module\}\}\?$/,
    ),
  ])
  const near = readTemplate(first, { origin: 'x.md', text: `${good}\n{{wrok}}\n` })
  expect(near).toMatchObject({
    findings: [{ remedy: expect.stringMatching(/^Write \{\{work\}\}, or one of: role, /) }],
  })
  expect(found(`${good}\n{{zzzzzzzz}}\n`)[0]).toMatch(/is no placeholder\.$/)
  expect(found(`${good}\nHello {{module\n`)[0]).toContain('is not closed')
})

test('a block that shares its line is refused, and so is one that is missing', () => {
  expect(found(`${good}\nSee {{dead-ends}} here\n`)[0]).toMatch(/^placeholder-not-alone .*:\d+: /)
  expect(found(good.replace('{{answer}}', ''))[0]).toBe(
    'placeholder-missing sigma-prompts/dev-phase0.md: {{answer}} is missing, without which an agent could not play this turn.',
  )
})

test('front matter is a version and nothing else', () => {
  expect(found('hello')[0]).toContain('front-matter-missing')
  expect(found(good.replace('version: 1', 'version: one'))[0]).toContain('front-matter-unreadable')
  expect(found(good.replace('version: 1', ''))[0]).toContain('version-missing')
  expect(found(good.replace('version: 1', 'version: 1\nmodel: best'))[0]).toContain('dev-phase0.md:3: "model: best"')
})

test('two braces after a backslash are two braces; line ends of Windows and a byte order mark are no matter', () => {
  const read = readTemplate(first, {
    origin: 'x',
    text: `\ufeff${good}\nstyle=\\{{ color }}\n`.replaceAll('\n', '\r\n'),
  })
  expect(read.kind).toBe('template')
  const { prompt } = promptWith(`${good}\nstyle=\\{{ color }}\n`)
  expect(prompt).toContain('\nstyle={{ color }}\n')
})

test("a project's own template takes the place of Sigma's, and the turn says which it was", () => {
  const { prompt, template } = promptWith(good.replace('## Your Job', '## Our House Rules'))
  expect(prompt).toContain('## Our House Rules')
  expect(template).toMatchObject({ name: 'dev-phase0', version: 1, origin: 'house/dev-phase0.md' })
  expect(template.hash).toMatch(/^sha256:[0-9a-f]{64}$/)
  expect(promptWith(good).template.hash).not.toBe(template.hash)
  expect(() => promptWith('nothing')).toThrow('house/dev-phase0.md:1: it does not begin with front matter.')
})

test('no two placeholders share a name', () => {
  const placeholders = placeholdersOf(templates)
  expect(new Set(placeholders.map(({ name }) => name)).size).toBe(placeholders.length)
})

/** What was given out last; by its version a copy in a project tells that Sigma's own has moved on. */
const known: Readonly<Record<string, string>> = {
  'any-task': 'v3 304fb36a96b3',
  'dev-green': 'v2 39292effc024',
  'dev-phase0': 'v1 df40ff1e2742',
  'dev-refactor-implementation': 'v1 8168d4ebfcba',
  'dev-review-tests': 'v1 e34bec1b52d3',
  'qa-adjust-flaky': 'v1 4cffd696264f',
  'qa-adjust': 'v1 b69947816b0a',
  'qa-red': 'v4 01c22fcea7ec',
  'qa-refactor-tests': 'v1 53e38201741a',
  'qa-review-implementation': 'v1 1a0985bcb1b3',
}

test('a template whose words change gets a new version; then put it down here', () => {
  const now = all.map((each) => {
    const read = readTemplate(each, { origin: 'built in', text: builtInText(each) })
    const text = read.kind === 'template' ? `v${read.template.version} ${read.template.hash.slice(7, 19)}` : 'faulty'
    return [each.spec.name, text]
  })
  expect(Object.fromEntries(now)).toEqual(known)
})

function promptWith(text: string): ReturnType<typeof promptOf> {
  const ask = journey(sampleTddInput()).until('phase0').ask('phase0')
  const overrides = [{ path: 'house/dev-phase0.md', text }]
  return promptOf(handoffOf(ask, 'a.1', []), {
    source: templates,
    overrides,
    report: false,
    rehearses: false,
    resumed: false,
  })
}
