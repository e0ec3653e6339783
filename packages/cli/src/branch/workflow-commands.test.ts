import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printable } from '../printable.ts'
import { plain } from '../render/plain-markdown.ts'
import { worldOf } from '../testing/command-world.ts'
import { commandIn, hostile, linesOf } from '../testing/github.ts'
import { annotation, inert, inertJson, withoutCommands, workflowCommand } from './workflow-commands.ts'

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
  const world = worldOf({ root: '/p', cache: '/c' })
  fc.assert(
    fc.property(fc.object({ values: [hostile], key: hostile }), fc.boolean(), (value, isPretty) => {
      const written: string[] = []
      const stdout = { ...world.stdout, write: (text: string) => void written.push(text) }
      withoutCommands({ ...world, stdout }).stdout.write(`${JSON.stringify(value, null, isPretty ? 1 : 0)}\n`)
      expect(wrong(written.join(''))).toEqual([])
      if (!isPretty) expect(JSON.parse(written.join(''))).toEqual(JSON.parse(JSON.stringify(value)))
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
