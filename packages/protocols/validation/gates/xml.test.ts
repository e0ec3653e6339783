import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readXml, type XmlElement } from './xml.ts'

interface Drawn {
  readonly name: string
  readonly attributes: readonly (readonly [string, string])[]
  readonly children: readonly Drawn[]
  readonly text: string
}

const name = fc.stringMatching(/^[a-zA-Z_][\w.-]{0,8}$/)
const text = fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom('<', '&amp;', ']]>', '"', "'", '<!DOCTYPE', '\n'))
const element: fc.Memo<Drawn> = fc.memo((depth) =>
  fc.record({
    name,
    attributes: fc.uniqueArray(fc.tuple(name, text), { selector: ([key]) => key, maxLength: 4 }),
    children: depth <= 1 ? fc.constant([]) : fc.array(element(depth - 1), { maxLength: 3 }),
    text,
  }),
)

const escaped = (raw: string): string =>
  raw.replace(/[<>&"']/g, (mark) => (mark === '<' ? '&lt;' : `&#${mark.codePointAt(0)};`))
const literal = (raw: string): string => `<![CDATA[${raw.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`

function written({ name, attributes, children, text }: Drawn, how: (raw: string) => string): string {
  const own = attributes.map(([key, value]) => ` ${key}="${escaped(value)}"`).join('')
  return `<${name}${own}>${how(text)}<!-- <x> -->${children.map((each) => written(each, how)).join('<?pi?>')}</${name} >`
}

const plain = ({ name, attributes, children, text }: XmlElement): Drawn => ({
  name,
  attributes: [...attributes],
  children: children.map(plain),
  text,
})

test('what is written is read as it was, escaped or literal', () => {
  fc.assert(
    fc.property(element(4), fc.boolean(), (drawn, isLiteral) => {
      const read = readXml(`\ufeff<?xml version="1.0"?>\n${written(drawn, isLiteral ? literal : escaped)}\n`)
      expect(read === null ? null : plain(read)).toEqual(drawn)
    }),
  )
})

test('any text is read or refused, and never fails', () => {
  const piece = fc.constantFrom('<', '>', '</', '/>', 'a', ' b="', '"', '&', '&#', ';', '<![CDATA[', '<!--', '<?', '=')
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 40 }), (parts) => {
      expect(() => readXml(parts.join(''))).not.toThrow()
    }),
  )
})

test.each([
  ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
  ['an entity of its own', '<a>&b;</a>'],
  ['a reference beyond Unicode', '<a>&#x110000;</a>'],
  ['two roots', '<a/><b/>'],
  ['text beside the root', 'x<a/>'],
  ['an end without a beginning', '<a></b></a>'],
  ['no end', '<a><b></b>'],
  ['a comment without an end', '<a/><!-- '],
  ['an attribute twice', '<a b="1" b="2"/>'],
  ['nothing', ''],
  ['too much depth', '<a>'.repeat(70) + '</a>'.repeat(70)],
  ['too many elements', `<a>${'<b/>'.repeat(200_001)}</a>`],
])('%s is no report', (_, source) => {
  expect(readXml(source)).toBe(null)
})

test('what never ends is refused in the time that it takes to read it', () => {
  const began = performance.now()
  for (const part of ['<a ', '<a b="', '&', '<!--', '<![CDATA[', '<a b=" c=" ', '</', ' '.repeat(50)])
    readXml(`<a>${part.repeat(Math.ceil(200_000 / part.length))}`)
  expect(performance.now() - began).toBeLessThan(5_000)
})
