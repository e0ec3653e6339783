import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBoundedOutput } from './bounded-output.ts'

test('however it is cut into pieces, it keeps the beginning and the end and says what is missing', () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 40 })
  fc.assert(
    fc.property(pieces, fc.integer({ min: 2, max: 200 }), (chunks, limit) => {
      const output = createBoundedOutput(limit)
      for (const chunk of chunks) output.add(Buffer.from(chunk))
      const all = Buffer.concat(chunks)
      const kept = output.bytes()
      expect(output.truncated).toBe(all.length > limit)
      const head = all.length <= limit ? all.length : Math.floor(limit / 2)
      expect(kept.subarray(0, head).equals(all.subarray(0, head))).toBe(true)
      expect(kept.subarray(head).equals(all.subarray(all.length - Math.max(0, kept.length - head)))).toBe(true)
      expect(kept.length).toBe(Math.min(limit, all.length))
    }),
  )
})

test('text in any language survives being cut anywhere', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.integer({ min: 1, max: 5 }), (text, size) => {
      const bytes = Buffer.from(text)
      const output = createBoundedOutput(10_000)
      for (let at = 0; at < bytes.length; at += size) output.add(bytes.subarray(at, at + size))
      expect(output.text()).toBe(bytes.toString('utf8').replace(/^\ufeff/, ''))
    }),
  )
})

test('the end of one line that is too long does not become a line of its own', () => {
  const output = createBoundedOutput(64)
  output.add(Buffer.from(`${'x'.repeat(1_000)}→[PA]`))
  expect(output.text().split('\n')).toHaveLength(1)
  expect(output.text()).toContain('bytes left out')
})
