import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recordOf, recordText } from './record.ts'

const row = { number: 1, run: 'run-1', protocol: 'p', version: 1, parent: null, parentAttempt: null }
const rest = { tick: 0, epoch: 1, nonce: 'n', attempt: null, key: 'elapsed', caller: 'host' }

test('an instant reads as dates are written, in whatever order days come', () => {
  fc.assert(
    fc.property(fc.array(fc.date({ noInvalidDate: true }), { minLength: 1 }), (dates) => {
      const texts = dates.map((date) => recordText({ ...rest, wall: date.getTime() }, { kind: 'elapsed', id: 't' }))
      expect(texts.map((text) => recordOf(row, 1, text).envelope.at)).toEqual(dates.map((date) => date.toISOString()))
    }),
  )
})
