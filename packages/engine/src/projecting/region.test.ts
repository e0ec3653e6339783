import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { outsideRegion, splitRegion, withRegion } from './region.ts'

const bytes = (text: string): Uint8Array => Buffer.from(text)
const text = (written: Uint8Array): string => Buffer.from(written).toString()
const write = (file: string, content: string): string => text(withRegion(bytes(file), 'progress', content))
const split = (file: string) => splitRegion(bytes(file), 'progress')

/** Pieces that people's files are made of, those that could be taken for Sigma's marks among them. */
const pieces = fc.constantFrom(
  '# Progress',
  'text',
  '',
  '```',
  '~~~~',
  '```js',
  ' ```',
  '<!-- sigma:begin progress 0123456789abcdef -->',
  '<!-- sigma:end progress -->',
  '<!-- sigma:begin context 0123456789abcdef -->',
  ' <!-- sigma:end progress -->',
  '> <!-- sigma:begin progress -->',
  'a <!-- sigma:end progress -->',
  'é\u0000\u2028',
)
const files = fc
  .tuple(fc.array(fc.tuple(pieces, fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 14 }), pieces)
  .map(([lines, last]) => `${lines.map(([piece, end]) => piece + end).join('')}${last}`)
const contents = fc
  .array(fc.constantFrom('- [x] one', '## two', '', 'ℜᴳ ✅'), { maxLength: 4 })
  .map((lines) => lines.map((line) => `${line}\n`).join(''))

test('whatever a file holds, writing the region changes no byte outside of it, and writing it again changes nothing', () => {
  proves('DPTR-123')
  fc.assert(
    fc.property(files, contents, contents, (file, first, second) => {
      const before = split(file)
      const once = withRegion(bytes(file), 'progress', first)
      const after = splitRegion(once, 'progress')
      expect(after.region).toMatchObject({ content: first, intact: true })
      expect(text(after.after)).toBe(text(before.after))
      // Where the file ended within a line, that line is ended first.
      const gap = before.region === null && file !== '' && !file.endsWith('\n') ? /^\r?\n$/ : /^$/
      expect(text(after.before).slice(0, text(before.before).length)).toBe(text(before.before))
      expect(text(after.before).slice(text(before.before).length)).toMatch(gap)
      expect(after.stray).toBe(before.stray)
      expect(withRegion(once, 'progress', first)).toBe(once)
      const twice = withRegion(once, 'progress', second)
      expect(text(splitRegion(twice, 'progress').before)).toBe(text(after.before))
      expect(outsideRegion(twice, 'progress')).toBe(outsideRegion(bytes(file), 'progress'))
    }),
    { numRuns: 2000 },
  )
})

test('any change of another hand outside of the region is seen, and none inside', () => {
  proves('DPTR-123')
  fc.assert(
    fc.property(files, contents, fc.nat(), (file, content, where) => {
      const written = withRegion(bytes(file), 'progress', content)
      const { before, after, region } = splitRegion(written, 'progress')
      const at = where % (written.length + 1)
      const inside = at > before.length && at < before.length + (region?.bytes.length ?? 0)
      const changed = Buffer.concat([written.subarray(0, at), bytes('x'), written.subarray(at)])
      if (inside) {
        const found = splitRegion(changed, 'progress').region
        expect(found === null || !found.intact || text(found.bytes) !== text(region?.bytes ?? before)).toBe(true)
      } else if (at < before.length - 2 || at > written.length - after.length)
        expect(outsideRegion(changed, 'progress')).not.toBe(outsideRegion(written, 'progress'))
    }),
    { numRuns: 2000 },
  )
})

test('a change between the marks is told apart from an older state', () => {
  proves('DPTR-123')
  const written = write('# Mine\n', '- old\n')
  expect(split(write(written, '- new\n')).region?.intact).toBe(true)
  expect(split(written.replace('- old', '- by hand')).region?.intact).toBe(false)
  expect(split(written.replaceAll('\n', '\r\n')).region?.intact).toBe(true)
})

const begin = '<!-- sigma:begin progress 0123456789abcdef -->\n'
const end = '<!-- sigma:end progress -->\n'

test.each([
  ['no marks', 'mine\n', { region: false, stray: 0 }],
  ['a begin without its end', `mine\n${begin}left\n`, { region: false, stray: 1 }],
  ['an end without its begin', `mine\n${end}left\n`, { region: false, stray: 1 }],
  ['a region twice', `${begin}one\n${end}mine\n${begin}two\n${end}`, { region: true, stray: 2 }],
  ['a region in a region', `${begin}${begin}one\n${end}${end}`, { region: true, stray: 2 }],
  ['the marks in the wrong order', `${end}mine\n${begin}`, { region: false, stray: 2 }],
  ['marks in a code fence', `\`\`\`\n${begin}shown\n${end}\`\`\`\n`, { region: false, stray: 0 }],
  ['marks after a fence that nothing closes', `\`\`\`\n${begin}one\n${end}`, { region: true, stray: 0 }],
  ['marks that are quoted or indented', `> ${begin}    ${end}`, { region: false, stray: 0 }],
  [
    'marks of another slot',
    begin.replace('progress', 'context') + end.replace('progress', 'context'),
    { region: false, stray: 0 },
  ],
])('%s: said for what it is, and every byte kept', (_, file, { region, stray }) => {
  proves('DPTR-123')
  const found = split(file)
  expect([found.region !== null, found.stray]).toEqual([region, stray])
  const written = write(file, 'new\n')
  const kept = split(written)
  expect(`${text(kept.before)}${text(kept.after)}`).toBe(`${text(found.before)}${text(found.after)}`)
  expect(kept.stray).toBe(stray)
})
