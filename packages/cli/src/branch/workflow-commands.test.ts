import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printable } from '../printable.ts'
import { plain } from './summary.ts'
import { annotation, inert, inertJson, workflowCommand } from './workflow-commands.ts'

/** As GitHub's runner reads a line of output: `::name properties::data` where it begins so, `##[name properties]data` anywhere. */
function commandIn(line: string): { name: string; properties: Record<string, string>; data: string } | null {
  const trimmed = line.replace(/^[\s\p{Z}]+/u, '')
  const end = trimmed.startsWith('::') ? trimmed.indexOf('::', 2) : -1
  if (end > 0) {
    const [, name = '', rest = ''] = /^(\S+)\s*([\s\S]*)$/.exec(trimmed.slice(2, end)) ?? []
    const pairs = rest.split(',').flatMap((pair): readonly [string, string][] => {
      const at = pair.indexOf('=')
      return at < 0 ? [] : [[pair.slice(0, at).trim(), unescaped(pair.slice(at + 1))]]
    })
    return { name, properties: Object.fromEntries(pairs), data: unescaped(trimmed.slice(end + 2)) }
  }
  const at = line.indexOf('##[')
  return at < 0 || !line.includes(']', at) ? null : { name: line.slice(at + 3), properties: {}, data: '' }
}

const unescaped = (text: string): string =>
  text
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%')

const linesOf = (text: string): readonly string[] => text.split(/\r\n|\n|\r/)

const piece = fc.constantFrom(
  ...[
    '::',
    ':',
    '##[',
    '##',
    '[',
    ']',
    '%',
    '%0A',
    '%253A',
    '\n',
    '\r',
    '\r\n',
    ',',
    '=',
    ' ',
    '\t',
    '\u2028',
    '\u00a0',
    '\u200b',
  ],
  ...[
    '::error::x',
    '::set-output name=a::b',
    '::stop-commands::t',
    '##[add-mask]x',
    '\n::add-mask::x',
    '\u001b[2K',
    'é',
    '😀',
  ],
)
const hostile = fc.oneof(
  fc.array(fc.oneof(piece, fc.string({ maxLength: 4 })), { maxLength: 12 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary' }),
)

test('an annotation is one command, whatever stands in it, and says exactly that', () => {
  fc.assert(
    fc.property(hostile, hostile, hostile, hostile, (rule, message, remedy, file) => {
      const line = annotation({ weight: 'refused', rule, message, remedy, file, line: 3, endLine: 5 }, { folder: '' })
      expect(linesOf(line)).toHaveLength(1)
      const read = commandIn(line)
      expect(read).toMatchObject({ name: 'error', data: printable(`${message}\n${remedy}`) })
      const title = `sigma gates: ${rule}`
      expect(read?.properties).toEqual({ file: printable(file), line: '3', endLine: '5', title: printable(title) })
    }),
  )
})

test('what is printed beside annotations holds no command', () => {
  const wrong = (text: string): readonly string[] => linesOf(text).filter((line) => commandIn(line) !== null)
  fc.assert(fc.property(hostile, (text) => void expect(wrong(inert(text))).toEqual([])))
  fc.assert(
    fc.property(fc.object({ values: [hostile], key: hostile }), (value) => {
      const json = inertJson(JSON.stringify(value))
      expect(wrong(json)).toEqual([])
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
  expect(wrong('a ##[add-mask]x')).toHaveLength(1)
  expect(wrong('  ::error::x')).toHaveLength(1)
})

test('levels of GitHub, and places from the folder that it checked out', () => {
  const finding = { rule: 'r', message: 'm', remedy: 'w', file: 'a.js', line: null, endLine: null } as const
  const lines = (['unjudged', 'refused', 'warning', 'notice'] as const).map((weight) =>
    annotation({ ...finding, weight }, { folder: 'packages/one' }),
  )
  expect(lines.map((line) => /^::(\w+)/.exec(line)?.[1])).toEqual(['error', 'error', 'warning', 'notice'])
  expect(lines[3]).toBe('::notice file=packages/one/a.js,title=sigma gates%3A r::m%0Aw')
  expect(workflowCommand('error', {}, '100%')).toBe('::error::100%25')
})

test('in Markdown the texts of others are text: no markup, no mention, no link, no line of their own', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const shown = plain(text)
      expect(shown).not.toMatch(/[\n\r]/)
      expect(shown.replace(/&#\d+;/g, '')).not.toMatch(/[\\`*_{}[\]<>&|~!:$#@]/)
    }),
  )
  expect(plain('@team <img> #1 www.example.invalid')).toBe(
    '&#64;&#8203;team &#60;img&#62; &#35;&#8203;1 www&#46;example.invalid',
  )
})
