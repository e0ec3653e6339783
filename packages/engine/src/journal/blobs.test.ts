import { expect, test } from 'vitest'
import { SigmaError } from '../errors.ts'
import type { Blobs } from '../ports/ports.ts'
import { memoryBlobs } from '../store/store.ts'
import type { Trial } from '../testing/contracts/contract.ts'

const cases: readonly Trial<Blobs>[] = [
  {
    name: 'content is named by its SHA-256, text by that of its UTF-8',
    expected: 'sha256:4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c',
    run: (blobs) => blobs.put('é'),
  },
  {
    name: 'the same content has the same name, as text or as bytes, however often it is put',
    expected: 1,
    run: (blobs) => new Set(['a', 'a', new TextEncoder().encode('a')].map((content) => blobs.put(content))).size,
  },
  {
    name: 'what was put is got, byte by byte',
    expected: [[0, 255, 13, 10], [195, 169], []],
    run: (blobs) => [new Uint8Array([0, 255, 13, 10]), 'é', ''].map((content) => [...blobs.get(blobs.put(content))]),
  },
  {
    name: 'a name keeps its meaning, whatever becomes of the bytes that were given in or out',
    expected: [1, 2],
    run: (blobs) => {
      const given = new Uint8Array([1, 2])
      const ref = blobs.put(given)
      given.fill(9)
      blobs.get(ref).fill(9)
      return [...blobs.get(ref)]
    },
  },
  {
    name: 'a name that nothing was put under is told as unknown',
    expected: 'blob-unknown',
    run: (blobs) => {
      try {
        return blobs.get(`sha256:${'0'.repeat(64)}`)
      } catch (error) {
        return error instanceof SigmaError ? error.code : error
      }
    },
  },
]

test.each(cases)('$name', ({ run, expected }) => {
  expect(run(memoryBlobs())).toEqual(expected)
})
