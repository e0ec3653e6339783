import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mintToken, verifyToken } from './token.ts'

const secret = Buffer.from('0123456789abcdef0123456789abcdef')
const claims = { run: 'run-1', attempt: 'C1.red.qa@5', role: 'qa', workspace: 'C1' }

test('a token is worth what its attempt is: claims while it is open, nothing after', () => {
  const token = mintToken(secret, claims)
  expect(verifyToken(secret, token, (run, attempt) => run === 'run-1' && attempt === 'C1.red.qa@5')).toEqual(claims)
  expect(verifyToken(secret, token, () => false)).toBeNull()
})

test('a token that was changed in any place is worth nothing', () => {
  const token = mintToken(secret, claims)
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.constantFrom(...'AQx.-'), (at, letter) => {
      const forged = `${token.slice(0, at)}${letter}${token.slice(at + 1)}`
      const claimed = verifyToken(secret, forged, () => true)
      // The last letter of base64 holds bits that nobody reads.
      expect(forged === token || at === token.length - 1 || claimed === null).toBe(true)
    }),
  )
})

test('neither another secret nor anything but a token is taken', () => {
  expect(verifyToken(Buffer.from('other'), mintToken(secret, claims), () => true)).toBeNull()
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(verifyToken(secret, text, () => true)).toBeNull()
    }),
  )
})
