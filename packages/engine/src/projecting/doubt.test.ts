/** Sigma's part of a file, whatever people and editors did to the file and to the marks in it. */
import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeOf } from './change.ts'
import { splitRegion, withRegion } from './region.ts'

const bytes = (text: string): Uint8Array => Buffer.from(text)
const text = (written: Uint8Array): string => Buffer.from(written).toString()
const write = (file: string, content: string) => changeOf({ kind: 'region', name: 'progress', content }, bytes(file))
const linesOf = (file: string): readonly string[] => file.split(/(?<=\n)/)
const isBegin = (line: string): boolean => line.startsWith('<!-- sigma:begin progress')
const isEnd = (line: string): boolean => line.startsWith('<!-- sigma:end progress')

const own = fc
  .array(fc.constantFrom('# Progress', 'mine ✅', '', '- [x] `shop`', '```', '> quoted', '[↗️σ₂:R3]'), { maxLength: 6 })
  .map((lines) => lines.map((line) => `${line}\n`).join(''))
const content = fc.constantFrom('', 'No run yet.\n', '## Progress by module\n\n### shop: running ✅\n')

/** A file as Sigma left it, with text of a person's around its part. */
const kept = fc
  .tuple(own, content, own)
  // A fence that only ends behind the marks hides them: such a file has none.
  .filter(([above, , below]) => (above.match(/^```$/gm)?.length ?? 0) % 2 === 0 && !below.includes('```'))
  .map(([above, said, below]) => `${text(withRegion(bytes(above), 'progress', said))}${below}`)

const edits: Readonly<Record<string, (file: string, random: number) => string>> = {
  'removes both marks': (file) =>
    linesOf(file)
      .filter((line) => !isBegin(line) && !isEnd(line))
      .join(''),
  'removes the begin': (file) =>
    linesOf(file)
      .filter((line) => !isBegin(line))
      .join(''),
  'removes the end': (file) =>
    linesOf(file)
      .filter((line) => !isEnd(line))
      .join(''),
  'doubles the whole': (file) => file.replace(/\n?$/, '\n') + file,
  'doubles the begin': (file) =>
    linesOf(file)
      .flatMap((line) => (isBegin(line) ? [line, line] : [line]))
      .join(''),
  'doubles the end': (file) =>
    linesOf(file)
      .flatMap((line) => (isEnd(line) ? [line, line] : [line]))
      .join(''),
  'swaps the marks': (file) => {
    const lines = linesOf(file)
    const [begin = '', end = ''] = [lines.find(isBegin), lines.find(isEnd)]
    return lines.map((line) => (line === begin ? end : line === end ? begin : line)).join('')
  },
  'nests one in the other': (file) => {
    const lines = linesOf(file)
    const region = lines.slice(lines.findIndex(isBegin), lines.findIndex(isEnd) + 1).join('')
    return lines.flatMap((line) => (isBegin(line) ? [line, region] : [line])).join('')
  },
  'breaks the begin over two lines': (file) => file.replace(/(<!-- sigma:begin progress) /, '$1\n'),
}

test.each(Object.entries(edits))('a person who %s loses nothing: Sigma writes nothing, and says why', (_, edit) => {
  proves('DPTR-123')
  fc.assert(
    fc.property(kept, content, fc.nat(), (file, next, random) => {
      const edited = edit(file, random)
      const change = write(edited, next)
      expect(change, edited).toMatchObject({ kind: 'refuse', why: expect.stringMatching(/sigma memory (check|bank)/) })
    }),
    { numRuns: 300 },
  )
})

const harmless: Readonly<Record<string, (file: string) => string>> = {
  'with line ends of another system': (file) => file.replaceAll('\n', '\r\n'),
  'without a final line end': (file) => file.replace(/\n$/, ''),
  'with a byte order mark': (file) => `\ufeff${file}`,
  'with text above and below': (file) => `above\n${file}${file.endsWith('\n') ? '' : '\n'}below`,
}

test.each(Object.entries(harmless))('a file %s is written, and every byte around the marks stays', (_, edit) => {
  proves('DPTR-123')
  fc.assert(
    fc.property(kept, content, (file, next) => {
      const edited = edit(file)
      const before = splitRegion(bytes(edited), 'progress')
      const change = write(edited, next)
      expect(['none', 'replace']).toContain(change.kind)
      if (change.kind !== 'replace') return
      const after = splitRegion(change.bytes, 'progress')
      expect([text(after.before), text(after.after)]).toEqual([text(before.before), text(before.after)])
      expect([after.region?.content, change.drift]).toEqual([next, null])
    }),
    { numRuns: 300 },
  )
})

test('whatever stands in a file, what is written differs from it between one pair of marks alone', () => {
  proves('DPTR-123')
  const piece = fc.constantFrom(
    '<!-- sigma:begin progress 0123456789abcdef -->',
    '<!-- sigma:end progress -->',
    'mine',
    '```',
    '',
  )
  const files = fc.array(fc.tuple(piece, fc.constantFrom('\n', '\r\n', '\r', '')), { maxLength: 12 })
  fc.assert(
    fc.property(files, fc.boolean(), content, (pieces, marked, next) => {
      const file = `${marked ? '\ufeff' : ''}${pieces.flat().join('')}`
      const before = splitRegion(bytes(file), 'progress')
      const change = write(file, next)
      if (change.kind !== 'replace') return
      expect(before.stray).toBe(0)
      const after = splitRegion(change.bytes, 'progress')
      expect([text(after.before), text(after.after)]).toEqual([text(before.before), text(before.after)])
      // What stood between the marks and was not Sigma's is kept elsewhere.
      if (before.region?.intact === false)
        expect(text(change.drift?.bytes ?? bytes(''))).toBe(text(before.region.bytes))
    }),
    { numRuns: 3000 },
  )
})
