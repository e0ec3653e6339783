import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entry, none, withEntry, without } from './entries.ts'

const names = ['a', 'b', '__proto__', '']

test('a record holds what was put into it last and not taken away, whatever the names and their order', () => {
  const acts = fc.array(fc.tuple(fc.constantFrom('put', 'take'), fc.constantFrom(...names)), { maxLength: 12 })
  fc.assert(
    fc.property(acts, (all) => {
      const expected = new Map<string, number>()
      let record: Readonly<Record<string, number>> = none
      for (const [at, [act, name]] of all.entries()) {
        if (act === 'put') expected.set(name, at)
        else expected.delete(name)
        const before = Object.entries(record)
        const after = act === 'put' ? withEntry(record, name, at) : without(record, name)
        expect(Object.entries(record)).toEqual(before)
        record = after
        for (const each of names) expect(entry(record, each)).toBe(expected.get(each))
        expect(Object.keys(record)).toHaveLength(expected.size)
        if (expected.size === 0) expect(record).toBe(none)
      }
    }),
  )
})
